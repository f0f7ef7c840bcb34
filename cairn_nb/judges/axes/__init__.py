"""Judges of the five axes: the heuristic one, one model, or a panel of models."""
