"""What a tuning proposes and what it leaves."""
