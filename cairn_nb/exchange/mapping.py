"""Which column plays which role: guessed from the names, and overridden where the guess is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from cairn_nb.errors import InputError
from cairn_nb.exchange.roles import ANSWERS, UNIT_HINT, WITHOUT_UNIT, Names

OFF = ""


@dataclass(frozen=True)
class ColumnMapping:
    """The columns in use by role.

    Parameters
    ----------
    columns
        Role to column.
    unused
        The columns that play no role.
    notes
        What a person may want to settle by hand.
    """

    columns: Mapping[str, str]
    unused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(f"{role}={column}" for role, column in self.columns.items())


def guess(
    columns: Iterable[str], given: Mapping[str, str] | None = None, *, roles: Mapping[str, Names] = ANSWERS
) -> ColumnMapping:
    """The mapping of a file's columns.

    Parameters
    ----------
    columns
        The file's columns.
    given
        Role to column, which wins over the guess; an empty column says that no column plays the role.
    roles
        The roles there are, each with the names it usually has.

    Raises
    ------
    InputError
        If `given` names a role or a column that is not there.
    """
    names = tuple(columns)
    chosen = dict(given or {})
    for role, column in chosen.items():
        _check(role, column, names, roles)
    taken = {column for column in chosen.values() if column != OFF}
    for role, usual in roles.items():
        found = next((name for name in _in_order(usual, names) if name not in taken), None)
        if role not in chosen and found is not None:
            chosen[role] = found
            taken.add(found)
    unused = tuple(name for name in names if name not in taken)
    found_roles = {role: chosen[role] for role in roles if chosen.get(role, OFF) != OFF}
    return ColumnMapping(found_roles, unused, tuple(_notes(found_roles, unused)))


def parse_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """``["answer=output"]`` as ``{"answer": "output"}``.

    Raises
    ------
    InputError
        If a pair has no ``=`` or a role is given twice.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        role, equals, column = pair.partition("=")
        if not equals or not role.strip():
            raise InputError("expected ROLE=COLUMN", path="--map", key=pair, hint="for example --map answer=output")
        if role.strip() in found:
            raise InputError("this role is given twice", path="--map", key=role.strip())
        found[role.strip()] = column.strip()
    return found


def _check(role: str, column: str, names: Names, roles: Mapping[str, Names]) -> None:
    if role not in roles:
        close = get_close_matches(role, roles, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"roles: {', '.join(roles)}"
        raise InputError("is no role of a column", path="mapping", key=role, hint=hint)
    if column != OFF and column not in names:
        close = get_close_matches(column, names, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"columns: {', '.join(names)}"
        raise InputError(f"there is no column {column!r}", path="mapping", key=role, hint=hint)


def _in_order(usual: Names, names: Names) -> list[str]:
    """The columns that have one of the usual names, the surest first."""
    folded = [_folded(name) for name in names]
    return [names[folded.index(name)] for name in map(_folded, usual) if name in folded]


def _folded(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _notes(found: Mapping[str, str], unused: Names) -> Iterable[str]:
    if "latency_ms" not in found and "latency_s" not in found:
        yield from (f"{name!r} {UNIT_HINT.format(name)}" for name in unused if _folded(name) in _UNITLESS)


_UNITLESS = frozenset(map(_folded, WITHOUT_UNIT))
