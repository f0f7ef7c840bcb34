"""Columns stored once and compressed, and what opens them again."""
