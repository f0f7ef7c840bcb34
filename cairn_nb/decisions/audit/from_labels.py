"""People's verdicts from the explorer, tied to the answers they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import nan

from cairn_nb.decisions.audit.answers import AnswerKey, JudgedAnswer, Rule
from cairn_nb.decisions.audit.pairs import CHANGED, GONE, UNJUDGED, Labelled, Pair, judge_words
from cairn_nb.records import Estimate, Label, answer_digest
from cairn_nb.records.audit import RIGHT, AuditedRun
from cairn_nb.stats.agreement.krippendorff import krippendorff_alpha

UNSURE, SPLIT = "unsure", "raters disagree evenly"
By = dict[AnswerKey, dict[str, bool]]


def from_labels(
    answers: Sequence[JudgedAnswer], runs: Sequence[AuditedRun], labels: Sequence[Label], rule: Rule
) -> Labelled:
    """The labelled answers as pairs: what most raters said; a rater's later word counts, an unsure one does not."""
    by_answer, unused = verdicts(answers, runs, labels)
    left_out = Counter(unused)
    by_key = {answer.key: answer for answer in answers}
    pairs: list[Pair] = []
    for key, said in by_answer.items():
        yes, no = sum(said.values()), len(said) - sum(said.values())
        judge = judge_words(by_key[key], rule)
        if yes == no:
            left_out[SPLIT] += 1
        elif RIGHT not in judge:
            left_out[UNJUDGED] += 1
        else:
            pairs.append(Pair(by_key[key], judge, {RIGHT: float(yes > no)}))
    return Labelled(tuple(pairs), dict(left_out))


def verdicts(
    answers: Sequence[JudgedAnswer], runs: Sequence[AuditedRun], labels: Sequence[Label]
) -> tuple[By, Mapping[str, int]]:
    """By answer what each rater said last, and how many labels fit no answer or are unsure."""
    left_out: Counter[str] = Counter()
    by_key = {answer.key: answer for answer in answers}
    latest: dict[AnswerKey, dict[str, str]] = {}
    for label in sorted(labels, key=lambda found: found.rated_at):
        key = _key(label, runs)
        if key is None or key not in by_key:
            left_out[GONE] += 1
        elif answer_digest(by_key[key].row.answer_text) != label.answer_sha256:
            left_out[CHANGED] += 1
        else:
            latest.setdefault(key, {})[label.rater or ""] = label.verdict
    return _sure(latest, by_key, left_out), dict(left_out)


def raters_alpha(by_answer: Mapping[AnswerKey, Mapping[str, bool]]) -> Estimate | None:
    """How well people agree among themselves, which no judge need surpass; null where nobody rated the same answer."""
    raters = sorted({rater for said in by_answer.values() for rater in said})
    if not any(len(said) > 1 for said in by_answer.values()):
        return None
    ratings = [[float(said[rater]) if rater in said else nan for said in by_answer.values()] for rater in raters]
    return krippendorff_alpha(ratings, "nominal")


def _key(label: Label, runs: Sequence[AuditedRun]) -> AnswerKey | None:
    fitting = [
        run
        for run in runs
        if run.config_name == label.config_name and (label.run_id is None or run.run_id == label.run_id)
    ]
    return (fitting[0].system, label.case_id, label.trial) if len(fitting) == 1 else None


def _sure(
    latest: Mapping[AnswerKey, Mapping[str, str]], order: Mapping[AnswerKey, object], left_out: Counter[str]
) -> By:
    found: By = {}
    for key in order:
        said = latest.get(key, {})
        left_out[UNSURE] += sum(word == "unsure" for word in said.values())
        kept = {rater: word == "right" for rater, word in said.items() if word != "unsure"}
        if kept:
            found[key] = kept
    if not left_out[UNSURE]:
        del left_out[UNSURE]
    return found
