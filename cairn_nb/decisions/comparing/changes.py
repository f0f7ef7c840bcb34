"""The cases that changed between two reports: what a reviewer reads first."""

from __future__ import annotations

from cairn_nb.decisions.comparing.change_kinds import ChangeRules
from cairn_nb.decisions.reading.limits import GateLimits
from cairn_nb.decisions.reading.pair import CasePair, Pair
from cairn_nb.records import Record, Report


class ChangedCase(Record):
    """One case with both answers; the question is null where neither report kept it."""

    case_id: str
    question: str | None
    before: str
    after: str


class Changes(Record):
    """Cases by what happened to them; a case may stand in several lists. Of several trials the first is read."""

    became_wrong: tuple[ChangedCase, ...] = ()
    became_right: tuple[ChangedCase, ...] = ()
    newly_abstained: tuple[ChangedCase, ...] = ()
    newly_answered: tuple[ChangedCase, ...] = ()
    newly_failed: tuple[ChangedCase, ...] = ()
    citation_lost: tuple[ChangedCase, ...] = ()
    slower: tuple[ChangedCase, ...] = ()
    dearer: tuple[ChangedCase, ...] = ()


def changed_cases(baseline: Report, candidate: Report, limits: GateLimits | None = None) -> Changes:
    """Compare two reports case by case, over the cases that both have.

    Parameters
    ----------
    limits
        How much slower or dearer a case may be before it counts as changed; the gate's defaults when null.
    """
    pair = Pair(baseline, candidate)
    rules = ChangeRules.of(pair, limits)
    found: dict[str, list[ChangedCase]] = {name: [] for name in Changes.model_fields}
    for case in pair.cases:
        for kind in rules.kinds(case.baseline[0], case.candidate[0]):
            found[kind].append(_changed(case))
    return Changes(**{name: tuple(cases) for name, cases in found.items()})


def _changed(case: CasePair) -> ChangedCase:
    before, after = case.baseline[0], case.candidate[0]
    question = after.question if after.question is not None else before.question
    return ChangedCase(case_id=case.case_id, question=question, before=before.answer_text, after=after.answer_text)
