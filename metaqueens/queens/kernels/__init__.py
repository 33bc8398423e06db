"""The states of n queens: the plain board and the board with rules."""
