"""Programs in any language as contestants: start, confine, time, recount, end."""
