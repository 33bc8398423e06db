"""Leagues of contestants in processes of their own, on boards that are drawn; scores of solvers."""
