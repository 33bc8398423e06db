-- Version 2 knows when, where and with what each run was done.
CREATE TABLE sessions (
  session    INTEGER PRIMARY KEY,
  started    REAL NOT NULL,
  ended      REAL,
  host       TEXT NOT NULL,
  pid        INTEGER NOT NULL,
  command    TEXT NOT NULL,
  provenance TEXT NOT NULL
);
ALTER TABLE runs ADD COLUMN session INTEGER REFERENCES sessions;
ALTER TABLE runs ADD COLUMN host TEXT;
ALTER TABLE runs ADD COLUMN started REAL;
ALTER TABLE runs ADD COLUMN ended REAL;
DROP VIEW results;
CREATE VIEW results AS
  SELECT n, encoding, name AS algorithm, use, parameters, budget, repetition, seed, status, reason,
         guards, fitness, evaluations, steps, found_at, seconds, cpu_seconds, verdict, board, error,
         cell, label, session, host, started, ended
  FROM runs JOIN cells USING (cell) ORDER BY cell, repetition;
UPDATE experiment SET version = 2;
