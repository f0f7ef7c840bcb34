"""Environment switches that change answers or costs: read in one place, strictly, and named in every report.

``CAIRN_STUB_DEGRADE``            share of questions for which the stub answers with a wrong sentence
``CAIRN_STUB_DEGRADE_CITATIONS``  share of questions for which the stub's citation does not hold
``CAIRN_STUB_REFUSE``             1: the stub refuses every question
``CAIRN_PRICING_JSON``            prices by model, as JSON or as the path of a JSON file
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Mapping
from pathlib import Path

from cairn_nb.errors import ConfigError

DEGRADE = "CAIRN_STUB_DEGRADE"
DEGRADE_CITATIONS = "CAIRN_STUB_DEGRADE_CITATIONS"
REFUSE = "CAIRN_STUB_REFUSE"
PRICING = "CAIRN_PRICING_JSON"


def share(variable: str) -> float:
    """The value of a switch that is a share; 0 when it is not set.

    Raises
    ------
    ConfigError
        If it is not a number from 0 to 1.
    """
    text = os.environ.get(variable, "").strip()
    if not text:
        return 0.0
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise ConfigError(f"{text!r} is not a number from 0 to 1", key=variable, hint="unset it to switch it off")
    return value


def refuse() -> bool:
    """Whether the stub is to refuse every question.

    Raises
    ------
    ConfigError
        If the variable is neither 0 nor 1.
    """
    text = os.environ.get(REFUSE, "").strip()
    if text not in {"", "0", "1"}:
        raise ConfigError(f"{text!r} is neither 0 nor 1", key=REFUSE, hint="unset it to switch it off")
    return text == "1"


def pricing_text() -> str | None:
    """The JSON text of the user's price table; null when there is none.

    Raises
    ------
    ConfigError
        If the variable names a file that cannot be read.
    """
    value = os.environ.get(PRICING, "").strip()
    if not value or value.startswith("{"):
        return value or None
    try:
        return Path(value).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        hint = "give a JSON object, or the path of a file that holds one"
        raise ConfigError(f"{value!r} cannot be read: {reason}", key=PRICING, hint=hint) from error


def active_switches() -> dict[str, str]:
    """The switches in force, by variable, for the report; the price table as a digest of its text.

    Raises
    ------
    ConfigError
        If a switch has a value that means nothing.
    """
    found = {variable: format(share(variable), "g") for variable in (DEGRADE, DEGRADE_CITATIONS) if share(variable)}
    if refuse():
        found[REFUSE] = "1"
    prices = pricing_text()
    if prices is not None:
        found[PRICING] = "sha256:" + hashlib.sha256(prices.encode("utf-8")).hexdigest()[:12]
    return found


def is_degrading(switches: Mapping[str, str]) -> bool:
    """Whether any of these switches makes answers worse on purpose (prices do not)."""
    return any(variable in switches for variable in (DEGRADE, DEGRADE_CITATIONS, REFUSE))
