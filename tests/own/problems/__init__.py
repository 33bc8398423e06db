"""What users would write: a file each."""
