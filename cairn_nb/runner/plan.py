"""Which cases a run asks, and the identity that lets it resume."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from cairn_nb.config.hash import config_hash
from cairn_nb.config.model import Config
from cairn_nb.golden.split import split_cases
from cairn_nb.records.golden import Case, GoldenSet
from cairn_nb.runner.pieces import Piece

SplitName: TypeAlias = Literal["eval", "calibration", "all"]


def slice_of(config: Config, golden: GoldenSet, split: SplitName) -> tuple[Case, ...]:
    """The cases of a split, in the golden set's order.

    With ``calibration.unit: document`` the questions about one document stay on one side.
    """
    if split == "all":
        return golden.cases
    parts = split_cases(
        golden.cases,
        share=config.calibration.split,
        seed=config.calibration.seed,
        by_document=config.calibration.unit == "document",
    )
    return parts.calibration if split == "calibration" else parts.evaluation


def ids_hash(cases: Sequence[Case]) -> str:
    """sha256 of the sorted case ids, as hex: which cases, in whatever order."""
    return hashlib.sha256(json.dumps(sorted(case.id for case in cases)).encode("ascii")).hexdigest()


@dataclass(frozen=True)
class RunIdentity:
    """Everything that decides what a run's answers and their judgements are; equal identities share a ledger.

    `judging` is what judges beside the judge of the configuration, which is not part of that configuration's hash.
    """

    kind: str
    config: Config
    corpus_hash: str
    golden_hash: str
    split: SplitName
    pieces: tuple[Piece, ...]
    rule: str
    threshold: float | None
    rubric_version: str
    switches: dict[str, str]
    cairn_version: str
    judging: Mapping[str, Any] = field(default_factory=dict)

    @property
    def run_id(self) -> str:
        """First 16 hex digits of the sha256 of the identity's JSON."""
        content: dict[str, Any] = {
            "kind": self.kind,
            "config": config_hash(self.config),
            "corpus": self.corpus_hash,
            "golden": self.golden_hash,
            "split": self.split,
            "pieces": [piece.key for piece in self.pieces],
            "rule": self.rule,
            "threshold": self.threshold,
            "rubric": self.rubric_version,
            "switches": self.switches,
            "version": self.cairn_version,
            **({"judging": dict(self.judging)} if self.judging else {}),
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode("ascii")).hexdigest()[:16]
