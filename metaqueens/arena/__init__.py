"""The score of an algorithm or a program: one number, on a fixed suite beside a reference."""
