"""Commands on files of instances: boards with rules, and what is known of them."""
