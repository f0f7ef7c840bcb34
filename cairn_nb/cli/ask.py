"""`cairn ask`: one question, one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records import Answer, Passage

WIDTH = 100


def ask(
    question: Annotated[str, typer.Argument(help="The question.")],
    config: options.Config = options.DEFAULT_CONFIG,
    threshold: Annotated[float | None, typer.Option(help="Use this threshold instead of the calibrated one.")] = None,
    passages: Annotated[bool, typer.Option("--passages", help="Show the passages too.")] = False,
    record: options.Record = None,
    replay: options.Replay = None,
    overrides: options.Overrides = None,
    json_: options.Json = False,
) -> None:
    """Answer one question with verified citations, or abstain and show the closest passages."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    loaded = api.load_config(config, options.parse_overrides(overrides))
    answer = api.ask(loaded, question, threshold=threshold, record=record, replay=replay)
    if json_:
        emit_json(answer)
    else:
        _show(answer, passages=passages)


def _show(answer: Answer, *, passages: bool) -> None:
    from cairn_nb.cli.output import number, say

    say(answer.text)
    say("")
    places = {passage.chunk_id: _place(passage) for passage in answer.passages}
    for claim in answer.claims:
        mark = "verified" if claim.supported else f"NOT verified: {claim.problem}"
        say(f"- {claim.text}  [{mark}]")
        for citation in claim.citations:
            say(f"    {places.get(citation.chunk_id, citation.chunk_id)}: “{' '.join(citation.quote.split())}”")
    threshold = number(answer.threshold, missing="none")
    say(f"{answer.status}; confidence {number(answer.confidence)}, threshold {threshold}")
    if passages or answer.status == "abstained":
        for passage in [passage for passage in answer.passages if passage.shown]:
            say("")
            _show_passage(passage)


def _place(passage: Passage) -> str:
    """Where a passage stands, for a person."""
    parts = [passage.source]
    if passage.page is not None:
        parts.append(f"page {passage.page}")
    if passage.heading:
        parts.append(passage.heading)
    return ", ".join(parts)


def _show_passage(passage: Passage) -> None:
    import textwrap

    from cairn_nb.cli.output import say

    say(f"{passage.rank}. {_place(passage)}  (score {passage.score:.4f}, chunk {passage.chunk_id})")
    text = " ".join(passage.text.split())
    say(textwrap.fill(text, WIDTH, initial_indent="   ", subsequent_indent="   ", break_long_words=False))
