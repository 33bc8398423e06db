"""The module that the lab's page runs: its entry points, and what compiles them for `make lab`."""
