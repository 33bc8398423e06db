-- One experiment, its cells, their runs and their traces. A board is the row of each column's queen.
-- docs/reference/database.md explains it to those who read it with tools of their own.
CREATE TABLE experiment (
  name     TEXT NOT NULL,
  version  INTEGER NOT NULL,     -- of this schema
  given    TEXT NOT NULL         -- the experiment as resolved, JSON
);
CREATE TABLE sessions (             -- each time that runs were done
  session    INTEGER PRIMARY KEY,
  started    REAL NOT NULL,         -- Unix time
  ended      REAL,                  -- NULL while it lasts, and where it was killed
  host       TEXT NOT NULL,         -- of the coordinator
  pid        INTEGER NOT NULL,
  command    TEXT NOT NULL,         -- JSON list of words
  provenance TEXT NOT NULL,         -- JSON: versions, processor, system, git
  part       INTEGER NOT NULL,      -- of the experiment's runs, from 1 ...
  parts      INTEGER NOT NULL       -- ... of so many: the shard that was asked for
);
CREATE TABLE cells (
  cell       INTEGER PRIMARY KEY,
  key        TEXT NOT NULL UNIQUE,  -- SHA-256 of the cell's content and the experiment's seed
  n          INTEGER NOT NULL,
  encoding   TEXT NOT NULL,
  label      TEXT NOT NULL,         -- the algorithm's name in the experiment
  name       TEXT NOT NULL,         -- the label with what a sweep set
  use        TEXT NOT NULL,
  parameters TEXT NOT NULL,         -- JSON
  budget     TEXT NOT NULL,         -- JSON
  existence  TEXT,                  -- of problems that no run solved: 'proven none' or 'solvable'
  problem    TEXT NOT NULL,         -- JSON: all that is asked, n among it
  problem_label TEXT NOT NULL       -- the problem as people are shown it
);
CREATE TABLE runs (
  cell        INTEGER NOT NULL REFERENCES cells,
  repetition  INTEGER NOT NULL,
  seed        INTEGER NOT NULL,
  status      TEXT NOT NULL,        -- 'solved', 'unsolved' or 'failed'
  reason      TEXT,                 -- what ended it: solved, evaluations, seconds or stagnation
  guards      INTEGER,
  fitness     REAL,
  evaluations INTEGER,
  steps       INTEGER,
  found_at    INTEGER,              -- the evaluation that found the best board
  seconds     REAL,                 -- wall time of the search alone
  cpu_seconds REAL,
  verdict     TEXT,                 -- 'validated' (by CP-SAT too), 'checked' (recounted) or 'rejected'
  board       TEXT,                 -- JSON; above 10,000 queens the name of a file and its hash; or 'not kept'
  error       TEXT,                 -- of a failed run; or what a program wrote to stderr
  session     INTEGER REFERENCES sessions,
  host        TEXT,                 -- where it ran
  started     REAL,                 -- Unix time
  ended       REAL,                 -- started and what a clock that cannot be set says it took
  counters    TEXT,                 -- JSON: what else this search counts, by name
  PRIMARY KEY (cell, repetition)
) WITHOUT ROWID;
CREATE TABLE traces (
  cell        INTEGER NOT NULL,
  repetition  INTEGER NOT NULL,
  evaluations INTEGER NOT NULL,     -- at which the best board got to ...
  guards      INTEGER NOT NULL,
  seconds     REAL NOT NULL,
  PRIMARY KEY (cell, repetition, evaluations)
) WITHOUT ROWID;
CREATE VIEW results AS
  SELECT problem_label, n, encoding, name AS algorithm, use, parameters, budget, repetition, seed,
         status, reason, guards, fitness, evaluations, steps, found_at, seconds, cpu_seconds, verdict,
         board, error, cell, label, session, host, started, ended, counters, problem
  FROM runs JOIN cells USING (cell) ORDER BY cell, repetition;
