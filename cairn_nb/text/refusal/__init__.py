"""Answers that decline to answer, known by their wording."""

from cairn_nb.text.refusal.recognise import is_refusal

__all__ = ["is_refusal"]
