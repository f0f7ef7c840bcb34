"""The first token of an OpenAI-shaped completion, with the probabilities of what could have stood there."""

from __future__ import annotations

from math import isfinite
from typing import Any

from cairn_nb.records.chat import TokenChance


def first_token(choice: dict[str, Any]) -> tuple[TokenChance, ...] | None:
    """The likeliest tokens in the first place that is not blank, the chosen one among them.

    Parameters
    ----------
    choice
        The completion's choice.

    Returns
    -------
    tuple of TokenChance or None
        Each token once; null where the server gave none, or something that is no list of log-probabilities.
    """
    logprobs = choice.get("logprobs")
    places = logprobs.get("content") if isinstance(logprobs, dict) else None
    for place in places if isinstance(places, list) else ():
        chosen = _chance(place)
        if chosen is None:
            return None
        if chosen.token.strip():
            return _with_alternatives(chosen, place.get("top_logprobs"))
    return None


def _with_alternatives(chosen: TokenChance, others: Any) -> tuple[TokenChance, ...] | None:
    found = [_chance(other) for other in others] if isinstance(others, list) else []
    known = {chance.token: chance for chance in (chosen, *found) if chance is not None}
    return tuple(known.values()) if len(known) and None not in found else None


def _chance(entry: Any) -> TokenChance | None:
    """An entry of a list of log-probabilities; null for what is none."""
    token, logprob = (entry.get("token"), entry.get("logprob")) if isinstance(entry, dict) else (None, None)
    if not isinstance(token, str) or isinstance(logprob, bool) or not isinstance(logprob, int | float):
        return None
    # Servers that add in single precision overshoot 0 by a little.
    return TokenChance(token=token, logprob=min(logprob, 0.0)) if isfinite(logprob) and logprob < 1e-3 else None
