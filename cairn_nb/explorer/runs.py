"""The runs that a view shows: what each is called, and their rows side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from cairn_nb.decisions.wording.case_name import case_name
from cairn_nb.errors import InputError
from cairn_nb.records import CaseRow, Evidence, Report

Mode: TypeAlias = Literal["one", "two", "many"]
EvidenceByCase: TypeAlias = Mapping[tuple[str, int], Evidence]
UNNAMED = "unnamed"
RowKey: TypeAlias = tuple[str, int, int]  # case id, trial, and which of its rows where a report has it twice


@dataclass(frozen=True)
class Runs:
    """Reports in the order they were given (of two, the baseline first), each with a name of its own."""

    reports: tuple[Report, ...]
    names: tuple[str, ...]

    @property
    def mode(self) -> Mode:
        """How many runs there are to compare."""
        return "one" if len(self.reports) == 1 else "two" if len(self.reports) == 2 else "many"

    @cached_property
    def rows(self) -> tuple[tuple[CaseRow | None, ...], ...]:
        """For each run its rows by position; null where it has no such row."""
        found = [dict(_keyed(report)) for report in self.reports]
        return tuple(tuple(rows.get(key) for key in self.keys) for rows in found)

    @cached_property
    def keys(self) -> tuple[RowKey, ...]:
        """Every row of any run, in the order of the first run that has it."""
        return tuple(dict.fromkeys(key for report in self.reports for key, _ in _keyed(report)))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """What each row is called: unique, also where an id reads like another's trial."""
        taken: Counter[str] = Counter()
        return tuple(_free(_wanted(key), taken) for key in self.keys)

    @cached_property
    def any_row(self) -> tuple[CaseRow, ...]:
        """One row a position, for what the runs share: the last run's that has it."""
        return tuple(next(row for row in reversed(rows) if row is not None) for rows in zip(*self.rows, strict=True))

    @cached_property
    def ids_by_case(self) -> dict[str, tuple[str, ...]]:
        """The rows of each case."""
        found: dict[str, list[str]] = {}
        for (case_id, _, _), row_id in zip(self.keys, self.ids, strict=True):
            found.setdefault(case_id, []).append(row_id)
        return {case_id: tuple(ids) for case_id, ids in found.items()}

    def column(self, key: str, run: int) -> str:
        """The name of a run's column."""
        return key if self.mode == "one" else f"{key}@{run}"


def runs_of(reports: Sequence[Report], names: Sequence[str] | None = None) -> Runs:
    """Reports with their names.

    Parameters
    ----------
    names
        One for each report; by default the configurations' names, told apart where they are equal.

    Raises
    ------
    InputError
        If there is no report, or the names are not one for each, or one is empty, or two are equal.
    """
    if not reports:
        raise InputError("there is no report to explore; give at least one")
    own = [report.config_name if report.config_name.strip() else UNNAMED for report in reports]
    chosen = _told_apart(own) if names is None else tuple(names)
    if len(chosen) != len(reports):
        raise InputError(f"{len(chosen)} names were given for {len(reports)} reports; give one for each", key="names")
    if not all(map(str.strip, chosen)):
        raise InputError("a name is empty; give each report one that can be read", key="names")
    twice = [name for name, count in Counter(chosen).items() if count > 1]
    if twice:
        raise InputError(f"two reports are named {twice[0]}; give each a name of its own", key="names")
    return Runs(tuple(reports), chosen)


def _told_apart(names: list[str]) -> tuple[str, ...]:
    if len(names) == 2 and names[0] == names[1]:
        return "baseline", "candidate"
    taken: Counter[str] = Counter()
    return tuple(_free(name, taken) for name in names)


def _keyed(report: Report) -> Iterator[tuple[RowKey, CaseRow]]:
    seen: Counter[tuple[str, int]] = Counter()
    for row in report.per_case:
        seen[row.case_id, row.trial] += 1
        yield (row.case_id, row.trial, seen[row.case_id, row.trial]), row


def _wanted(key: RowKey) -> str:
    case_id, trial, _ = key
    return case_name(case_id, trial)


def _free(name: str, taken: Counter[str]) -> str:
    found = name
    while found in taken:
        taken[name] += 1
        found = f"{name} ({taken[name]})"
    taken[found] += 1
    return found
