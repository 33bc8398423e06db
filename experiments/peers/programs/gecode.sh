#!/bin/sh
# N queens by Gecode, from MiniZinc: gecode.sh N SEED (docs/programs.md).
seq -s ' ' 0 $(($1 - 1)) # a board, should there be no time for another
exec minizinc --solver gecode --random-seed "$2" --soln-sep "" \
    --search-complete-msg "" -D "n=$1;" "$(dirname "$0")/queens.mzn"
