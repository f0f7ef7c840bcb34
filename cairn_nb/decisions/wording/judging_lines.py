"""What models said of a report's answers beside the grade of 0 to 1, as lines of a name and a text."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.records import Report
from cairn_nb.records.judging import JudgingSection


def judging_lines(report: Report) -> list[tuple[str, str]]:
    """The answer score, who gave it and how well they agree; the rate of claims; and what judging cost.

    Empty where no model judged and no claim was checked.
    """
    lines = [] if report.judging is None else [*_of_axes(report, report.judging)]
    for name, label in (("claim_support_rate", "claims supported"), ("unsupported_claims", "unsupported claims")):
        found = report.estimates.get(name)
        if found is not None and found.value is not None:
            lines.append((label, str(found)))
    cost = report.operational.judge_cost_usd
    return [*lines, ("cost of judging (USD)", f"{cost:.6f}")] if cost else lines


def _of_axes(report: Report, judging: JudgingSection) -> Iterator[tuple[str, str]]:
    yield "answer score (0 to 5)", str(report.estimates.get("answer_score", "n/a"))
    yield "judges", ", ".join(judge.judge for judge in judging.judges)
    alpha = judging.agreement.get("answer_score")
    if alpha is not None:
        yield "judges' agreement", str(alpha)
