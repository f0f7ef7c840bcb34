"""Inspect's logs: JSON, or ``.eval``, which is a zip of JSON files."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError
from cairn_nb.exchange.cells import first
from cairn_nb.exchange.mapping import guess
from cairn_nb.exchange.roles import ANSWER, CASE
from cairn_nb.exchange.rows import from_array, parsed
from cairn_nb.exchange.table import Line, Table
from cairn_nb.exchange.zipped import member

TOOL = "Inspect"
ATTACHMENT = "attachment://"
IN_METADATA = {
    "contexts": ANSWER["contexts"],
    **{role: CASE[role] for role in ("answerable", "unanswerable", "support", "reference_contexts", "category")},
}
CONVERT = "install cairn-nb[parquet], which unpacks it, or read what `inspect log convert --to json` writes"


def is_log(value: Any) -> bool:
    """Whether a JSON document is one."""
    return isinstance(value, Mapping) and isinstance(value.get("samples"), list) and "eval" in value


def from_log(path: Path, value: Mapping[str, Any]) -> Table:
    """Its samples, each epoch a trial."""
    table = from_array(path, value["samples"], tool=TOOL)
    lines = tuple(Line(line.place, _row(line.values)) for line in table.lines)
    return Table(table.name, lines, TOOL, table.misfits)


def from_eval(path: Path) -> Table:
    """The samples of an ``.eval`` file.

    Raises
    ------
    InputError
        If it is no zip, packed by a method that is not known here, or holds no sample.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            samples = list(_samples(archive, path))
    except (zipfile.BadZipFile, OSError) as error:
        raise InputError(f"cannot be read as a log: {error}", path=path, hint=CONVERT) from error
    except (NotImplementedError, RuntimeError) as error:
        raise InputError(
            f"is packed in a way that cannot be unpacked here: {error}", path=path, hint=CONVERT
        ) from error
    return from_log(path, {"samples": samples})


def _samples(archive: zipfile.ZipFile, path: Path) -> Iterator[Any]:
    for name in sorted(archive.namelist()):
        if name.startswith("samples/") and name.endswith(".json"):
            yield parsed(member(archive, name).decode("utf-8", "replace"), Path(f"{path}!{name}"))


def _row(sample: Mapping[str, Any]) -> dict[str, Any]:
    output = sample.get("output")
    metadata = sample.get("metadata")
    extra = metadata if isinstance(metadata, Mapping) else {}
    error = sample.get("error")
    return {
        **{role: extra[name] for role, name in guess(extra, roles=IN_METADATA).columns.items()},
        "id": sample.get("id"),
        "trial": sample.get("epoch"),
        "question": _asked(sample),
        "reference": sample.get("target"),
        "answer": _completion(sample, output if isinstance(output, Mapping) else {}),
        "error": error.get("message", "failed") if isinstance(error, Mapping) else error,
        "latency_s": first(sample, "working_time", "total_time"),
        "tokens": _tokens(sample.get("model_usage")),
        **_tokens_apart(sample.get("model_usage")),
        "model": output.get("model") if isinstance(output, Mapping) else None,
        "scores": _scores(sample.get("scores")),
    }


def _asked(sample: Mapping[str, Any]) -> str | None:
    """The input, or the last thing that the user says in it."""
    asked = sample.get("input")
    if not isinstance(asked, list):
        return _whole(sample, asked)
    said = [message for message in asked if isinstance(message, Mapping) and message.get("role") == "user"]
    return _whole(sample, said[-1].get("content")) if said else None


def _completion(sample: Mapping[str, Any], output: Mapping[str, Any]) -> str | None:
    choices = output.get("choices")
    message = choices[0].get("message") if isinstance(choices, list) and choices else None
    content = message.get("content") if isinstance(message, Mapping) else output.get("completion")
    return _whole(sample, content)


def _whole(sample: Mapping[str, Any], content: Any) -> str | None:
    """A message's text; long ones lie apart, as attachments."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping) and part.get("type") == "text"]
        return "\n".join(str(_whole(sample, part)) for part in parts if part is not None)
    if isinstance(content, str) and content.startswith(ATTACHMENT):
        attachments = sample.get("attachments")
        return attachments.get(content.removeprefix(ATTACHMENT)) if isinstance(attachments, Mapping) else None
    return content if content is None else str(content)


def _tokens(usage: Any) -> int | None:
    if not isinstance(usage, Mapping) or not usage:
        return None
    return sum(int(model.get("total_tokens") or 0) for model in usage.values() if isinstance(model, Mapping))


def _tokens_apart(usage: Any) -> dict[str, Any]:
    """Tokens in and out where one model alone was asked: only then is it known whose price they have."""
    models = list(usage.values()) if isinstance(usage, Mapping) else []
    if len(models) != 1 or not isinstance(models[0], Mapping):
        return {}
    return {name: models[0].get(name) for name in ("input_tokens", "output_tokens")}


def _scores(scores: Any) -> dict[str, Any]:
    named = scores if isinstance(scores, Mapping) else {}
    return {name: score.get("value") for name, score in named.items() if isinstance(score, Mapping)}
