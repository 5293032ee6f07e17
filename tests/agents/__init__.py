"""Agents of the tests' own: a small one that is right, or wrong on purpose, and some that behave badly."""
