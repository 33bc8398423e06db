"""Runs as data frames and samples, from results folders and from anybody's files."""
