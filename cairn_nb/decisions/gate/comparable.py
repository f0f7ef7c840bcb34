"""Why two reports allow no verdict at all: a report that is not sound, or two that measured different cases."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.decisions.reading.incomplete import why_incomplete
from cairn_nb.decisions.reading.limits import DUST, GateLimits
from cairn_nb.decisions.reading.pair import Pair, answered, who
from cairn_nb.decisions.wording.axes_judges import other_axes_judges
from cairn_nb.records import CaseRow, Report, Status

NAMED_CASES = 5


def unsound(pair: Pair) -> tuple[str, ...]:
    """What is wrong with one report by itself: empty, incomplete, or at odds with its own rows."""
    found = [problem for name, report in pair.sides for problem in _unsound(name, report)]
    return (*found, *_failures(pair))


def _unsound(name: str, report: Report) -> list[str]:
    problems = []
    if report.n_cases == 0:
        problems.append(f"the {name} holds no cases.")
    if not report.complete:
        problems.append(f"the {name}'s run is incomplete: {why_incomplete(report)}; run it again to the end.")
    problems.extend(f"the {name} contradicts itself: {text}." for text in contradictions(report))
    return problems


def _failures(pair: Pair) -> Iterator[str]:
    """More failures than either configuration allows: a candidate cannot raise its own limit to leave cases out."""
    limits = [limit for _, report in pair.sides if (limit := _allowed_failures(report)) is not None]
    for name, report in pair.sides:
        failed = sum(row.status is Status.ERROR or _is_ungraded(row) for row in report.per_case)
        if report.complete and limits and failed > min(limits) * len(report.per_case):
            yield (
                f"the {name}'s run is incomplete: {failed} of its {len(report.per_case)} rows failed or have no "
                f"grade, and at most {min(limits):.0%} may; run it again to the end."
            )


def _allowed_failures(report: Report) -> float | None:
    """The share that the report's configuration allows; null where an earlier cairn left the configuration out."""
    section = (report.config or {}).get("evaluation")
    limit = section.get("max_error_rate") if isinstance(section, dict) else None
    return float(limit) if isinstance(limit, int | float) else None


def _is_ungraded(row: CaseRow) -> bool:
    return row.answerable and answered(row) and row.correct is None


def incomparable(pair: Pair, limits: GateLimits) -> tuple[str, ...]:
    """What keeps two sound reports from being compared: split, cases, rubric, alpha."""
    return (*_splits(pair), *_cases(pair), *_rubrics(pair), *_alphas(pair, limits))


def remarks(pair: Pair) -> tuple[str, ...]:
    """What a reader of the comparison should know, and what keeps it from nothing."""
    return (
        *_without_rows(pair),
        *_fitted_on(pair),
        *_failed_cases(pair),
        *_ungraded(pair),
        *_switches(pair),
        *_unknown_rubric(pair),
        *_axes_judges(pair),
    )


def _splits(pair: Pair) -> tuple[str, ...]:
    before, after = pair.baseline.split, pair.candidate.split
    if before == after:
        return ()
    return (f"the splits differ (baseline {before}, candidate {after}), so the reports are about different cases.",)


def _cases(pair: Pair) -> tuple[str, ...]:
    before = dict.fromkeys(row.case_id for row in pair.baseline.per_case)
    after = dict.fromkeys(row.case_id for row in pair.candidate.per_case)
    if not before or not after:
        return _case_counts(pair)
    sides = (
        ("baseline", [case_id for case_id in before if case_id not in after]),
        ("candidate", [case_id for case_id in after if case_id not in before]),
    )
    found = " and ".join(_only_in(name, case_ids) for name, case_ids in sides if case_ids)
    return (f"the reports do not cover the same cases: {found}.",) if found else _changed_cases(pair)


def _case_counts(pair: Pair) -> tuple[str, ...]:
    before, after = pair.baseline.n_cases, pair.candidate.n_cases
    if before == after:
        return ()
    return (f"the reports do not cover the same cases: {before} in the baseline, {after} in the candidate.",)


def _only_in(name: str, case_ids: list[str]) -> str:
    more = "" if len(case_ids) <= NAMED_CASES else ", …"
    return f"{len(case_ids)} only in the {name} ({', '.join(case_ids[:NAMED_CASES])}{more})"


def _changed_cases(pair: Pair) -> tuple[str, ...]:
    """Cases of one id that are answerable on one side only, so that they cannot be the same question."""
    other = [
        case.case_id for case in pair.cases if len({row.answerable for row in (*case.baseline, *case.candidate)}) > 1
    ]
    if not other:
        return ()
    shown = ", ".join(other[:NAMED_CASES])
    return (f"{len(other)} cases are answerable in one report only ({shown}), so their ids name different questions.",)


def _rubrics(pair: Pair) -> tuple[str, ...]:
    if not _both_judged(pair):
        return ()
    before, after = _rubric(pair)
    if None in before or None in after or before == after:
        return ()
    names = f"baseline {before[0]} rubric {before[1]}, candidate {after[0]} rubric {after[1]}"
    return (f"the judges differ ({names}); judge scores are comparable only within one rubric.",)


def _rubric(pair: Pair) -> tuple[tuple[str | None, str | None], tuple[str | None, str | None]]:
    before, after = pair.baseline_notes, pair.candidate_notes
    return (before.judge, before.rubric_version), (after.judge, after.rubric_version)


def _both_judged(pair: Pair) -> bool:
    return all(report.answer.judge_score is not None for _, report in pair.sides)


def _unknown_rubric(pair: Pair) -> tuple[str, ...]:
    before, after = _rubric(pair)
    silent = [name for name, rubric in (("baseline", before), ("candidate", after)) if None in rubric]
    if not silent or not _both_judged(pair):
        return ()
    return (f"{who(silent)} leaves out its judge or rubric, so one rubric is taken for granted.",)


def _axes_judges(pair: Pair) -> tuple[str, ...]:
    differ = other_axes_judges(pair.baseline, pair.candidate)
    return () if differ is None else (f"{differ}.",)


def _alphas(pair: Pair, limits: GateLimits) -> tuple[str, ...]:
    before, after = pair.baseline.abstention.alpha, pair.candidate.abstention.alpha
    if not limits.require_guarantee or abs(before - after) <= DUST:
        return ()
    return (
        f"alpha differs (baseline {before:.3f}, candidate {after:.3f}), so the two promise different things; "
        "keep one alpha, or pass --no-require-guarantee to compare without the guarantee.",
    )


def _without_rows(pair: Pair) -> tuple[str, ...]:
    silent = [name for name, report in pair.sides if not report.per_case]
    if not silent:
        return ()
    return (f"{who(silent)} carries no rows, so its numbers were taken as they stand.",)


def _fitted_on(pair: Pair) -> tuple[str, ...]:
    if pair.candidate.split == "eval":
        return ()
    return (
        f"the {pair.candidate.split} split holds the cases the threshold was fitted on; promote on the eval split.",
    )


def _failed_cases(pair: Pair) -> tuple[str, ...]:
    return tuple(
        f"{report.n_errors} of the {name}'s {report.n_cases} cases ended in an error and enter no rate."
        for name, report in pair.sides
        if report.n_errors
    )


def _ungraded(pair: Pair) -> tuple[str, ...]:
    counts = [(name, sum(_is_ungraded(row) for row in report.per_case)) for name, report in pair.sides]
    return tuple(
        f"{count} of the {name}'s answers have no grade and enter neither quality nor the error rate."
        for name, count in counts
        if count
    )


def _switches(pair: Pair) -> tuple[str, ...]:
    return tuple(
        f"the {name} was run under {', '.join(f'{key}={value}' for key, value in report.switches.items())}."
        for name, report in pair.sides
        if report.switches
    )
