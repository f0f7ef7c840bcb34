"""Models without weights: deterministic stand-ins that cost nothing."""
