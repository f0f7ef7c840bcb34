"""SQuAD's files: questions with answers in their paragraphs, and predictions, ``{"id": "answer"}``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError
from cairn_nb.exchange.table import Line, Table
from cairn_nb.text.sentences import sentence_spans

TOOL = "SQuAD"


def is_squad(value: Any) -> bool:
    """Whether a JSON document is a set of articles with questions."""
    articles = value.get("data") if isinstance(value, Mapping) else None
    return isinstance(articles, list) and all(isinstance(each, Mapping) and "paragraphs" in each for each in articles)


def is_predictions(value: Any) -> bool:
    """Whether a JSON document is answers by question id."""
    return isinstance(value, Mapping) and bool(value) and all(isinstance(answer, str) for answer in value.values())


def from_predictions(path: Path, value: Mapping[str, str]) -> Table:
    """A row an answer. An empty one says that the text holds none, which is an abstention."""
    lines = [
        Line(f"{path} {key}", {"id": key, "answer": each, "status": None if each.strip() else "abstained"})
        for key, each in value.items()
    ]
    return Table(str(path), tuple(lines))


def from_articles(path: Path, value: Mapping[str, Any]) -> Table:
    """A row a question. Its supports are the sentences that hold an answer, its document is the article.

    Raises
    ------
    InputError
        If an article is not made as SQuAD makes it; it is named.
    """
    return Table(str(path), tuple(_lines(path, value)), TOOL)


def _lines(path: Path, value: Mapping[str, Any]) -> Iterator[Line]:
    for number, article in enumerate(value["data"], start=1):
        title = str(article.get("title") or f"article {number}")
        try:
            for paragraph in article["paragraphs"]:
                for asked in paragraph["qas"]:
                    yield Line(f"{path} question {asked['id']}", _row(title, paragraph["context"], asked))
        except (KeyError, TypeError) as error:
            raise InputError(f"not made as SQuAD makes it: {error}", path=path, key=title) from error


def _row(title: str, context: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    answers = [answer["text"] for answer in asked.get("answers") or ()]
    spans = [(answer.get("answer_start"), len(answer["text"])) for answer in asked.get("answers") or ()]
    quotes = dict.fromkeys(_sentence(context, start, length) for start, length in spans if isinstance(start, int))
    return {
        "id": asked["id"],
        "question": asked["question"],
        "reference": answers,
        "unanswerable": bool(asked.get("is_impossible", False)),
        "support": [{"doc": title, "quote": quote} for quote in quotes if quote.strip()],
        "category": title,
    }


def _sentence(context: str, start: int, length: int) -> str:
    """The sentences that an answer stands in, as one piece of the paragraph."""
    inside = [(begin, end) for begin, end in sentence_spans(context) if begin < start + length and end > start]
    return context[inside[0][0] : inside[-1][1]] if inside else context[start : start + length]
