"""Answers with both a judge's and a person's word on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from cairn_nb.decisions.audit.answers import JudgedAnswer, Rule, reaches_bar
from cairn_nb.decisions.audit.draw import Group, band_of
from cairn_nb.decisions.audit.filled import Scores
from cairn_nb.decisions.audit.sheet import key_of
from cairn_nb.records import AXES, answer_digest
from cairn_nb.records.audit import RIGHT, AuditKey
from cairn_nb.stats.values import Floats

ANSWER_SCORE = "answer_score"
GONE, CHANGED, UNJUDGED = "not in this run", "the answer has changed", "the judge gave no verdict"


@dataclass(frozen=True)
class Pair:
    """One labelled answer.

    Parameters
    ----------
    answer
        What was judged.
    human
        What people said, by measure: any of the axes, the answer score where all five are there, and ``right``.
    judge
        What the judge said, by measure.
    """

    answer: JudgedAnswer
    judge: Mapping[str, float]
    human: Mapping[str, float]

    def difference(self, measure: str) -> float | None:
        """Judge minus human; null where one of the two did not say."""
        if measure not in self.judge or measure not in self.human:
            return None
        return self.judge[measure] - self.human[measure]


@dataclass(frozen=True)
class Labelled:
    """The labelled answers of a run, and the labels that could not be used, by reason."""

    pairs: tuple[Pair, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def both(self, measure: str) -> tuple[Pair, ...]:
        """The pairs where judge and people both gave this measure."""
        return tuple(pair for pair in self.pairs if measure in pair.judge and measure in pair.human)


def values(pairs: Sequence[Pair], measure: str) -> tuple[Floats, Floats]:
    """The judge's and people's, for pairs that have both."""
    judge = np.array([pair.judge[measure] for pair in pairs], dtype=np.float64)
    return judge, np.array([pair.human[measure] for pair in pairs], dtype=np.float64)


def clusters(pairs: Sequence[Pair]) -> list[str]:
    """What each pair is resampled with."""
    return [pair.answer.cluster for pair in pairs]


def judge_words(answer: JudgedAnswer, rule: Rule) -> dict[str, float]:
    """What the judge said of an answer: the axes, the answer score, and whether it is right."""
    right = answer.is_right(rule)
    found = dict(answer.row.axes)
    if answer.row.answer_score is not None:
        found[ANSWER_SCORE] = answer.row.answer_score
    return found if right is None else {**found, RIGHT: float(right)}


def from_sheet(answers: Sequence[JudgedAnswer], key: AuditKey, filled: Mapping[str, Scores]) -> Labelled:
    """The filled rows of a sheet as pairs, in the key's order."""
    by_key = {answer.key: answer for answer in answers}
    pairs: list[Pair] = []
    left_out: Counter[str] = Counter()
    for row in key.rows:
        if row.row not in filled:
            continue
        answer = by_key.get(key_of(row))
        if answer is None or answer.row.answer_score is None:
            left_out[GONE if answer is None else UNJUDGED] += 1
        elif answer_digest(answer.row.answer_text) != row.answer_sha256:
            left_out[CHANGED] += 1
        else:
            pairs.append(Pair(answer, judge_words(answer, "answer_score"), human_words(filled[row.row])))
    return Labelled(tuple(pairs), dict(left_out))


def human_words(scores: Scores) -> dict[str, float]:
    """A person's scores, with their mean and what it says where all five axes are there."""
    if set(scores) != set(AXES):
        return dict(scores)
    mean = sum(scores.values()) / len(AXES)
    return {**scores, ANSWER_SCORE: mean, RIGHT: float(bool(reaches_bar(mean)))}


def group_of(answer: JudgedAnswer) -> Group:
    """The group that an answer was drawn from."""
    return answer.system, band_of(answer.row.answer_score or 0.0)
