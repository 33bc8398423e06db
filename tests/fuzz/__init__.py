"""Whatever stands in a file of a stranger's: what it says, or one ``UserError``.

With atheris, which looks for inputs that reach more (``pip install atheris``, libFuzzer's options):

    python -m tests.fuzz instances -max_total_time=60

The inputs of ``corpus/`` are where it begins, and are replayed by ``test_corpus.py`` without it.
New ones go to ``build/fuzz/``; ``-merge=1`` adds those that reach more to ``corpus/``.
"""
