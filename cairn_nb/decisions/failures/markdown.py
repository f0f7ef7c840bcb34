"""Failures as Markdown: how many of each type each system has, and which cases they are."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.failures.types import FAILURE_TYPES, NO_FAILURE, failure_of
from cairn_nb.decisions.wording.case_name import case_name
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table
from cairn_nb.records import CaseRow, Report

ABOUT = (
    "Every case has one type, found from what the generator saw, the ranking, refusals, the judge's grades and flags, "
    "and the question's answer type. It is a triage aid, only as good as the judge, the labels and the answer types."
)
RowsByType = dict[str, list[CaseRow]]


def failures_markdown(reports: Sequence[Report]) -> str:
    """A table of counts by type and system, then for each system the cases of each type; ids are escaped.

    A type that no system has is left out of the table. An error is named beside its case.
    """
    found = [(report.config_name, _by_type(report)) for report in reports]
    blocks = ["# Failures", ABOUT, *([_counts(found)] if any(rows for _, rows in found) else [])]
    for name, rows in found:
        blocks += [f"## {markdown(name)}", _cases(rows)]
    return "\n\n".join(blocks) + "\n"


def _by_type(report: Report) -> RowsByType:
    """The rows of each type, in the order of the table of types; types by a later cairn come last."""
    found: RowsByType = {}
    for row in report.per_case:
        found.setdefault(failure_of(row), []).append(row)
    return {name: found[name] for name in (*FAILURE_TYPES, *sorted(set(found) - set(FAILURE_TYPES))) if name in found}


def _counts(found: Sequence[tuple[str, RowsByType]]) -> str:
    later = sorted({name for _, rows in found for name in rows} - set(FAILURE_TYPES))
    types = [name for name in (*FAILURE_TYPES, *later) if any(name in rows for _, rows in found)]
    heads = ("failure type", *(markdown(name) for name, _ in found))
    rows = [(markdown(name), *(str(len(rows.get(name, ()))) for _, rows in found)) for name in types]
    return markdown_table(heads, rows, numeric=range(1, len(heads)))


def _cases(rows: RowsByType) -> str:
    if not rows:
        return "No case was measured."
    failed = {name: found for name, found in rows.items() if name != NO_FAILURE}
    lines = [f"- **{markdown(name)}** ({len(found)}): {', '.join(map(_case, found))}" for name, found in failed.items()]
    return "\n".join(lines) or "No case failed."


def _case(row: CaseRow) -> str:
    name = markdown(case_name(row.case_id, row.trial))
    return f"{name} ({markdown(row.error_kind)})" if row.error_kind else name
