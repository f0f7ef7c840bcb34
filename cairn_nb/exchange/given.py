"""What a file of answers made elsewhere gives for one question; None where it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cairn_nb.exchange.mapping import ColumnMapping
from cairn_nb.exchange.table import Misfit
from cairn_nb.records import Claim, Status, Support


@dataclass(frozen=True)
class GivenContext:
    """A passage that the system retrieved; `text` is empty where only its id is known."""

    text: str = ""
    id: str | None = None
    source: str | None = None
    score: float | None = None


@dataclass(frozen=True)
class GivenCase:
    """A question with what is expected of an answer.

    Parameters
    ----------
    references
        Right answers, each as good as the other; None where the file says nothing of them.
    supports
        Quotes that answer the question, with their documents.
    """

    place: str
    id: str | None = None
    question: str | None = None
    references: tuple[str, ...] | None = None
    answerable: bool | None = None
    supports: tuple[Support, ...] = ()
    category: str | None = None
    answer_type: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class GivenAnswer:
    """One answer, and the question it belongs to.

    Parameters
    ----------
    text
        None where there is no answer, as after a failure.
    status
        What the file itself says became of the question.
    contexts
        Best first; None where the file does not say what was retrieved.
    claims
        The answer's statements with their citations, which nobody has verified yet.
    latency_ms, cost_usd, tokens
        Of this one answer.
    input_tokens, output_tokens
        Where the file tells them apart; with the model's price they give a cost that the file does not.
    scores
        What the other tool measured, by its own names.
    is_ranking
        The file has no answers, only what was retrieved.
    """

    case: GivenCase
    text: str | None = None
    status: Status | None = None
    contexts: tuple[GivenContext, ...] | None = None
    claims: tuple[Claim, ...] | None = None
    error: str | None = None
    confidence: float | None = None
    latency_ms: float | None = None
    cost_usd: float | None = None
    tokens: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    model: str | None = None
    trial: int | None = None
    scores: dict[str, float] = field(default_factory=dict)
    is_ranking: bool = False

    @property
    def place(self) -> str:
        """Where the row stands."""
        return self.case.place


@dataclass(frozen=True)
class GivenAnswers:
    """A file of answers, the columns it was read by, and the rows that did not fit."""

    name: str
    rows: tuple[GivenAnswer, ...]
    mapping: ColumnMapping
    misfits: tuple[Misfit, ...] = ()
    tool: str = ""

    @property
    def is_ranking(self) -> bool:
        """Whether it says what was retrieved and nothing of answers."""
        return "answer" not in self.mapping.columns


@dataclass(frozen=True)
class GivenCases:
    """A file of questions without answers, the columns it was read by, and the rows that did not fit."""

    name: str
    rows: tuple[GivenCase, ...]
    mapping: ColumnMapping
    misfits: tuple[Misfit, ...] = ()
    grades: Mapping[str, Mapping[str, int]] | None = None
