"""Reading the data files that lie beside the code."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import yaml


def read_yaml(name: str) -> Any:
    """The content of a packaged YAML file, by its path below this package."""
    return yaml.safe_load(files("cairn_nb.corpus.sample").joinpath(name).read_text(encoding="utf-8"))
