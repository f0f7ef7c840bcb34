"""Whether labels may certify a judge: those that served anything else before may not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn_nb.decisions.audit.judge_name import JudgeName
from cairn_nb.errors import InputError
from cairn_nb.records.audit import Source, UsedLabels

HINT = "label other answers; a judge that was chosen or mended on labels does better on them than elsewhere"


def refuse_used(answers: Sequence[str], judge: JudgeName, used: Iterable[UsedLabels], *, source: Source) -> None:
    """Refuse to certify on labels that served before, whichever judge it was.

    A look at the very judge that is to be certified is not held against it: it changes nothing that is certified. A
    look at another one is, since that one may have been given up, or mended, for what the labels said; but a look at
    labels of the other source is not, since those are other labels that people gave the same answers.

    Parameters
    ----------
    answers
        The labelled answers, by digest.
    judge
        What is to be certified.
    used
        Every earlier use.
    source
        Where the labels come from.

    Raises
    ------
    InputError
        If one of the answers was labelled for an earlier use, or there are several judges.
    """
    if judge.several:
        hint = "certify one judge at a time"
        raise InputError(f"the answers were scored by different judges or rubrics ({judge.written})", hint=hint)
    own = set(answers)
    for entry in used:
        shared = len(own & set(entry.answers))
        if shared and not _is_harmless_look(entry, judge, source):
            raise InputError(f"{shared} of the {len(own)} labelled answers {_served(entry, judge)}", hint=HINT)


def _is_harmless_look(entry: UsedLabels, judge: JudgeName, source: Source) -> bool:
    return entry.purpose is None and (_is_of(entry, judge) or entry.source not in (None, source))


def _is_of(entry: UsedLabels, judge: JudgeName) -> bool:
    return (entry.judge, entry.rubric) == (judge.name, judge.rubric)


def _served(entry: UsedLabels, judge: JudgeName) -> str:
    other = f"{entry.judge} ({entry.rubric})"
    if entry.purpose == "tune":
        return f"were used for tuning {other}"
    if entry.purpose is None:
        return f"were looked at for another judge or rubric before, {other}"
    return f"were used for certifying {'this judge and rubric' if _is_of(entry, judge) else other} before"
