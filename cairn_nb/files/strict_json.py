"""JSON by the letter: no NaN, no Infinity, no key twice, nothing cut off; every refusal says where."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any, NoReturn

from cairn_nb.errors import InputError

STRING_OR_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|NaN|-?Infinity')
HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
BOM = "\ufeff"


class _Refused(Exception):
    """What is wrong and, when known, with which key; the place in the file is added by the caller."""

    def __init__(self, problem: str, *, key: str | None = None, constant: bool = False) -> None:
        super().__init__(problem)
        self.problem, self.key, self.constant = problem, key, constant


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused("this key stands twice in one object", key=key)
            seen.add(key)
    return value


def _is_cut(text: str, problem: json.JSONDecodeError) -> bool:
    """Whether more text could have made it valid: it ends between two parts, in a string, a number or a word."""
    rest = text.rstrip()[problem.pos :]
    in_word = any(word.startswith(rest) for word in ("true", "false", "null"))
    return in_word or not rest.strip(".eE+-") or problem.msg.startswith("Unterminated string")


def _constant(word: str) -> NoReturn:
    raise _Refused(f"{word} is not a number that JSON or a report may hold", constant=True)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Refused(f"{digits[:40]} is too large for a number")
    return number


def _constant_line(text: str) -> int:
    """The line of the first NaN or Infinity that is not inside a string."""
    for found in STRING_OR_CONSTANT.finditer(text):
        if not found[0].startswith('"'):
            return text.count("\n", 0, found.start()) + 1
    return 1


def _check_pairs(text: str, value: Any) -> None:
    """Refuse half a surrogate pair: it is no character and could not be written again."""
    if not HALF_PAIR.search(text):
        return
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise _Refused("an escape such as \\ud83d stands without its other half, so it is no character") from None


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_finite)


def loads(
    text: str, path: Path | str | None = None, *, line: int | None = None, error: type[InputError] = InputError
) -> Any:
    """A JSON text's value.

    Parameters
    ----------
    text
        The JSON text.
    path
        The file it came from, for the message.
    line
        The line it stands on, when it is one line of a longer file; else lines are counted in `text`.
    error
        The kind of error to raise.

    Raises
    ------
    InputError
        If it is not JSON, is cut off, repeats a key, or holds NaN, Infinity or half a surrogate pair.
    """
    try:
        value = _DECODER.decode(text)
        _check_pairs(text, value)
    except _Refused as refused:
        where = line if line is not None else (_constant_line(text) if refused.constant else None)
        raise error(refused.problem, path=path, line=where, key=refused.key) from None
    except json.JSONDecodeError as problem:
        what = "the text ends too early" if _is_cut(text, problem) else f"not valid JSON: {problem.msg}"
        place = f"{what}, at character {problem.colno}"
        raise error(place, path=path, line=line if line is not None else problem.lineno) from None
    except (ValueError, RecursionError) as problem:
        raise error(f"not usable JSON: {problem}", path=path, line=line) from None
    return value


def read_text(path: Path | str, *, error: type[InputError] = InputError) -> str:
    """A UTF-8 file's text without a byte-order mark.

    Raises
    ------
    InputError
        If the file is missing, cannot be read, or is not UTF-8; the line of the first wrong byte is named.
    """
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise error("there is no such file", path=path) from None
    except OSError as problem:
        raise error(f"cannot be read: {problem.strerror or problem}", path=path) from problem
    try:
        return data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise error("not UTF-8 text", path=path, line=line, hint="save the file as UTF-8") from None


def read(path: Path | str, *, error: type[InputError] = InputError) -> Any:
    """The value of a JSON file; raises as `loads` and `read_text` do."""
    return loads(read_text(path, error=error), path, error=error)
