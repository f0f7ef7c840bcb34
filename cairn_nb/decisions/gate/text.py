"""A verdict as plain text for a terminal."""

from __future__ import annotations

from cairn_nb.records import GateVerdict

HEADINGS = {True: "promote", False: "roll back", None: "no verdict"}


def verdict_text(verdict: GateVerdict) -> str:
    """The verdict's line, what changed, each reason, what could not be decided, and the notes."""
    lines = [verdict_line(verdict), *_delta_lines(verdict)]
    lines += [f"- {reason}" for reason in verdict.reasons]
    lines += [f"? {sentence}" for sentence in verdict.undecided]
    lines += [f"note: {note}" for note in verdict.notes]
    return "\n".join(lines)


def verdict_line(verdict: GateVerdict) -> str:
    """``roll back: default against default on judge_score``."""
    heading = HEADINGS[verdict.promote]
    return f"{heading}: {verdict.candidate} against {verdict.baseline} on {verdict.primary_metric}"


def delta_text(name: str, value: float | None) -> str:
    """A change with its sign; relative ones in percent, ``n/a`` where there is none."""
    if value is None:
        return "n/a"
    value = value + 0.0 if abs(value) >= 5e-5 else 0.0
    return f"{value:+.1%}" if name.endswith("_relative") else f"{value:+.4f}"


def _delta_lines(verdict: GateVerdict) -> list[str]:
    width = max((len(name) for name in verdict.deltas), default=0)
    lines = [f"  {name:<{width}}  {delta_text(name, value):>9}" for name, value in verdict.deltas.items()]
    return [f"  {'metric':<{width}}  candidate minus baseline", *lines] if lines else []
