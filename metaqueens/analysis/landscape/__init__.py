"""What a fitness landscape is like, with intervals where sampled, and what follows from it."""
