"""Running: one run from its plan to its verdict, for the command line and for Python programs."""
