"""An index as tables: what is in it, and what was left out."""

from __future__ import annotations

from cairn_nb.explorer.tables.table import Table
from cairn_nb.records import IngestLedger, Manifest


def manifest(record: Manifest) -> Table:
    """What the index was built from."""
    cost = "no price known" if record.embedding_cost_usd is None else f"{record.embedding_cost_usd:.6f} USD"
    rows = (
        ("documents", str(record.doc_count)),
        ("chunks", str(record.chunk_count)),
        ("chunker", _component(record.chunker, record.chunker_params)),
        ("embedder", _component(record.embedder, record.embedder_params)),
        ("dimensions", str(record.embedding_dim)),
        ("embedding cost", cost),
        ("corpus hash", record.corpus_hash),
    )
    return Table(caption="", heads=("index", ""), rows=rows)


def _component(name: str, params: dict[str, object]) -> str:
    given = ", ".join(f"{key} {value}" for key, value in sorted(params.items()))
    return f"{name} ({given})" if given else name


def skipped(ledger: IngestLedger) -> Table:
    """Files that were left out, and files that were read with a reservation."""
    rows = [(entry.source, "skipped", entry.reason, entry.detail) for entry in ledger.skipped]
    rows += [(entry.source, "read, but", entry.reason, entry.detail) for entry in ledger.warnings]
    caption = f"{len(ledger.read)} files read, {len(ledger.skipped)} skipped"
    return Table(caption=caption, heads=("file", "", "why", "what to do"), rows=tuple(rows))
