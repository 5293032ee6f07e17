"""Values, patterns, cases and differences in words."""
