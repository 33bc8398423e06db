"""Code from outside: by name, and of installed packages."""
