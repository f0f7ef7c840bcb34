"""Foreign documents and questions laid out as projects, and the real command run on them."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

CAIRN = (str(Path(sys.executable).with_name("cairn")),)
TIMEOUT_S = 240


@dataclass(frozen=True)
class Done:
    """How a command ended, what it said, and the CPU time it and its children took."""

    code: int
    out: str
    err: str
    cpu_s: float

    @property
    def json(self) -> Any:
        """What it printed on stdout, which with --json is one JSON document and nothing else."""
        return json.loads(self.out)


def command(args: Sequence[str], *, folder: Path, env: Mapping[str, str] | None = None) -> Done:
    """Run any command in a folder, without the switches of the surrounding environment."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("CAIRN_")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        args, cwd=folder, env={**clean, **(env or {})}, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Done(done.returncode, done.stdout, done.stderr, cpu_s)


@dataclass(frozen=True)
class Project:
    """A folder with documents, golden cases and experiment files."""

    folder: Path

    def cairn(self, *args: str, env: Mapping[str, str] | None = None) -> Done:
        """Run the command in this project's folder."""
        return command((*CAIRN, *args), folder=self.folder, env=env)

    def ok(self, *args: str, env: Mapping[str, str] | None = None) -> Done:
        """Run the command, which has to succeed."""
        done = self.cairn(*args, env=env)
        assert done.code == 0, f"cairn {' '.join(args)}: exit {done.code}\n{done.out}\n{done.err}"
        return done

    def configure(self, name: str, **sections: Any) -> str:
        """Write an experiment file; returns its name."""
        content = {"name": name, "corpus": "docs", "golden": "cases.jsonl", **sections}
        (self.folder / f"{name}.yaml").write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")
        return f"{name}.yaml"

    def documents(self, texts: Iterable[tuple[str, str]]) -> None:
        """Write documents, by path and text."""
        for name, text in texts:
            path = self.folder / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")

    def golden(self, rows: Iterable[Mapping[str, Any]], name: str = "cases.jsonl") -> None:
        """Write a golden set."""
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (self.folder / name).write_text(text, encoding="utf-8")

    def report(self, name: str) -> dict[str, Any]:
        """A report's content, by its file's name in this folder."""
        content: dict[str, Any] = json.loads((self.folder / name).read_text(encoding="utf-8"))
        return content


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def span_project(folder: Path, source: Path, *, keep: Callable[[dict[str, Any]], bool] = lambda _: True) -> Project:
    """A project from ``corpus.jsonl`` and ``qa.jsonl``: a text file a passage, a case a question.

    Parameters
    ----------
    keep
        Which rows, of both files, belong to it.
    """
    project = Project(folder)
    texts = {row["doc_id"]: row["text"] for row in rows_of(source / "corpus.jsonl") if keep(row)}
    project.documents((f"{doc}.txt", text) for doc, text in texts.items())
    project.golden(_case(row, texts) for row in rows_of(source / "qa.jsonl") if keep(row))
    return project


def _case(row: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    support = [
        {"doc": f"{span['doc_id']}.txt", "quote": _whole_words(texts[span["doc_id"]], span["start"], span["end"])}
        for span in row["evidence"]
    ]
    expected = row["answers"][0] if row["answerable"] else None
    return {
        "id": row["id"],
        "question": row["question"],
        "answerable": row["answerable"],
        "expected_answer": expected,
        "support": support,
        "category": row.get("lang"),
    }


def _whole_words(text: str, start: int, end: int) -> str:
    """The span, widened to the borders of its words: annotators mark parts of words, quotes stand by themselves.

    Chinese and Japanese write no spaces, and need none.
    """
    while start > 0 and _joined(text[start - 1], text[start]):
        start -= 1
    while end < len(text) and _joined(text[end - 1], text[end]):
        end += 1
    return text[start:end]


def _joined(before: str, after: str) -> bool:
    inside_a_number = {before, after} & set(".,") and (before + after).strip(".,").isdecimal()
    word = before.isalnum() and after.isalnum() and max(before, after) < "\u2e80"
    return word or bool(inside_a_number)
