"""Measure retrieval-augmented question answering, and decide what may ship."""

from cairn_nb.version import __version__

__all__ = ["__version__"]
