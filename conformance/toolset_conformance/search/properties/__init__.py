"""The properties, a module a group of rules."""
