"""A paired comparison as a sentence."""

from __future__ import annotations

from cairn_nb.records import Comparison, Estimate

OUTCOME_WORDS = {"worse": "worse", "not_worse": "not worse", "cannot_tell": "cannot tell"}


def signed(estimate: Estimate) -> str:
    """A difference with its sign and interval."""
    if estimate.value is None:
        return "n/a"
    if estimate.low is None or estimate.high is None:
        return _plus(estimate.value)
    return f"{_plus(estimate.value)} [{_plus(estimate.low)}, {_plus(estimate.high)}]"


def _plus(value: float) -> str:
    """With a sign; the zero below zero is a zero."""
    return f"{value + 0.0:+.3f}"


def p_text(p_value: float | None) -> str:
    """A p-value; ``n/a`` where there was no test."""
    if p_value is None:
        return "n/a"
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.3f}"


def p_digits(p_value: float | None, *, missing: str = "n/a") -> str:
    """A p-value to four digits, without its letter; one that is smaller is never written as 0."""
    if p_value is None:
        return missing
    return "<0.0001" if p_value < 0.0001 else f"{p_value:.4f}"


def comparison_sentence(comparison: Comparison) -> str:
    """The difference, its evidence, its outcome, and what this golden set could have shown."""
    difference, name = comparison.difference, comparison.metric
    if difference.value is None:
        return f"{name}: cannot tell, no case is scored in both reports."
    moved = f"{comparison.wins} better, {comparison.ties} equal, {comparison.losses} worse"
    head = (
        f"{name} over the {difference.n} cases scored in both: {signed(difference)}, {_evidence(comparison)}, {moved}"
    )
    visible = comparison.smallest_visible
    shown = "" if visible is None else f"; the smallest drop these cases could have shown is {visible:.3f}"
    warning = f" ({difference.warning})" if difference.warning else ""
    return f"{head}: {OUTCOME_WORDS[comparison.outcome]}{shown}{warning}."


def _evidence(comparison: Comparison) -> str:
    clusters = comparison.difference.n_clusters
    if comparison.p_value is None:
        return f"too few clusters ({clusters}) for a test"
    return f"{p_text(comparison.p_value)} by sign flips of {clusters} clusters"
