"""What an answer's evidence says about it, as named numbers in 0..1.

retrieval   how strong the first passage is and how far ahead of the second
rerank      how far the reranker puts the first above the second, when one ran
self        what the model says of itself
citation    verified claims over all claims, when there are claims

A signal that does not apply is absent, not 0. Without passages there is none at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from cairn_nb.confidence.params import ConfidenceParams
from cairn_nb.records import Claim, Passage

DEFAULTS = ConfidenceParams()


def signals(
    *,
    passages: Sequence[Passage],
    claims: Sequence[Claim],
    confidence_self: float | None,
    params: ConfidenceParams | Mapping[str, object] = DEFAULTS,
) -> dict[str, float]:
    """The signals that apply, by name, each in 0..1.

    Parameters
    ----------
    passages
        In rank order; those that were not shown to the generator are left out.
    claims
        Verified claims of the answer.
    confidence_self
        The model's own number, clamped to 0..1; None when it gave none.
    params
        The component's parameters, checked or as the experiment file has them.

    Raises
    ------
    ConfigError
        If unchecked parameters cannot be used.
    """
    checked = params if isinstance(params, ConfidenceParams) else ConfidenceParams.of(params)
    shown = [passage for passage in passages if passage.shown]
    if not shown:
        return {}
    found = {"retrieval": retrieval_signal(shown, checked)}
    rerank = [passage.components["rerank"] for passage in shown[:2] if "rerank" in passage.components]
    if rerank:
        found["rerank"] = sigmoid(rerank[0] - (rerank[1] if len(rerank) > 1 else 0.0))
    if confidence_self is not None:
        found["self"] = clamp(confidence_self)
    if claims:
        found["citation"] = sum(claim.supported for claim in claims) / len(claims)
    return found


def retrieval_signal(passages: Sequence[Passage], params: ConfidenceParams = DEFAULTS) -> float:
    """0.65 of the first passage's level and 0.35 of its margin over the second; without a second, the level.

    Scores are the dense component if any passage has one (0 where missing), else the BM25 component, else
    the last stage's score. The level is the score itself, for BM25 score / (score + 10). The margin
    is (first - second) / first; both are held to 0..1.
    """
    kind = next((name for name in ("dense", "bm25") if any(name in passage.components for passage in passages)), None)
    scores = [passage.score if kind is None else passage.components.get(kind, 0.0) for passage in passages[:2]]
    top = scores[0]
    if top <= 0:
        return 0.0
    level = top / (top + params.bm25_half) if kind == "bm25" else clamp(top)
    if len(scores) < 2:
        return level
    return params.level_share * level + (1 - params.level_share) * clamp((top - scores[1]) / top)


def sigmoid(value: float) -> float:
    """1 / (1 + e^-value), without overflow."""
    if value >= 0:
        return 1 / (1 + exp(-value))
    return exp(value) / (1 + exp(value))


def clamp(value: float) -> float:
    """The value, held to 0..1."""
    return min(1.0, max(0.0, value))
