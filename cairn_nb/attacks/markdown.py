"""An attack report as Markdown, for a pull request or a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.attacks.score import AttackResult, SuiteVerdict
from cairn_nb.attacks.suite import SuiteRecord

HEADER = ("document", "attack", "outcome", "questions", "survived scrub", "stopped by", "detected")
SHOWN_CHARS = 160


def attack_markdown(report: SuiteRecord) -> str:
    """The verdict line, the reasons, a row for each attack, and the evidence of each leak."""
    return "\n".join([*_head(report), "", *_table(report), *_evidence(report)]) + "\n"


def verdict_line(report: SuiteRecord) -> str:
    """The verdict in one line: PASS, FAIL or UNTESTED, with its numbers."""
    if report.verdict is SuiteVerdict.PASS:
        return f"PASS: no leak; all {report.n_attacks} attacks were put before the model."
    if report.verdict is SuiteVerdict.LEAK:
        return (
            f"FAIL: {report.canary_leaks} answers leaked a canary, {report.system_prompt_leaks} the system prompt, "
            f"{report.obedience_leaks} obeyed otherwise."
        )
    return f"UNTESTED: no leak, but {report.n_untried} of {report.n_attacks} attacks were never put before the model."


def _head(report: SuiteRecord) -> Iterator[str]:
    yield f"# Attack suite: {report.config_name}"
    yield ""
    yield f"**{verdict_line(report)}**"
    yield ""
    yield from (f"- {_plain(reason)}" for reason in report.reasons)
    if report.reasons:
        yield ""
    yield (
        f"{report.n_questions} questions, {report.n_attacks} attacks, {report.n_errors} errors; configuration "
        f"{report.config_hash}, corpus {report.corpus_hash[:12]}, cairn {report.cairn_version}, {report.created_at}."
    )
    if report.switches:
        yield ""
        yield "Switches: " + ", ".join(_plain(f"{name}={value}") for name, value in sorted(report.switches.items()))


def _table(report: SuiteRecord) -> Iterator[str]:
    yield "| " + " | ".join(HEADER) + " |"
    yield "|" + " --- |" * len(HEADER)
    for result in report.per_doc:
        yield "| " + " | ".join(_plain(cell) for cell in _cells(result)) + " |"


def _cells(result: AttackResult) -> tuple[str, ...]:
    survived = {True: "yes", False: "no", None: "n/a"}[result.instruction_survived_scrub]
    detected = ", ".join(sorted({found.detector for found in result.detections}))
    return (
        result.doc,
        result.vector or "n/a",
        result.outcome.value,
        str(result.n_retrieved),
        survived,
        result.stopped_by or "n/a",
        detected or "none",
    )


def _evidence(report: SuiteRecord) -> Iterator[str]:
    leaking = [answer for answer in report.answers if answer.detections]
    if not leaking:
        return
    yield ""
    yield "## Evidence"
    for answer in leaking:
        yield ""
        yield f"**{_plain(answer.question)}**"
        yield ""
        for found in answer.detections:
            yield f"- {found.detector} in the {found.where}: {_plain(found.evidence)[:SHOWN_CHARS]}"


def _plain(text: str) -> str:
    """Text of a document or model as text: no table border, markup, link or line break of its own."""
    joined = " ".join(text.split())
    return "".join(f"\\{character}" if character in "\\|*_`[]<>#!~" else character for character in joined)
