"""How an agent is started, kept apart from the machine, and ended."""
