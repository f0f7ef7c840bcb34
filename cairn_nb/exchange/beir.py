"""BEIR's folders: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels/*.tsv``."""

from __future__ import annotations

from pathlib import Path

from cairn_nb.errors import InputError
from cairn_nb.exchange.table import Table
from cairn_nb.exchange.trec import judged
from cairn_nb.files.jsonl import read_rows
from cairn_nb.files.qrels import folder_grades_file, table_grades

CORPUS, QUERIES, QRELS = "corpus.jsonl", "queries.jsonl", "qrels"


def is_beir(folder: Path) -> bool:
    """Whether a folder is one."""
    return (folder / QUERIES).is_file() and (folder / QRELS).is_dir()


def from_folder(folder: Path) -> Table:
    """The judged queries with their relevant documents.

    Judgements are those of ``qrels/test.tsv``, or of the only file there. Without a corpus a document's id stands
    for its text.

    Raises
    ------
    InputError
        If a file is missing or a row of it cannot be used.
    """
    grades = table_grades(folder_grades_file(folder / QRELS))
    questions = _texts(folder / QUERIES, set(grades))
    unasked = next((query for query in grades if query not in questions), None)
    if unasked is not None:
        raise InputError("is judged, and there is no such query", path=folder / QUERIES, key=unasked)
    relevant = {document for found in grades.values() for document, grade in found.items() if grade > 0}
    corpus = folder / CORPUS
    return judged(str(folder), grades, questions, _texts(corpus, relevant) if corpus.is_file() else None)


def _texts(path: Path, wanted: set[str]) -> dict[str, str]:
    """The texts of some ids; a title stands before its text."""
    found = {}
    for line, row in read_rows(path):
        key, text = row.get("_id"), row.get("text")
        if not isinstance(key, str) or not isinstance(text, str):
            raise InputError("expected _id and text", path=path, line=line)
        if key in wanted:
            found[key] = text
    return found
