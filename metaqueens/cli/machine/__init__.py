"""Commands about this machine and this installation."""
