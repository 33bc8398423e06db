"""Searches that draw boards from a model of column by row, and change it by the best of them [1]_.

.. [1] Zlochin, Birattari, Meuleau & Dorigo (2004). Model-based search for combinatorial
       optimization: a critical survey. Annals of Operations Research 131: 373-395.
"""
