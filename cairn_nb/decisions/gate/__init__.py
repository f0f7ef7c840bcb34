"""Two reports to a verdict that may block a change, with its sentences."""
