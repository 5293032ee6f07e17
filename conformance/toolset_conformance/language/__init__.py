"""The little language of the fixtures: constructors, matchers and placeholders."""
