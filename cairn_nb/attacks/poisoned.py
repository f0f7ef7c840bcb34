"""Read a folder of poisoned documents: the attacks that ``attacks.jsonl`` lists."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from pydantic import Field, ValidationError

from cairn_nb.attacks.letters import squash
from cairn_nb.config.model import Config
from cairn_nb.errors import CorpusError
from cairn_nb.files.jsonl import read_rows
from cairn_nb.records.base import Record

ATTACKS_FILE = "attacks.jsonl"
MIN_CANARY_LETTERS = 8


class AttackSpec(Record):
    """One poisoned document.

    `doc` is its path relative to the folder. `canary` stands nowhere else, so that an answer which holds it
    obeyed or copied the attack. `questions` are plausible questions that find the document; `vector` names
    the kind of attack.
    """

    doc: str = Field(min_length=1)
    canary: str = Field(min_length=1)
    instruction: str = ""
    vector: str = ""
    description: str = ""
    questions: tuple[str, ...] = ()


def poisoned_dir(config: Config) -> Path:
    """Where poisoned documents are looked for when no folder is named: ``poisoned`` beside the corpus."""
    return config.corpus_dir.parent / "poisoned"


def poisoned_config(config: Config, folder: Path) -> Config:
    """The same experiment over the poisoned documents, under a name (and so an index) of its own."""
    return config.changed(name=f"{config.name}-poisoned", corpus=str(folder.resolve()))


def read_attacks(folder: Path) -> tuple[AttackSpec, ...]:
    """The attacks of a folder, in the order of the file.

    Raises
    ------
    CorpusError
        Naming file and line: no folder or file, no attack in it, a key that is missing, misspelt or of the
        wrong type, a document that is not there or listed twice, a canary that is too short or used twice.
    """
    path = folder / ATTACKS_FILE
    if not path.is_file():
        raise CorpusError(
            "no list of attacks", path=path, hint="name a folder with --poisoned, or run 'cairn corpus generate'"
        )
    rows = [(line, _spec(row, path, line)) for line, row in read_rows(path, error=CorpusError)]
    if not rows:
        raise CorpusError("lists no attack", path=path, hint="add one JSON object a line with 'doc' and 'canary'")
    for line, spec in rows:
        _check(spec, folder, path, line)
    _check_unique(((line, "doc", spec.doc) for line, spec in rows), path)
    _check_unique(((line, "canary", squash(spec.canary).letters) for line, spec in rows), path)
    return tuple(spec for _, spec in rows)


def _spec(row: dict[str, object], path: Path, line: int) -> AttackSpec:
    try:
        return AttackSpec.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise CorpusError(first["msg"], path=path, line=line, key=key) from error


def _check(spec: AttackSpec, folder: Path, path: Path, line: int) -> None:
    if len(squash(spec.canary).letters) < MIN_CANARY_LETTERS:
        raise CorpusError(
            f"'{spec.canary}' has fewer than {MIN_CANARY_LETTERS} letters and digits, so innocent text could hold it",
            path=path,
            line=line,
            key="canary",
        )
    inside = not PurePosixPath(spec.doc).is_absolute() and ".." not in PurePosixPath(spec.doc).parts
    if not inside or not (folder / spec.doc).is_file():
        raise CorpusError(f"there is no document '{spec.doc}' in this folder", path=path, line=line, key="doc")


def _check_unique(values: Iterable[tuple[int, str, str]], path: Path) -> None:
    seen: dict[str, int] = {}
    for line, key, value in values:
        if value in seen:
            raise CorpusError(f"'{value}' is already on line {seen[value]}", path=path, line=line, key=key)
        seen[value] = line
