"""Which way the judge leans where people do not: longer answers, its own family's, those that cite, the first shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import log2

import numpy as np

from cairn_nb.decisions.audit.answers import JudgedAnswer
from cairn_nb.decisions.audit.pairs import ANSWER_SCORE, Labelled, Pair, clusters, values
from cairn_nb.records import Status
from cairn_nb.records.audit import RIGHT, JudgeLeaning
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats.clustered_slope import clustered_slope
from cairn_nb.stats.effective_counts import clustered_share
from cairn_nb.text.tokens import words
from cairn_nb.text.uncited import CITATION, without_citations

Trait = Callable[[JudgedAnswer], float | None]
MEANINGS = {
    "length": "judge minus human of an answer twice as long, beyond that of the shorter",
    "verbosity": "judge minus human of an answer twice as long beside the reference, beyond that of the shorter",
    "own_family": "judge minus human on answers of the judge's own family, beyond that on the others",
    "authority": "judge minus human on answers that cite, beyond that on answers that do not",
    "flip_rate": "share of complete comparisons in which the same position won in both orders",
    "first_position_rate": "share of decisive verdicts that went to the answer shown first",
}


def leanings(labelled: Labelled, own_family: Mapping[str, bool]) -> Iterator[JudgeLeaning]:
    """How judge minus human changes with a trait of the answer; traits that do not vary are left out.

    Parameters
    ----------
    labelled
        The pairs; answers that decline to answer do not count.
    own_family
        By system whether a judge is of the family of the model that answers; systems of unknown family are missing.
    """
    measure = ANSWER_SCORE if labelled.both(ANSWER_SCORE) else RIGHT
    pairs = [pair for pair in labelled.both(measure) if not _declines(pair)]
    judge, human = values(pairs, measure)
    traits: dict[str, Trait] = {
        "length": _length,
        "verbosity": _verbosity,
        "own_family": lambda answer: own_family.get(answer.system),
        "authority": lambda answer: float(cites(answer)),
    }
    for name, trait in traits.items():
        x = np.array([_number(trait(pair.answer)) for pair in pairs], dtype=np.float64)
        found = clustered_slope(judge - human, x, clusters=clusters(pairs))
        if found.value is not None:
            yield JudgeLeaning.model_validate(
                {"name": name, "meaning": MEANINGS[name], "unbiased": 0.0, "estimate": found}
            )


def order_leanings(
    comparisons: Sequence[PairComparison], cluster_of: Mapping[str, str], judges: Collection[str] = ()
) -> Iterator[JudgeLeaning]:
    """What the position of an answer does to a pairwise verdict.

    Parameters
    ----------
    comparisons
        Pairs judged in both orders; failed ones do not count.
    cluster_of
        By question the document it is about.
    judges
        Whose comparisons; all of them where empty.
    """
    complete = [one for one in comparisons if not one.failed and (not judges or one.judge in judges)]
    flips = [(float(one.flipped), one.case_id) for one in complete]
    firsts = [(float(said == "1"), one.case_id) for one in complete for said in one.verdicts if said in ("1", "2")]
    for name, shares, unbiased in (("flip_rate", flips, 0.0), ("first_position_rate", firsts, 0.5)):
        if shares:
            labels = [cluster_of.get(case_id, case_id) for _, case_id in shares]
            found = clustered_share(np.array([value for value, _ in shares]), labels)
            yield JudgeLeaning.model_validate(
                {"name": name, "meaning": MEANINGS[name], "unbiased": unbiased, "estimate": found}
            )


def cites(answer: JudgedAnswer) -> bool:
    """Whether an answer names a passage: for a claim of its own, or in square brackets."""
    row = answer.row
    return any(claim.citations for claim in row.claims) or CITATION.search(row.answer_text) is not None


def _declines(pair: Pair) -> bool:
    return bool(pair.answer.row.refused) or pair.answer.row.status is Status.ABSTAINED


def _n_words(text: str) -> int:
    return len(words(without_citations(text)))


def _length(answer: JudgedAnswer) -> float | None:
    n = _n_words(answer.row.answer_text)
    return log2(n) if n else None


def _verbosity(answer: JudgedAnswer) -> float | None:
    n, wanted = _n_words(answer.row.answer_text), _n_words(answer.row.expected_answer or "")
    return log2(n / wanted) if n and wanted else None


def _number(value: float | None) -> float:
    return float("nan") if value is None else float(value)
