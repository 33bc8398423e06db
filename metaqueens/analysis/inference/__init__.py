"""Tests between algorithms."""
