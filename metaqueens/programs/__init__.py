"""Programs from outside, in any language, as contestants: started, timed, recounted, ended."""
