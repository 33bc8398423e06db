"""Commands that list results, configs, algorithms, operators and problems."""
