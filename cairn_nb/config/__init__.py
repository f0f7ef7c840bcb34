"""The experiment file: its structure, how it is loaded, its hash, and notebooks' typed parameters."""

from cairn_nb.config.hash import config_hash
from cairn_nb.config.load import load_config
from cairn_nb.config.model import Component, Config
from cairn_nb.config.overrides import parse_overrides
from cairn_nb.config.parameters import check_parameters

__all__ = ["Component", "Config", "check_parameters", "config_hash", "load_config", "parse_overrides"]
