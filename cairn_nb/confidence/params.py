"""The parameters of the confidence component ``weighted``, as the experiment file gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from math import isfinite

from cairn_nb.errors import ConfigError

PLACE = "confidence.params"


@dataclass(frozen=True)
class ConfidenceParams:
    """How much each signal counts (only the ratios matter), and how the retrieval signal is made.

    `level_share` is the part of the retrieval signal that is the first passage's level, the rest is its
    margin; a BM25 score, which has no upper limit, counts as half sure at `bm25_half`.
    """

    w_retrieval: float = 0.4
    w_rerank: float = 0.3
    w_self: float = 0.2
    w_citation: float = 0.1
    level_share: float = 0.65
    bm25_half: float = 10.0

    @classmethod
    def of(cls, params: Mapping[str, object]) -> ConfidenceParams:
        """What the file gives, the rest as it stands above.

        Raises
        ------
        ConfigError
            If a key is unknown, a value is not a finite number in its range, or all weights are 0.
        """
        known = asdict(cls())
        for key in params:
            if key not in known:
                near = get_close_matches(key, known, n=1, cutoff=0.0)[0]
                hint = f"did you mean {near!r}? known: {', '.join(known)}"
                raise ConfigError(f"unknown parameter {key!r}", key=PLACE, hint=hint)
        made = cls(**{**known, **{key: _number(key, value) for key, value in params.items()}})
        made._check()
        return made

    def weight(self, signal: str) -> float:
        """The weight of a signal: ``retrieval``, ``rerank``, ``self`` or ``citation``."""
        return float(getattr(self, f"w_{signal}"))

    def _check(self) -> None:
        if self.w_retrieval + self.w_rerank + self.w_self + self.w_citation <= 0:
            raise ConfigError("at least one weight must be above 0", key=PLACE)
        if self.level_share > 1:
            raise ConfigError(f"must be at most 1, not {self.level_share}", key=f"{PLACE}.level_share")
        if self.bm25_half <= 0:
            raise ConfigError(f"must be above 0, not {self.bm25_half}", key=f"{PLACE}.bm25_half")


def _number(key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value) or value < 0:
        raise ConfigError(f"must be a finite number from 0, not {value!r}", key=f"{PLACE}.{key}")
    return float(value)
