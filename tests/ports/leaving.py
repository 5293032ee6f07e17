"""A script that was never meant to be imported: it ends the program with the status of success."""

import sys

sys.exit(0)
