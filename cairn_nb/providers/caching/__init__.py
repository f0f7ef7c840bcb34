"""Replies that are kept and asked for once."""
