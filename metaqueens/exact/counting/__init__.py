"""How many solutions there are: exact counts and estimates of the search tree."""
