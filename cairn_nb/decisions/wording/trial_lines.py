"""What several trials of every question came to, as lines of a name and a text."""

from __future__ import annotations

from cairn_nb.records import Report


def trial_lines(report: Report) -> list[tuple[str, str]]:
    """How often each question was asked, how much its grade varied, and how often it was answered right.

    Empty where every question was asked once; what was not measured is left out.
    """
    section = report.trials
    if section is None:
        return []
    k, spread = section.n_trials, section.answer_score_trial_sd
    lines = [("trials", str(k))]
    if spread is not None:
        lines.append(("answer score between trials", f"standard deviation {spread:.3f}"))
    if section.pass_at_k is not None:
        lines.append((f"pass@{k}: right at least once", str(section.pass_at_k)))
    if section.pass_hat_k is not None:
        lines.append((f"pass^{k}: right every time", str(section.pass_hat_k)))
    return lines
