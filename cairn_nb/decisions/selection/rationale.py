"""Why this system: sentences made from the numbers, and nothing that the numbers do not say."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.decisions.selection.quality import TITLES
from cairn_nb.decisions.selection.wording import difference, listed, times, usd, whole_ms
from cairn_nb.decisions.wording.comparison_text import p_text
from cairn_nb.records.recommendation import Recommendation, SystemNumbers, TieTest

PROFILE_WORDS = {
    "balanced": "the best mix of cost and latency",
    "cheapest_acceptable": "the lowest cost",
    "lowest_latency": "the lowest latency",
}


def rationale(found: Recommendation) -> tuple[str, ...]:
    """The reasons of a recommendation whose other fields are filled in."""
    if found.winner is None:
        return tuple(_no_winner(found))
    numbers = {entry.system: entry.numbers for entry in found.ranking}
    return (
        _what(found, numbers[found.winner]),
        *_lead(found),
        *_choice(found, numbers),
        *_ratios(found, numbers),
        *_not_merged(found),
        *_beaten(found),
        *_exclusions(found),
    )


def _no_winner(found: Recommendation) -> Iterator[str]:
    yield f"None of the {len(found.excluded)} systems meets every limit, so none is recommended."
    if found.closest_miss is not None:
        broken = "; ".join(limit.sentence for limit in found.closest_miss.broken)
        yield f"{found.closest_miss.system} comes closest: {broken}."
    closest = None if found.closest_miss is None else found.closest_miss.system
    yield from _exclusions(found, but=closest)


def _what(found: Recommendation, winner: SystemNumbers) -> str:
    title = TITLES.get(found.quality_metric or "", "quality")
    parts = [f"{title} {winner.quality.written(decimals=3)}"]
    if winner.cost_per_question_usd is not None:
        parts.append(f"{usd(winner.cost_per_question_usd)} a question")
    if winner.latency_p95_ms is not None:
        parts.append(f"p95 {whole_ms(winner.latency_p95_ms)}")
    return f"Under the profile {found.policy.profile} the choice is {winner.system}: {', '.join(parts)}."


def _lead(found: Recommendation) -> Iterator[str]:
    """Whether the winner has the highest mean, and who is tied with that one."""
    if found.best == found.winner:
        yield f"It has the highest mean of the {len(found.ranking)} systems that meet every limit."
    tied = [test for test in found.ties if found.policy.merges_ties and test.is_tied]
    for test in sorted(tied, key=lambda test: test.system != found.winner):
        yield f"{test.system} ties with {test.best}, which has the highest mean: {_evidence(test)}."


def _evidence(test: TieTest) -> str:
    apart = f"{difference(test.difference)} over {test.difference.n} questions"
    if test.verdict == "cannot tell":
        clusters = test.difference.n_clusters or 0
        return f"{apart}, and {clusters} documents are too few to tell them apart"
    return f"{apart}, {p_text(test.p_holm)} after Holm's adjustment, {_counts(test)}"


def _counts(test: TieTest) -> str:
    return f"{test.wins} won, {test.ties} equal, {test.losses} lost"


def _choice(found: Recommendation, numbers: dict[str, SystemNumbers]) -> Iterator[str]:
    """What decided among the tied."""
    if not found.tied or found.winner is None:
        return
    group = len(found.tied) + 1
    winner, second = numbers[found.winner], numbers[found.tied[0]]
    if _unknown_effort(winner) and _unknown_effort(second):
        yield (
            f"Among the {group} tied neither cost nor latency nor steps are known of it and of {second.system}: "
            "only the order of their names decided."
        )
        return
    if _same_effort(found, winner, second):
        yield (
            f"Among the {group} tied it is level with {second.system} in what the weights count and is the simpler: "
            f"{_simplicity(winner)} against {_simplicity(second)} a question."
        )
        return
    weights = found.weights
    yield (
        f"Among the {group} tied it has {_decided_by(found)} "
        f"(weights: cost {weights.cost:g}, latency {weights.latency:g})."
    )


def _decided_by(found: Recommendation) -> str:
    weights = found.weights
    if weights.latency == 0:
        return PROFILE_WORDS["cheapest_acceptable"]
    return PROFILE_WORDS["lowest_latency" if weights.cost == 0 else "balanced"]


def _same_effort(found: Recommendation, winner: SystemNumbers, second: SystemNumbers) -> bool:
    cost_equal = winner.cost_per_question_usd == second.cost_per_question_usd or found.weights.cost == 0
    return cost_equal and (winner.latency_ms == second.latency_ms or found.weights.latency == 0)


def _unknown_effort(system: SystemNumbers) -> bool:
    known = (system.cost_per_question_usd, system.latency_ms, system.model_calls, system.steps)
    return all(number is None for number in known)


def _simplicity(system: SystemNumbers) -> str:
    calls = "unknown" if system.model_calls is None else f"{system.model_calls:.1f}"
    steps = "unknown" if system.steps is None else f"{system.steps:.1f}"
    return f"{calls} model calls and {steps} steps"


def _ratios(found: Recommendation, numbers: dict[str, SystemNumbers]) -> Iterator[str]:
    """What choosing it over the best, or over the next, saves or costs."""
    if found.winner is None or len(found.ranking) < 2:
        return
    other = found.best if found.best != found.winner else found.ranking[1].system
    this, that = numbers[found.winner], numbers[other or ""]
    said = [
        text
        for text in (
            _ratio(this.cost_per_question_usd, that.cost_per_question_usd, "cheaper", "dearer"),
            _ratio(this.latency_ms, that.latency_ms, "faster", "slower"),
        )
        if text
    ]
    if said:
        yield f"Against {that.system} it is {listed(said)}, with {_gap(this, that)}."


def _gap(this: SystemNumbers, that: SystemNumbers) -> str:
    if this.quality.value is None or that.quality.value is None:
        return "no mean to compare"
    gap = this.quality.value - that.quality.value
    return "an equal mean" if gap == 0 else f"a mean {abs(gap):.3f} {'higher' if gap > 0 else 'lower'}"


def _ratio(this: float | None, that: float | None, word: str, opposite: str) -> str:
    return times(that, this, word, opposite) if this and that else ""


def _not_merged(found: Recommendation) -> Iterator[str]:
    level = [test.system for test in found.ties if test.is_tied]
    if not found.policy.merges_ties and level:
        yield (
            f"The profile max_quality merges no ties: {listed(level)} "
            f"{'is' if len(level) == 1 else 'are'} not significantly worse, and the highest mean wins all the same."
        )


def _beaten(found: Recommendation) -> Iterator[str]:
    for test in found.ties:
        if not test.is_tied:
            yield f"{test.system} is significantly worse than {test.best}: {_evidence(test)}."


def _exclusions(found: Recommendation, *, but: str | None = None) -> Iterator[str]:
    for entry in found.excluded:
        if entry.system != but:
            yield f"{entry.system} is excluded: {'; '.join(limit.sentence for limit in entry.broken)}."
