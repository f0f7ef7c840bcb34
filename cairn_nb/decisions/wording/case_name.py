"""What a case of one of several trials is called where people read it."""

from __future__ import annotations


def case_name(case_id: str, trial: int) -> str:
    """The case's id; from its second trial on with the trial, counted from 1."""
    return case_id if trial == 0 else f"{case_id} · trial {trial + 1}"
