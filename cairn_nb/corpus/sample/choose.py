"""How many cases of each category the golden set keeps, and which."""

from __future__ import annotations

from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.errors import CorpusError
from cairn_nb.records.golden import Case

QUOTAS = {
    "single_fact": 76,
    "number": 98,
    "date": 36,
    "table_cell": 36,
    "list": 36,
    "two_document": 24,
    "negation": 36,
    "near_duplicate": 18,
    "absent": 40,
    "false_premise": 40,
    "out_of_date": 40,
}


def choose_cases(cases: list[Case], draws: Draws) -> list[Case]:
    """As many cases of each category as its quota says, drawn by the seed, in order of their ids.

    Raises
    ------
    CorpusError
        If there are not enough, which means that the facts or phrasings were cut too far.
    """
    chosen = []
    for category, quota in QUOTAS.items():
        candidates = [case for case in cases if case.category == category]
        if len(candidates) < quota:
            raise CorpusError(f"the facts give {len(candidates)} cases of category '{category}', {quota} are needed")
        chosen += draws.ordered(candidates, "case", category, key=lambda case: case.id)[:quota]
    return sorted(chosen, key=lambda case: case.id)
