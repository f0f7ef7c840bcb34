"""A gate's verdict as tables: its sentences, its paired differences, and the cases that changed."""

from __future__ import annotations

from cairn_nb.decisions.comparing.change_kinds import KINDS
from cairn_nb.decisions.comparing.changes import ChangedCase
from cairn_nb.decisions.comparing.changes import changed_cases as find_changes
from cairn_nb.decisions.wording.comparison_text import p_digits
from cairn_nb.explorer.tables.table import MISSING, Table
from cairn_nb.records import Comparison, GateVerdict, Report

WORDS = {True: "promote", False: "roll back", None: "no verdict"}
OUTCOMES = {"worse": "worse", "not_worse": "not worse", "cannot_tell": "cannot tell"}
SHOWN_CASES = 200


def verdict(decision: GateVerdict) -> Table:
    """The verdict first, then every reason, everything undecided, and every note."""
    title = f"{WORDS[decision.promote]}: {decision.candidate} against {decision.baseline} on {decision.primary_metric}"
    rows = [("reason", text) for text in decision.reasons]
    rows += [("undecided", text) for text in decision.undecided]
    rows += [("note", text) for text in decision.notes]
    return Table(caption=title, heads=("", "sentence"), rows=tuple(rows))


def comparisons(decision: GateVerdict) -> Table:
    """Candidate minus baseline over the cases both score, with the interval, and what could have been seen."""
    heads = ("measure", "difference [interval]", "outcome", "p", "better, equal, worse", "smallest visible drop")
    return Table(caption="", heads=heads, rows=tuple(_comparison(entry) for entry in decision.comparisons))


def _comparison(entry: Comparison) -> tuple[str, ...]:
    return (
        entry.metric,
        str(entry.difference),
        OUTCOMES[entry.outcome],
        p_digits(entry.p_value, missing=MISSING),
        f"{entry.wins}, {entry.ties}, {entry.losses}",
        MISSING if entry.smallest_visible is None else f"{entry.smallest_visible:.3f}",
    )


def changed_cases(baseline: Report, candidate: Report) -> Table:
    """The cases that changed, each with every way in which it did, and both answers beside each other."""
    changes = find_changes(baseline, candidate)
    kinds: dict[str, list[str]] = {}
    cases: dict[str, ChangedCase] = {}
    for kind in KINDS:
        for case in getattr(changes, kind.key):
            kinds.setdefault(case.case_id, []).append(kind.label)
            cases[case.case_id] = case
    rows = [(", ".join(kinds[key]), key, case.question or "", case.before, case.after) for key, case in cases.items()]
    caption = f"{len(rows)} cases changed" + (f"; the first {SHOWN_CASES} are shown" if len(rows) > SHOWN_CASES else "")
    heads = ("change", "case", "question", "baseline", "candidate")
    return Table(caption=caption, heads=heads, rows=tuple(rows[:SHOWN_CASES]))
