"""Answers taken apart into claims, and each claim checked against the context that the generator was given."""
