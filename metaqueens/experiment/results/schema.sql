-- One experiment, its cells, their runs and their traces. A board is the row of each column's queen.
-- docs/reference/database.md explains it to those who read it with tools of their own. SQLite holds
-- every value to its type (STRICT) and to its CHECK, and so whatever reads it can rely on both.
CREATE TABLE experiment (
  name     TEXT NOT NULL CHECK (length(name) <= 10000),
  version  INTEGER PRIMARY KEY CHECK (version = 5),     -- of this schema
  given    TEXT NOT NULL                                -- the experiment as resolved, JSON
) STRICT;
CREATE TABLE sessions (               -- each time that runs were done
  session    INTEGER PRIMARY KEY CHECK (session >= 0),
  started    REAL NOT NULL CHECK (started BETWEEN 0 AND 253e9),  -- Unix time, to the year 9999
  ended      REAL CHECK (ended BETWEEN 0 AND 253e9),    -- NULL while it lasts, and where it was killed
  host       TEXT NOT NULL CHECK (length(host) <= 1000),         -- of the coordinator
  pid        INTEGER NOT NULL CHECK (pid BETWEEN 0 AND 2147483647),
  command    TEXT NOT NULL,                      -- JSON list of words
  provenance TEXT NOT NULL,                      -- JSON: versions, processor, system, git
  part       INTEGER NOT NULL CHECK (part >= 1),        -- 1, and more in folders of shards,
  parts      INTEGER NOT NULL CHECK (parts >= 1)        -- which earlier versions had
) STRICT;
CREATE TABLE cells (
  cell       INTEGER PRIMARY KEY CHECK (cell >= 0),
  key        TEXT NOT NULL UNIQUE CHECK (length(key) <= 1000),  -- SHA-256 of content and seed
  n          INTEGER NOT NULL CHECK (n BETWEEN 1 AND 2147483647),
  encoding   TEXT NOT NULL CHECK (encoding IN ('permutation', 'rows')),
  label      TEXT NOT NULL CHECK (length(label) <= 10000),      -- the algorithm's in the experiment
  name       TEXT NOT NULL CHECK (length(name) <= 10000),       -- the label with what a sweep set
  use        TEXT NOT NULL CHECK (length(use) <= 10000),
  parameters TEXT NOT NULL,         -- JSON
  budget     TEXT NOT NULL,         -- JSON
  existence  TEXT CHECK (existence IN ('proven none', 'solvable')),  -- where no run solved it
  problem    TEXT NOT NULL,         -- JSON: all that is asked, n among it
  problem_label TEXT NOT NULL CHECK (length(problem_label) <= 10000)
) STRICT;
CREATE TABLE runs (
  cell        INTEGER NOT NULL REFERENCES cells,
  repetition  INTEGER NOT NULL CHECK (repetition >= 0),
  seed        INTEGER NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('solved', 'unsolved', 'failed')),
  reason      TEXT CHECK (length(reason) <= 1000),    -- solved, evaluations, seconds or stagnation
  cost        INTEGER CHECK (cost BETWEEN 0 AND 4611686018427387904),
  fitness     REAL CHECK (fitness BETWEEN -1e300 AND 1),
  evaluations INTEGER CHECK (evaluations BETWEEN 0 AND 4611686018427387904),
  steps       INTEGER CHECK (steps BETWEEN -4611686018427387904 AND 4611686018427387904),
  found_at    INTEGER CHECK (found_at BETWEEN 0 AND 4611686018427387904),  -- of the best board
  seconds     REAL CHECK (seconds BETWEEN 0 AND 1e12),                     -- of the search alone
  cpu_seconds REAL CHECK (cpu_seconds BETWEEN 0 AND 1e12),
  verdict     TEXT CHECK (verdict IN ('validated', 'checked', 'rejected')),
  board       TEXT,                                   -- JSON, a file and its hash, or 'not kept'
  error       TEXT,                                   -- or what a program wrote to stderr
  session     INTEGER REFERENCES sessions,
  host        TEXT CHECK (length(host) <= 1000),      -- where it ran
  started     REAL CHECK (started BETWEEN 0 AND 253e9),
  ended       REAL CHECK (ended BETWEEN 0 AND 253e9), -- by a clock that cannot be set
  counters    TEXT,                                   -- JSON: what else this search counts
  PRIMARY KEY (cell, repetition),
  CHECK (status = 'failed' OR (
    reason || cost || fitness || evaluations || steps || found_at || seconds || cpu_seconds
  ) NOTNULL)
) STRICT, WITHOUT ROWID;
CREATE TABLE traces (
  cell        INTEGER NOT NULL REFERENCES cells,
  repetition  INTEGER NOT NULL CHECK (repetition >= 0),
  evaluations INTEGER NOT NULL CHECK (evaluations BETWEEN 0 AND 4611686018427387904),
  cost        INTEGER NOT NULL CHECK (cost BETWEEN 0 AND 4611686018427387904),  -- of the best board
  seconds     REAL NOT NULL CHECK (seconds BETWEEN 0 AND 1e12),
  PRIMARY KEY (cell, repetition, evaluations)
) STRICT, WITHOUT ROWID;
CREATE VIEW results AS
  SELECT problem_label AS problem, n, encoding, name AS algorithm, label, use, parameters, budget,
         runs.*, problem AS problem_key
  FROM runs JOIN cells USING (cell) ORDER BY runs.cell, repetition;
