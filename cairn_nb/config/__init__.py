"""The experiment file: its structure, how it is loaded, its hash, and notebooks' typed parameters."""

from cairn_nb.config.hash import config_hash
from cairn_nb.config.model import Component, Config

__all__ = ["Component", "Config", "config_hash"]
