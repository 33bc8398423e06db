"""The study of a tuning: what is proposed, and the files that it writes."""
