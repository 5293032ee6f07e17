"""The engine: judges cases on a port, and counts the verdicts."""
