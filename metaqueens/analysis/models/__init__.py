"""Fitted models: run-length distributions, restarts, growth with n."""
