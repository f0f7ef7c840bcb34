"""A pair's contrasts in sentences, each with the questions behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cairn_nb.decisions.failures.types import NO_FAILURE, failure_label
from cairn_nb.decisions.wording.comparison_text import p_digits
from cairn_nb.records import Estimate
from cairn_nb.records.contrast import Contrast, ContrastSets, ContrastSource, ContrastSummary, PairSummary

TITLE = "Where systems disagree"
MOST_PAIRS = 20


@dataclass(frozen=True)
class Said:
    """One sentence, and the questions that it is about."""

    text: str
    question_ids: tuple[str, ...]


def rule_sentence(summary: ContrastSummary) -> str:
    """When a system counts as right."""
    if summary.source == "verdicts":
        return "A system is right on a question when it won the arena's comparison, both orders together."
    return f"A system is right on a question from an answer score of {summary.threshold:g}, averaged over the trials."


def shown_pairs(summary: ContrastSummary) -> tuple[tuple[PairSummary, ...], str]:
    """The pairs that disagree on the most questions, and a sentence where some are left out."""
    pairs = sorted(summary.pairs, key=lambda pair: -(pair.only_a + pair.only_b))
    if len(pairs) <= MOST_PAIRS:
        return summary.pairs, ""
    return tuple(pairs[:MOST_PAIRS]), f"Of {len(pairs)} pairs, the {MOST_PAIRS} that disagree most often."


def pair_sentences(found: ContrastSets, pair: PairSummary) -> Iterator[Said]:
    """How many questions each is alone right on, what the other tripped on, and where the traces part."""
    for winner, loser, share in (
        (pair.system_a, pair.system_b, pair.only_a_share),
        (pair.system_b, pair.system_a, pair.only_b_share),
    ):
        won = found.of(pair.system_a, pair.system_b, winner)
        yield Said(_counted(pair, winner, len(won), share), _ids(won))
        for kind, count in _kinds(won):
            of_kind = [one for one in won if one.failure_type == kind]
            yield Said(
                f"{_tripped(loser, kind, found.summary.source)} on {count} of them{_parted(of_kind)}", _ids(of_kind)
            )


def counts_sentence(pair: PairSummary) -> str:
    """On how many questions only the one is right, and only the other."""
    a, b = pair.system_a, pair.system_b
    return f"{a} and {b}: only {a} is right on {pair.only_a} of {pair.n_compared} questions, only {b} on {pair.only_b}"


def chance_sentence(pair: PairSummary) -> str:
    """Whether one is more often the only one that is right."""
    mcnemar = "" if pair.p_mcnemar is None else f"; by questions, McNemar's exact test, {p_digits(pair.p_mcnemar)}"
    if pair.p_value is None:
        return f"{pair.system_a} and {pair.system_b}: too few documents ({pair.n_clusters}) to test by{mcnemar}"
    return f"{pair.system_a} and {pair.system_b}: p {p_digits(pair.p_value)} by documents{mcnemar}"


def percent(share: Estimate) -> str:
    """A share with its interval, in percent."""
    if share.value is None:
        return "n/a"
    if share.low is None or share.high is None:
        return f"{share.value:.0%}"
    return f"{share.value:.0%} [{share.low:.0%}, {share.high:.0%}]"


def _counted(pair: PairSummary, winner: str, count: int, share: Estimate) -> str:
    return f"only {winner} is right on {count} of {pair.n_compared} questions ({percent(share)})"


def _tripped(loser: str, kind: str, source: ContrastSource) -> str:
    """An answer may lie below the bar of a contrast, or lose a comparison, and lie above the bar of every failure."""
    if kind == NO_FAILURE:
        lower = "a lower grade" if source == "score" else "a lost comparison"
        return f"{loser} has no failure, only {lower},"
    return f"{loser} tripped on {failure_label(kind)}"


def _kinds(won: Sequence[Contrast]) -> list[tuple[str, int]]:
    kinds = [one.failure_type for one in won]
    return sorted(((kind, kinds.count(kind)) for kind in set(kinds)), key=lambda entry: (-entry[1], entry[0]))


def _parted(contrasts: Sequence[Contrast]) -> str:
    """At which stages the traces parted; nothing where none of them is known."""
    stages = [one.divergence.stage for one in contrasts if one.divergence is not None]
    if not stages:
        return ""
    counts = sorted(((stage, stages.count(stage)) for stage in set(stages)), key=lambda entry: (-entry[1], entry[0]))
    return f"; the traces part at {', '.join(f'{stage} ({count})' for stage, count in counts)}"


def _ids(contrasts: Sequence[Contrast]) -> tuple[str, ...]:
    return tuple(one.question_id for one in contrasts)
