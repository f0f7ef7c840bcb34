"""Whether labels may certify a judge: those that tuned one, or were its examination already, may not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn_nb.errors import InputError
from cairn_nb.records.audit import UsedLabels

HINT = "label other answers; a judge that was chosen or mended on labels does better on them than elsewhere"


def refuse_used(answers: Sequence[str], judge: str, rubric: str, used: Iterable[UsedLabels]) -> tuple[str, ...]:
    """Refuse labels that were used; what else is to be said of their past, as sentences.

    Parameters
    ----------
    answers
        The labelled answers, by digest.
    judge, rubric
        What is to be certified.
    used
        Every earlier use.

    Raises
    ------
    InputError
        If one of them was used for tuning, or for certifying the same judge by the same rubric.
    """
    own, others = set(answers), []
    for entry in used:
        shared = len(own & set(entry.answers))
        if not shared:
            continue
        what = f"{shared} of the {len(own)} labelled answers"
        if entry.purpose == "tune":
            raise InputError(f"{what} were used for tuning {entry.judge} ({entry.rubric})", hint=HINT)
        if (entry.judge, entry.rubric) == (judge, rubric):
            raise InputError(f"{what} were used for certifying this judge and rubric before", hint=HINT)
        others.append(f"{entry.judge} ({entry.rubric})")
    if not others:
        return ()
    names = ", ".join(dict.fromkeys(others))
    return (f"these labels certified or refused other judges before ({names}): of many that try, one may pass by luck",)
