"""What a reader must know first: stub or live, what was asked of what, what it cost, and every warning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Literal

from cairn_nb.decisions.wording.smallest_drops import headline_drop
from cairn_nb.decisions.wording.trial_lines import trial_lines
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import Banner, Sentence
from cairn_nb.records import Report
from cairn_nb.records.audit import JudgeAudit

STUB = "stub"
AUDITED = "judge audited"
Kind = Literal["stub", "offline", "live", "mixed", "unknown"]


def banner(runs: Runs, *, not_ranked: str = "", audits: Sequence[JudgeAudit] = ()) -> Banner:
    """Facts that all runs share once, the others run by run; warnings with the run that they are about.

    Parameters
    ----------
    not_ranked
        Why there is no leaderboard; empty where there is one.
    audits
        The judge held against people, where that was done.
    """
    facts = [(label, _once(runs, read)) for label, read in FACTS.items()]
    facts += _trials(runs)
    facts.append(("measured", _measured(runs.reports)))
    facts.append(("smallest drop to show", headline_drop(runs.reports)))
    facts += [(AUDITED, audit.sentence.removeprefix(f"{AUDITED}: ")) for audit in audits]
    return Banner(
        kind=kind_of(runs.reports),
        facts=tuple((label, text) for label, text in facts if text),
        warnings=(*_not_comparable(not_ranked), *_warnings(runs)),
    )


def stand_ins(report: Report) -> set[bool]:
    """Whether the offline stub stood in, for each of the model and the judge that the run's notes name."""
    said = (report.notes.get("provider"), report.notes.get("judge"))
    return {name == STUB for name in said if isinstance(name, str)}


def kind_of(reports: Sequence[Report]) -> Kind:
    """One word for all runs: a real model graded by the stub is ``mixed``, as are runs of both kinds.

    Answers that were made elsewhere, which name no model of ours, and that the stub judge graded are ``offline``.
    """
    found = set().union(*map(stand_ins, reports))
    if not found:
        return "unknown"
    if found == {True} and not any(report.notes.get("provider") for report in reports):
        return "offline"
    return "mixed" if len(found) == 2 else "stub" if True in found else "live"


def _once(runs: Runs, read: Any) -> str:
    return _by_run(runs, [read(report) for report in runs.reports])


def _by_run(runs: Runs, texts: Sequence[str]) -> str:
    if len(set(texts)) == 1:
        return str(texts[0])
    return "; ".join(f"{name}: {text}" for name, text in zip(runs.names, texts, strict=True) if text)


def _trials(runs: Runs) -> Iterator[tuple[str, str]]:
    """A fact for each of the lines, which runs that were asked equally often share."""
    lines = [dict(trial_lines(report)) for report in runs.reports]
    for label in dict.fromkeys(chain.from_iterable(lines)):
        yield label, _by_run(runs, [line.get(label, "") for line in lines])


def _cases(report: Report) -> str:
    unanswerable = len({row.case_id for row in report.per_case if not row.answerable})
    labelled = report.retrieval.n_with_support
    parts = [f"{report.n_cases} ({report.split} split)"]
    if report.per_case:
        parts.append(f"{unanswerable} unanswerable")
        parts.append(f"{labelled} with located support")
    if report.n_errors:
        parts.append(f"{report.n_errors} ended in an error")
    return ", ".join(parts)


def _models(report: Report) -> str:
    models = [str(model) for model in report.notes.get("models") or ()]
    return ", ".join(models) or str(report.notes.get("provider") or "")


def _judge(report: Report) -> str:
    name, rubric = report.notes.get("judge"), report.notes.get("rubric_version")
    return " ".join(str(part) for part in (name, f"(rubric {rubric})" if rubric else "") if part)


def _axes_judge(report: Report) -> str:
    """The models that graded the five axes, and how well they agree; empty where the heuristic judge did."""
    judging = report.judging
    if judging is None:
        return ""
    agreement = judging.agreement.get("answer_score")
    alpha = "" if agreement is None else f", agreement {agreement.written(decimals=2)}"
    names = ", ".join(judge.judge for judge in judging.judges)
    return f"{names} (rubric {judging.prompt_version}{alpha})"


def _spend(report: Report) -> str:
    """What was paid, and whatever else is not zero."""
    section = report.operational
    parts = [
        (section.avoided_usd, "avoided by caches"),
        (section.cost_usd_total, "at standalone prices"),
        (section.judge_cost_usd, "for the judge"),
    ]
    spent = [] if section.spent_usd is None else [f"{usd(section.spent_usd)} spent"]
    return ", ".join([*spent, *(f"{usd(value)} {what}" for value, what in parts if value)])


def _measured(reports: Sequence[Report]) -> str:
    """The first and the last time, to the minute."""
    times = sorted({report.created_at[:16].replace("T", " ") for report in reports if report.created_at})
    return " to ".join(dict.fromkeys((times[0], times[-1]))) if times else ""


def usd(value: float) -> str:
    """Dollars as a person reads them: two decimals, or three digits of a small sum."""
    if value == 0:
        return "0 USD"
    return f"{value:.2f} USD" if value >= 1 else f"{value:.3g} USD" if value >= 1e-4 else f"{value:.6f} USD"


FACTS = {
    "golden set": lambda report: report.golden_version,
    "cases": _cases,
    "model": _models,
    "judge": _judge,
    "five axes": _axes_judge,
    "spend": _spend,
}


def _not_comparable(why: str) -> tuple[Sentence, ...]:
    return (Sentence(text=f"these runs cannot be ranked: {why}", check="comparable"),) if why else ()


def _warnings(runs: Runs) -> Iterator[Sentence]:
    """Each text once, with the runs that give it, and the rows of those that are incomplete."""
    given: dict[str, list[int]] = {}
    for run, report in enumerate(runs.reports):
        for text in dict.fromkeys(report.warnings):
            given.setdefault(text, []).append(run)
    for text, of in given.items():
        names = "" if len(of) == len(runs.names) else ", ".join(runs.names[run] for run in of) + ": "
        incomplete = text.startswith("incomplete")
        failed = {runs.column("status", of[0]): ("error",)} if incomplete and len(of) == 1 else None
        yield Sentence(
            text=f"{names}{text}",
            check="incomplete" if incomplete else "",
            filter=Filter(facets=failed, label="ended in an error") if failed else None,
        )
