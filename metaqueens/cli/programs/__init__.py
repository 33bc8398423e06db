"""Commands for user code and programs: new, check, league, score."""
