"""Commands that tell what there is."""
