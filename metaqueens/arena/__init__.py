"""One number for an algorithm or a program: how it does on a fixed suite beside a reference."""
