-- Version 3 knows the problem of a cell as a whole, the shard of a session and what a search counted.
ALTER TABLE sessions ADD COLUMN part INTEGER NOT NULL DEFAULT 1;
ALTER TABLE sessions ADD COLUMN parts INTEGER NOT NULL DEFAULT 1;
UPDATE sessions SET part = shard(command, 0), parts = shard(command, 1);
ALTER TABLE cells ADD COLUMN problem TEXT NOT NULL DEFAULT '';
ALTER TABLE cells ADD COLUMN problem_label TEXT NOT NULL DEFAULT '';
UPDATE cells SET problem = '{"n":' || n || '}', problem_label = 'n=' || n;
ALTER TABLE runs ADD COLUMN counters TEXT;
DROP VIEW results;
CREATE VIEW results AS
  SELECT problem_label, n, encoding, name AS algorithm, use, parameters, budget, repetition, seed,
         status, reason, guards, fitness, evaluations, steps, found_at, seconds, cpu_seconds, verdict,
         board, error, cell, label, session, host, started, ended, counters, problem
  FROM runs JOIN cells USING (cell) ORDER BY cell, repetition;
UPDATE experiment SET version = 3;
