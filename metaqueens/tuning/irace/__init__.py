"""The same tuning for irace."""
