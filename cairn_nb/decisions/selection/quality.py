"""By which measure systems are compared, and what each came to in it.

The mean answer score; token F1 where there is none, then recall of documents, then recall of the support.
"""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.board.ranking import primary_metric
from cairn_nb.decisions.reading.measured import nothing_answered
from cairn_nb.decisions.reading.primary import ANSWER_SCORE
from cairn_nb.decisions.reading.settings import CUTOFFS
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.errors import InputError
from cairn_nb.records import Estimate

# An earlier cairn's reports have SQuAD's token F1 alone.
ANSWERED = ("token_f1_uncited", "token_f1")
TITLES = {
    ANSWER_SCORE: "answer score",
    "token_f1_uncited": "token F1",
    "token_f1": "token F1",
    **{f"document_recall_at_{k}": f"document recall@{k}" for k in CUTOFFS},
    **{f"recall_at_{k}": f"recall@{k}" for k in CUTOFFS},
}


def quality_metric(systems: Systems) -> str:
    """The answer score, where the leaderboard is sorted by it, else the first measure that every system has.

    One that answered nothing has no say in it.

    Raises
    ------
    InputError
        If no system has any of them.
    """
    ranking = primary_metric([system.report for system in systems.systems])[0]
    if ranking == ANSWER_SCORE:
        return ranking
    k = systems.settings.primary_k
    names = (*ANSWERED, f"document_recall_at_{k}", f"recall_at_{k}")
    voting = _voting(systems)
    has = {name: [systems.means(name)[place] is not None for place in voting] for name in names}
    found = next((name for name in names if all(has[name])), None) or next((n for n in names if any(has[n])), None)
    if found is None:
        tried = ", ".join(dict.fromkeys(TITLES[name] for name in names))
        raise InputError(f"no report measures quality: {tried} are all missing", hint="give reports with references")
    return found


def _voting(systems: Systems) -> Sequence[int]:
    answering = [place for place, system in enumerate(systems.systems) if not nothing_answered(system.report)]
    return answering or range(len(systems.systems))


def qualities(systems: Systems, metric: str) -> list[Estimate]:
    """Each system's mean over questions, each the mean over its trials, with the report's own interval."""
    return [
        known.changed(value=mean) if (known := system.report.estimates.get(metric)) else Estimate(value=mean)
        for system, mean in zip(systems.systems, systems.means(metric), strict=True)
    ]
