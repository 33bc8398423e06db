"""Films of searches: recorded, told in words, played on a page."""
