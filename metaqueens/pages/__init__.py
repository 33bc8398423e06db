"""Pages in one file: templates, scripts and a policy that allows nothing else."""
