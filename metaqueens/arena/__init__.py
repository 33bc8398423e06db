"""A league: contestants that run in processes of their own, on boards drawn for it, ranked."""
