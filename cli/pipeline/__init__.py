"""The composition of stages behind the commands."""
