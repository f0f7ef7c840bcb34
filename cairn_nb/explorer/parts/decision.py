"""The gate's verdict as it is shown: each sentence with the rows behind it."""

from __future__ import annotations

from cairn_nb.decisions.gate.checks import answer_rate, guarantee, latency
from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.wording.comparison_text import comparison_sentence
from cairn_nb.errors import CairnError
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.tables.verdict import WORDS
from cairn_nb.explorer.view import Decision, Sentence
from cairn_nb.records import Comparison, GateVerdict, Reason

CANDIDATE = 1


def verdict_of(runs: Runs, given: GateVerdict | None) -> GateVerdict:
    """The verdict that was given, else the gate's with its default limits.

    Reports that the gate cannot read give no verdict, and its sentence says why.
    """
    if given is not None:
        return given
    baseline, candidate = runs.reports
    try:
        return gate(baseline, candidate)
    except CairnError as error:
        return GateVerdict(
            promote=None,
            baseline=baseline.config_name,
            candidate=candidate.config_name,
            primary_metric="judge_score",
            undecided=(str(error),),
        )


def decision(runs: Runs, verdict: GateVerdict, *, changed: int) -> Decision:
    """The verdict in the words of the page.

    Parameters
    ----------
    changed
        How many cases changed; where none did, a note says so.
    """
    details = {reason.sentence: reason for reason in verdict.details}
    against = f"{runs.names[1]} against {runs.names[0]} on {verdict.primary_metric.replace('_', ' ')}"
    notes = [_note(runs, verdict, text) for text in verdict.notes]
    if not changed:
        notes.insert(0, Sentence(text="no case changed between the two runs.", check="changes"))
    return Decision(
        promote=verdict.promote,
        title=f"{WORDS[verdict.promote]}: {against}",
        reasons=tuple(_reason(runs, details.get(text) or Reason(check="", sentence=text)) for text in verdict.reasons),
        undecided=tuple(Sentence(text=text, check=_check_of(verdict, text)) for text in verdict.undecided),
        notes=tuple(notes),
    )


def _reason(runs: Runs, reason: Reason) -> Sentence:
    better = _filter_of(runs, reason.check)
    return Sentence(
        text=reason.sentence, check=reason.check, filter=better or rows_of(runs, reason.case_ids, "behind this reason")
    )


def _filter_of(runs: Runs, check: str) -> Filter | None:
    """The table's own terms, where they say exactly what the sentence is about."""
    status, verdict = runs.column("status", CANDIDATE), runs.column("verdict", CANDIDATE)
    before = runs.reports[0].operational.latency_p95_ms
    if check == guarantee.CHECK:
        return Filter(facets={status: ("answered",), verdict: ("wrong",)}, label="answered and wrong")
    if check == answer_rate.CHECK:
        return Filter(facets={"change": ("newly_abstained", "newly_failed")}, label="no longer answered")
    if check == latency.CHECK and before is not None:
        label = "slower than the baseline's p95"
        return Filter(ranges={runs.column("latency", CANDIDATE): (float(before), None)}, label=label)
    return None


def rows_of(runs: Runs, case_ids: tuple[str, ...], label: str) -> Filter | None:
    """The rows of some cases, every trial of each; None where there is none."""
    ids = tuple(row_id for case_id in case_ids for row_id in runs.ids_by_case.get(case_id, ()))
    return Filter(ids=ids, label=label) if ids else None


def rows_against(runs: Runs, comparison: Comparison, name: str) -> Filter | None:
    """The rows behind a paired comparison; beside those that fell, a mean falls by low ones that have no pair."""
    unpaired = len(comparison.case_ids) > comparison.losses
    label = f"a lower {name}" + (", or a first one below the baseline's mean" if unpaired else "")
    return rows_of(runs, comparison.case_ids, label)


def _note(runs: Runs, verdict: GateVerdict, text: str) -> Sentence:
    """A note about a paired comparison opens the rows that moved against the candidate."""
    for comparison in verdict.comparisons:
        if text == comparison_sentence(comparison):
            moved = rows_against(runs, comparison, comparison.metric.replace("_", " "))
            return Sentence(text=text, check=comparison.metric, filter=moved)
    return Sentence(text=text, filter=_filter_of(runs, answer_rate.CHECK) if text.startswith("answer rate ") else None)


def _check_of(verdict: GateVerdict, text: str) -> str:
    return next((result.check for result in verdict.checks if text in result.sentences), "")
