"""Ports that the suite itself is tested with: correct ones that choose otherwise, and ones that do nothing."""
