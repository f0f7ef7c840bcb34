"""Poisoned documents and what to look for in answers about them: canaries, detectors, score, report."""
