"""A report's rankings as a TREC run: ``query Q0 document rank score tag``."""

from __future__ import annotations

import re

from cairn_nb.errors import InputError
from cairn_nb.records import Report


def trec_text(report: Report) -> str:
    """A line a retrieved passage of each case's first trial, best first.

    The score is the number of passages from this one on, so that every reader ranks them in their order. White space
    in an id, which would be a border between fields, is written as ``_``.

    Raises
    ------
    InputError
        If no row has a ranking, or two ids of one case become the same.
    """
    lines = []
    for row in report.per_case:
        names = [_field(name) for name in dict.fromkeys(row.retrieved_ids)] if row.trial == 0 else []
        if len(set(names)) != len(names):
            problem = "two ids of this case are the same but for their white space"
            raise InputError(problem, path=report.source, key=row.case_id)
        lines += [
            f"{_field(row.case_id)} Q0 {name} {rank} {len(names) - rank + 1} {_field(report.config_name)}\n"
            for rank, name in enumerate(names, start=1)
        ]
    if not lines:
        raise InputError("holds no ranking", path=report.source, hint="its rows have no retrieved_ids")
    return "".join(lines)


def _field(name: str) -> str:
    return re.sub(r"\s", "_", name)
