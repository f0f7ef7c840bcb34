"""The ledger of an arena: a comparison that was paid for is never made again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files.ledger import Ledger
from cairn_nb.judges.pairwise.compare import Compared
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.runner.journal import COMPLETE, open_run_ledger

BoutKey: TypeAlias = tuple[str, str, str, str]


class ArenaJournal:
    """An open ledger with the comparisons that it already holds, by question, both systems in order, and judge."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.done: dict[BoutKey, PairComparison] = {}
        for row in ledger.entries:
            if "case_id" in row:
                found = self._read(row)
                self.done.setdefault(key_of(found), found)
        self.n_resumed = len(self.done)

    def keep(self, compared: Compared) -> None:
        """Write a comparison; it is on disk within about 50 ms."""
        self._ledger.append_line(compared.comparison.model_dump_json())
        self.done[key_of(compared.comparison)] = compared.comparison

    def complete(self) -> None:
        """Say that the results are written, so that the next arena starts anew."""
        self._ledger.append_line(f'{COMPLETE},"comparisons":{len(self.done)}}}')
        self._ledger.flush()

    def _read(self, row: Mapping[str, Any]) -> PairComparison:
        try:
            return PairComparison.model_validate(row)
        except ValidationError as error:
            self._ledger.close()
            problem = f"no comparison: {error.errors()[0]['msg']}"
            raise InputError(problem, path=self._ledger.path, hint="move the ledger away") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ledger.close()


def key_of(comparison: PairComparison) -> BoutKey:
    """What the ledger knows a comparison by."""
    return comparison.case_id, comparison.system_a, comparison.system_b, comparison.judge


def open_arena_journal(state_dir: Path, identity: Mapping[str, Any]) -> ArenaJournal:
    """The ledger of an arena of this identity that no other process is writing.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    InputError
        If the ledger is damaged.
    """
    text = json.dumps(identity, sort_keys=True)
    run_id = f"arena-{hashlib.sha256(text.encode('ascii')).hexdigest()[:16]}"
    return ArenaJournal(open_run_ledger(state_dir, run_id))
