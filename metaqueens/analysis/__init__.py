"""Statistics of results: estimates with intervals, tests, models and figures."""
