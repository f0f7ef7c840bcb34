"""Answers made elsewhere, scored by the code that scores a run's."""
