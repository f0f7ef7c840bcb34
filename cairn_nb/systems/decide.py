"""Answer or abstain: the last step, kept apart so that one answer can be decided under any threshold."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cairn_nb.records import Answer, Status

Rule: TypeAlias = Literal["threshold", "flag", "abstain_always"]
DECIMALS = 6


def decide(answer: Answer, *, threshold: float | None, rule: Rule, abstain_text: str) -> Answer:
    """The answer as it is given to a person.

    Parameters
    ----------
    answer
        What the system drafted: the model's text, claims and confidence. One that ended in error is
        returned as it is.
    threshold
        The lowest confidence that answers; only read by the rule ``threshold``, where null abstains.
    rule
        ``threshold``: answered iff the confidence reaches the threshold, both rounded to six decimals so
        that every machine decides alike; the model's own wish to abstain is not heard, as the threshold
        was fitted without it. ``flag``: the model's wish decides. ``abstain_always``: nothing is answered.
    abstain_text
        What an abstained answer says instead; it keeps its passages, so that a person sees the closest.

    Returns
    -------
    Answer
        Status answered or abstained. A refusal or an empty text always abstains, and so does a missing
        confidence under ``threshold``.
    """
    if answer.status is Status.ERROR:
        return answer
    in_force = threshold if rule == "threshold" else None
    if _answers(answer, threshold, rule):
        return answer.model_copy(update={"status": Status.ANSWERED, "threshold": in_force})
    update = {"status": Status.ABSTAINED, "threshold": in_force, "text": abstain_text, "claims": ()}
    return answer.model_copy(update=update)


def _answers(answer: Answer, threshold: float | None, rule: Rule) -> bool:
    if answer.refused or not answer.text.strip() or rule == "abstain_always":
        return False
    if rule == "flag":
        return not answer.flagged
    if threshold is None or answer.confidence is None:
        return False
    return round(answer.confidence, DECIMALS) >= round(threshold, DECIMALS)
