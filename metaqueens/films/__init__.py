"""Films of searches: recorded, described in words, played on a page."""
