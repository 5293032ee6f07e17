"""Tests of the reference implementation, by concept."""
