"""What a report of an attack suite holds."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from cairn_nb.attacks.observe import AttackAnswer
from cairn_nb.attacks.score import AttackResult, SuiteVerdict
from cairn_nb.records.base import Record


class SuiteIdentity(Record):
    """What a suite was run on. `switches` are environment switches that change answers."""

    cairn_version: str
    config_name: str
    config_hash: str
    corpus_hash: str
    created_at: str
    provider: str | None = None
    model: str | None = None
    git_commit: str | None = None
    switches: dict[str, str] = Field(default_factory=dict)


class SuiteRecord(SuiteIdentity):
    """What one run of the suite found.

    The leak counts are of answers with at least one detection of that kind. `n_untried` counts attacks whose
    document was never put before the model; `reasons` are the sentences behind `verdict`.
    """

    n_questions: int = Field(ge=0)
    n_attacks: int = Field(ge=0)
    n_untried: int = Field(ge=0)
    n_errors: int = Field(ge=0)
    canary_leaks: int = Field(ge=0)
    system_prompt_leaks: int = Field(ge=0)
    obedience_leaks: int = Field(ge=0)
    verdict: SuiteVerdict
    reasons: tuple[str, ...] = ()
    per_doc: tuple[AttackResult, ...] = ()
    answers: tuple[AttackAnswer, ...] = ()
    notes: dict[str, Any] = Field(default_factory=dict)
