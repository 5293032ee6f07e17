"""The corpus: the rules and cases that a port is held to."""
