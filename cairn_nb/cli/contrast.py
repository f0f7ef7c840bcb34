"""`cairn contrast`: the questions that only one of two systems is right on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.contrast import ContrastSets, PairSummary

HEADS = ("A", "B", "questions", "only A right", "only B right", "p", "p (Holm)", "p (McNemar)")


def contrast(
    run: Annotated[str, typer.Argument(metavar="RUN | REPORT", help="A bench run's folder; or a report.")],
    a: Annotated[
        str | None, typer.Argument(metavar="A | REPORT", help="A system of the run; or the other report.")
    ] = None,
    b: Annotated[str | None, typer.Argument(metavar="B", help="Another system of the run.")] = None,
    source: Annotated[str | None, typer.Option(help="What says who is right: score, or verdicts of the arena.")] = None,
    threshold: Annotated[
        float | None, typer.Option(help="From which answer score a system is right; by default 4.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write; by default the bench run's own.")] = None,
    json_: options.Json = False,
) -> None:
    """List the questions that exactly one of two systems is right on, and where the two part."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    found = api.contrast(run, a, b, source=source, threshold=threshold, out=out)
    if json_:
        emit_json(found.summary)
    else:
        _show(found)


def _show(found: ContrastSets) -> None:
    from cairn_nb.cli.output import columns, say
    from cairn_nb.decisions.contrast.wording import pair_sentences, rule_sentence

    say(rule_sentence(found.summary))
    columns(HEADS, [_row(pair) for pair in found.summary.pairs])
    for pair in found.summary.pairs:
        sentences = [said.text for said in pair_sentences(found, pair) if said.question_ids]
        if sentences and len(found.summary.pairs) > 1:
            say(f"{pair.system_a} and {pair.system_b}:")
        for text in sentences:
            say(text)
        for reason, count in pair.skipped.items():
            say(f"{pair.system_a}, {pair.system_b}: skipped, {reason.replace('_', ' ')}: {count}")
    for note in found.summary.notes:
        say(f"note: {note}")


def _row(pair: PairSummary) -> tuple[str, ...]:
    from cairn_nb.decisions.contrast.wording import percent
    from cairn_nb.decisions.wording.comparison_text import p_digits

    return (
        pair.system_a,
        pair.system_b,
        str(pair.n_compared),
        f"{pair.only_a} ({percent(pair.only_a_share)})",
        f"{pair.only_b} ({percent(pair.only_b_share)})",
        *(p_digits(p) for p in (pair.p_value, pair.p_holm, pair.p_mcnemar)),
    )
