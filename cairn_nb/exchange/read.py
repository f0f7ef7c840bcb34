"""The one way in: a path or a DataFrame to a table of rows, whatever tool wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cairn_nb.errors import InputError
from cairn_nb.exchange import beir, deepeval, inspect_log, promptfoo, rows, squad, trec
from cairn_nb.exchange.table import Table
from cairn_nb.files import strict_json

if TYPE_CHECKING:
    import pandas as pd

Source: TypeAlias = "str | Path | pd.DataFrame"
FORMATS = "rows as .jsonl, .json, .csv, .tsv or .parquet; results of DeepEval, promptfoo or Inspect; TREC's files"


def read_answers(source: Source, system: str | None = None) -> Table:
    """The rows of a file or DataFrame of answers.

    Parameters
    ----------
    source
        The file or DataFrame.
    system
        Which of several systems' answers; needed only where the file holds more than one's.

    Raises
    ------
    InputError
        If there is no such file, its format is not known, it cannot be read, or it is not clear whose answers count.
    MissingExtraError
        If it is Parquet and pyarrow is not installed.
    """
    table = _frame_or_file(source)
    if table.grades is not None:
        raise InputError("holds judgements, not answers", path=table.name, hint="name it with --golden")
    if system is None and len(table.systems) <= 1:
        return table
    if system not in table.systems:
        names = ", ".join(repr(name) for name in table.systems)
        problem = "holds the answers of several systems" if system is None else f"holds no answer of {system!r}"
        hint = (
            f"name one with --system; it holds {names}"
            if any(table.systems)
            else "it names no system: leave out --system"
        )
        raise InputError(problem, path=table.name, hint=hint)
    return table.of(system)


def read_cases(source: Source) -> Table:
    """The rows of a file, folder or DataFrame of questions; raises as `read_answers` does."""
    return _frame_or_file(source)


def _frame_or_file(source: Source) -> Table:
    if not isinstance(source, str | Path):
        return rows.from_frame(source)
    path = Path(source)
    if not path.exists():
        raise InputError("there is no such file", path=path)
    return _folder(path) if path.is_dir() else _file(path)


def _folder(path: Path) -> Table:
    if beir.is_beir(path):
        return beir.from_folder(path)
    found = [(file, value) for file in sorted(path.glob("*.json")) if squad.is_squad(value := _json(file))]
    if not found:
        raise InputError("is a folder, and neither BEIR's nor SQuAD's", path=path, hint=f"name a file: {FORMATS}")
    tables = [squad.from_articles(file, value) for file, value in found]
    return Table(str(path), tuple(line for table in tables for line in table.lines), squad.TOOL)


def _file(path: Path) -> Table:
    suffix = path.suffix.lower()
    if suffix in rows.READERS:
        return rows.READERS[suffix](path)
    if suffix == ".json":
        return _document(path, _json(path))
    if suffix == ".eval":
        return inspect_log.from_eval(path)
    n_fields = trec.is_trec(path)
    if n_fields is None:
        raise InputError("the format is not known", path=path, hint=f"known are {FORMATS}")
    return trec.from_run(path) if n_fields == trec.RUN_FIELDS else trec.from_qrels(path)


def _json(path: Path) -> Any:
    return rows.parsed(strict_json.read_text(path), path)


def _document(path: Path, value: Any) -> Table:
    if deepeval.is_test_run(value):
        return deepeval.from_test_run(path, value)
    if (results := promptfoo.results_of(value)) is not None:
        return promptfoo.from_results(path, results)
    if inspect_log.is_log(value):
        return inspect_log.from_log(path, value)
    if squad.is_squad(value):
        return squad.from_articles(path, value)
    return squad.from_predictions(path, value) if squad.is_predictions(value) else rows.from_array(path, value)
