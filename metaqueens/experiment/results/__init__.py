"""What a results folder holds: its database and boards; read and joined."""
