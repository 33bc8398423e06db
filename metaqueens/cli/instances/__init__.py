"""Commands on files of instances: boards with rules, and their labels."""
