"""`cairn ingest`: documents to index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records import IngestLedger, Manifest


def ingest(
    config: options.Config = options.DEFAULT_CONFIG,
    strict: Annotated[bool, typer.Option("--strict", help="Fail when a file was skipped.")] = False,
    record: options.Record = None,
    replay: options.Replay = None,
    overrides: options.Overrides = None,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Parse, chunk and embed the documents, and write the index with its manifest."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json
    from cairn_nb.retrieval.index import open_index

    changes = options.parse_overrides(overrides)
    loaded = api.load_config(config, changes)
    if headless:
        api.ingest(loaded, strict=strict, record=record, replay=replay)
    else:
        from cairn_nb.cli.notebooks import run_verb

        files = {"record": record, "replay": replay}
        typed = {name: None if file is None else str(file) for name, file in files.items()}
        run_verb("ingest", {"config": str(config), "overrides": changes, "strict": strict, **typed})
    index = open_index(loaded)
    _show_skipped(index.ledger)
    if json_:
        skipped = [entry.model_dump(mode="json") for entry in index.ledger.skipped]
        emit_json({**index.manifest.model_dump(mode="json"), "index_dir": str(loaded.index_dir), "skipped": skipped})
    else:
        _show(index.manifest, skipped=len(index.ledger.skipped), folder=str(loaded.index_dir))


def _show_skipped(ledger: IngestLedger) -> None:
    from cairn_nb.cli.output import tell

    for entry in ledger.skipped:
        tell(f"skipped {entry.source}: {entry.reason}{' - ' + entry.detail if entry.detail else ''}")
    for entry in ledger.warnings:
        tell(f"warning: {entry.source}: {entry.reason}{' - ' + entry.detail if entry.detail else ''}")


def _show(manifest: Manifest, *, skipped: int, folder: str) -> None:
    from cairn_nb.cli.output import table

    table(
        [
            ("documents", str(manifest.doc_count)),
            ("chunks", str(manifest.chunk_count)),
            ("skipped files", str(skipped)),
            ("corpus hash", manifest.corpus_hash[:12]),
            ("index", folder),
        ]
    )
