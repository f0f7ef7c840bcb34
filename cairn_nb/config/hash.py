"""The configuration's fingerprint: equal for equal experiments on any machine.

Left out: where files lie (`corpus`, `golden`, `index.dir`, `calibration.dir`), what describes rather than
decides (`description`), what a run is checked against (`budget`), and what changes no answer
(`evaluation`, `stats`, `report`). Everything else is in, defaults filled in.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cairn_nb.config.model import Config

LEFT_OUT = ("corpus", "golden", "description", "budget", "evaluation", "stats", "report")


def hashed_content(config: Config) -> dict[str, Any]:
    """What the hash covers, as plain data."""
    content = config.model_dump(mode="json", exclude=set(LEFT_OUT))
    content["index"].pop("dir")
    content["calibration"].pop("dir")
    return content


def config_hash(config: Config) -> str:
    """First 16 hex digits of the sha256 of the sorted, compact, ASCII JSON of `hashed_content`."""
    text = json.dumps(hashed_content(config), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]
