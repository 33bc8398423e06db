"""The machine: processors, signals and the start of the program."""
