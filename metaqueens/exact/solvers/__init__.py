"""OR-Tools' two solvers: CP-SAT and the original CP solver."""
