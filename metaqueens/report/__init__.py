"""Pages that people read: the report of an experiment, and the film of a search."""
