"""Contrast sets of several systems, from their reports and what was kept beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from cairn_nb.decisions.contrast.contrasts import clusters, contrasts
from cairn_nb.decisions.contrast.outcomes import Outcomes, Right, outcomes, points_of
from cairn_nb.decisions.contrast.side import EvidenceByCase, Side
from cairn_nb.decisions.contrast.tested import Tested, documents_of, tested
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.errors import InputError
from cairn_nb.records import Report
from cairn_nb.records.contrast import Contrast, ContrastSets, ContrastSettings, ContrastSummary, NamedPair, PairSummary
from cairn_nb.records.pair_comparison import PairComparison

Pairs = Sequence[NamedPair]
NO_ARENA = "run the arena first, or take source: score"


def contrast_sets(
    reports: Sequence[Report],
    evidence: Sequence[EvidenceByCase | None] | None = None,
    *,
    settings: ContrastSettings | None = None,
    pairs: Pairs | None = None,
    comparisons: Sequence[PairComparison] | None = None,
    question_ids: Collection[str] | None = None,
    names: Sequence[str] | None = None,
) -> ContrastSets:
    """The questions on which exactly one of two systems is right, pair by pair.

    Parameters
    ----------
    reports
        One a system, over the same questions.
    evidence
        For each report its steps and passages, or null; traces are then read from what the rows hold.
    settings
        When a system is right; by default from an answer score of 4.
    pairs
        Names of systems; by default every two.
    comparisons
        The arena's, which ``source: verdicts`` needs.
    question_ids
        The questions to look at; by default all.
    names
        What each system is called; by default its configuration's name.

    Raises
    ------
    InputError
        If a pair names no system or one twice, a question is unknown, or there are no verdicts.
    """
    chosen = settings or ContrastSettings()
    sides = _sides(reports, evidence, names)
    wanted = known_pairs(tuple(sides), pairs)
    _check_questions(sides, question_ids)
    if chosen.source == "verdicts" and comparisons is None:
        raise InputError("there are no verdicts of an arena", key="source", hint=NO_ARENA)
    found = [
        outcomes(
            sides[a],
            sides[b],
            chosen,
            points=None if comparisons is None or chosen.source == "score" else points_of(comparisons, a, b),
            question_ids=question_ids,
        )
        for a, b in wanted
    ]
    made = [contrasts(sides[a], sides[b], one, chosen.source) for (a, b), one in zip(wanted, found, strict=True)]
    statistics = settings_of(reports)
    sure = tested(found, documents_of(list(sides.values()), statistics), statistics)
    summary = ContrastSummary(
        source=chosen.source,
        threshold=chosen.threshold,
        n_questions=None if question_ids is None else len(set(question_ids)),
        pairs=tuple(_summary(*entry, chosen) for entry in zip(wanted, found, made, sure, strict=True)),
        notes=tuple(_notes(sides, wanted)),
    )
    return ContrastSets(summary=summary, contrasts=tuple(one for of_pair in made for one in of_pair))


def known_pairs(names: Sequence[str], asked: Pairs | None) -> list[NamedPair]:
    """The pairs asked for, by default every two.

    Raises
    ------
    InputError
        If there is none, one names no system, or a system is to be compared with itself.
    """
    found = list(combinations(names, 2)) if asked is None else list(dict.fromkeys(asked))
    if not found:
        raise InputError("there is no second system to compare with", hint="give two systems or more")
    for a, b in found:
        for name in (a, b):
            if name not in names:
                raise InputError(f"there is no system {name!r}", hint=f"one of {', '.join(names)}")
        if a == b:
            raise InputError(f"{a} cannot be compared with itself", hint="name two systems")
    return found


def _sides(
    reports: Sequence[Report], evidence: Sequence[EvidenceByCase | None] | None, names: Sequence[str] | None
) -> dict[str, Side]:
    called = [report.config_name for report in reports] if names is None else list(names)
    kept = [None] * len(reports) if evidence is None else list(evidence)
    found = {name: Side(name, report, own) for name, report, own in zip(called, reports, kept, strict=True)}
    if len(found) < len(called):
        raise InputError("two systems have the same name", hint="give each report a name of its own")
    return found


def _check_questions(sides: dict[str, Side], question_ids: Collection[str] | None) -> None:
    known = {question for side in sides.values() for question in side.rows}
    unknown = sorted(set(question_ids or ()) - known)
    if unknown:
        shown = ", ".join(unknown[:5])
        raise InputError(f"no system was asked {len(unknown)} of the questions ({shown})", key="question_ids")


def _summary(
    pair: tuple[str, str], found: Outcomes, made: Sequence[Contrast], sure: Tested, settings: ContrastSettings
) -> PairSummary:
    a, b = pair
    by_score = settings.source == "score"

    def count(right: Right) -> int:
        return sum(one == right for one in found.right.values())

    return PairSummary(
        system_a=a,
        system_b=b,
        n_compared=len(found.right),
        n_skipped=len(found.skipped),
        skipped={reason: list(found.skipped.values()).count(reason) for reason in sorted(set(found.skipped.values()))},
        only_a=count("a"),
        only_b=count("b"),
        both=count("both") if by_score else None,
        neither=count("neither") if by_score else None,
        draws=None if by_score else count("draw"),
        only_a_share=sure.only_a_share,
        only_b_share=sure.only_b_share,
        n_clusters=sure.n_clusters,
        p_value=sure.p_value,
        p_holm=sure.p_holm,
        p_mcnemar=sure.p_mcnemar,
        won_by_a=clusters([one for one in made if one.winner == a]),
        won_by_b=clusters([one for one in made if one.winner == b]),
    )


def _notes(sides: dict[str, Side], pairs: Pairs) -> Iterator[str]:
    compared = dict.fromkeys(name for pair in pairs for name in pair)
    without = [name for name in compared if sides[name].evidence is None]
    if without:
        yield (
            f"No evidence was kept for {', '.join(without)}: traces are read from the rows, which know the stages, the "
            "last ranking and the answer, and nothing of an earlier step's result."
        )
