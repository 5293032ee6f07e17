"""The specification as pages, made from the rules and cases."""

MADE = "<!-- Made by `toolset-conformance docs --brief docs`; edit the fixtures, not this page. -->"
"""The head of every page that is made."""
