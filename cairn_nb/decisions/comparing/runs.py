"""Two finished runs, question by question, over the questions that both asked.

Every measure is decided by sign flips of documents with Holm's adjustment over the measures compared; the paired
bootstrap of plain questions stands beside it. It is no gate: it says what differs, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.comparing.change_kinds import KINDS, ChangeRules
from cairn_nb.decisions.comparing.checks import comparison_warnings, require_comparable
from cairn_nb.decisions.comparing.measures import MeasuredPair, compared_measures, measured_pairs
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.errors import InputError
from cairn_nb.records import PairedComparison, Report
from cairn_nb.records.run_comparison import ComparedVerdict, MeasureComparison, RunComparison, RunComparisons
from cairn_nb.stats.paired.holm import holm

RISK = 0.05


def compare_runs(baseline: Report, candidate: Report, measures: Sequence[str] | None = None) -> RunComparison:
    """Compare two runs of the same questions.

    Parameters
    ----------
    baseline, candidate
        Finished reports; differences are candidate minus baseline.
    measures
        Names of the catalogue; by default the main ones that both have. They are one family for Holm's adjustment.

    Raises
    ------
    NotComparableError
        If documents or golden sets differ, or no question is shared.
    InputError
        If a measure is unknown.
    """
    pair = Pair(baseline, candidate)
    require_comparable(pair)
    settings = settings_of([candidate, baseline])
    found = measured_pairs(pair, compared_measures(measures, settings.primary_k), settings)
    return RunComparison(
        baseline=baseline.config_name,
        candidate=candidate.config_name,
        baseline_run=baseline.run_id,
        candidate_run=candidate.run_id,
        n_shared=len(pair.cases),
        n_baseline=len({row.case_id for row in baseline.per_case}),
        n_candidate=len({row.case_id for row in candidate.per_case}),
        measures=_decided(found),
        changes=_changes(pair),
        warnings=comparison_warnings(pair),
    )


def compare_systems(
    baseline: Sequence[Report], candidate: Sequence[Report], measures: Sequence[str] | None = None
) -> RunComparisons:
    """Two bench runs, system by system of the same name.

    Raises
    ------
    InputError
        If no name is in both.
    """
    before = {report.config_name: report for report in baseline}
    after = {report.config_name: report for report in candidate}
    names = [name for name in before if name in after]
    if not names:
        sides = f"{', '.join(before)} and {', '.join(after)}"
        raise InputError(f"the two bench runs share no system ({sides})", hint="compare two reports instead")
    return RunComparisons(
        pairs=tuple(compare_runs(before[name], after[name], measures) for name in names),
        unmatched=(
            *(f"{name} (baseline only)" for name in before if name not in after),
            *(f"{name} (candidate only)" for name in after if name not in before),
        ),
    )


def _decided(found: Sequence[MeasuredPair]) -> tuple[MeasureComparison, ...]:
    by_document = holm([_family_p(entry.clustered, entry.clustered.p_value) for entry in found])
    by_question = holm([_family_p(entry.plain, entry.plain.p_bootstrap) for entry in found])
    adjusted = zip(found, by_document, by_question, strict=True)
    return tuple(_comparison(entry, p_holm, p_bootstrap_holm) for entry, p_holm, p_bootstrap_holm in adjusted)


def _family_p(result: PairedComparison, p_value: float | None) -> float | None:
    """A measure in which nothing moved cannot look better or worse, and is left out of the family (Tarone 1990)."""
    return p_value if result.wins + result.losses else None


def _comparison(entry: MeasuredPair, p_holm: float | None, p_bootstrap_holm: float | None) -> MeasureComparison:
    clustered, plain = entry.clustered, entry.plain
    moved = clustered.wins, clustered.losses
    wins, losses = moved if entry.direction == "higher" else moved[::-1]
    return MeasureComparison(
        measure=entry.name,
        title=entry.title,
        direction=entry.direction,
        baseline=entry.before,
        candidate=entry.after,
        difference=clustered.diff,
        p_value=clustered.p_value,
        p_holm=clustered.p_value if p_holm is None else p_holm,
        question_difference=plain.diff,
        p_bootstrap=plain.p_bootstrap,
        p_bootstrap_holm=plain.p_bootstrap if p_bootstrap_holm is None else p_bootstrap_holm,
        wins=wins,
        ties=clustered.ties,
        losses=losses,
        smallest_visible=entry.smallest_visible,
        verdict=_verdict(entry, clustered.p_value if p_holm is None else p_holm),
    )


def _verdict(entry: MeasuredPair, p_holm: float | None) -> ComparedVerdict:
    rise = entry.clustered.diff.value
    if p_holm is None or rise is None:
        return "cannot tell"
    if p_holm >= RISK or rise == 0:
        return "no clear difference"
    return "better" if (rise > 0) is (entry.direction == "higher") else "worse"


def _changes(pair: Pair) -> dict[str, tuple[str, ...]]:
    """The questions of each kind of change, by their first trial; kinds without one are left out."""
    rules = ChangeRules.of(pair)
    kinds = {case.case_id: rules.kinds(case.baseline[0], case.candidate[0]) for case in pair.cases}
    found = {kind.key: tuple(case_id for case_id, of in kinds.items() if kind.key in of) for kind in KINDS}
    return {kind: case_ids for kind, case_ids in found.items() if case_ids}
