"""Commands for programs in any language."""
