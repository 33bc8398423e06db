"""All solutions, one by one: backtracking, bitmasks, brute force."""
