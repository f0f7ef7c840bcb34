"""Every measure by name: which way is better, its range and unit, when it is undefined, and where it comes from."""

from __future__ import annotations

from cairn_nb.metrics.measure import MANNING, Measure
from cairn_nb.metrics.method_measures import method_measures

__all__ = ["CATALOG", "Measure"]

SQUAD = "Rajpurkar et al. 2016, SQuAD v1.1 evaluation"


_LOCATED = "cases whose support was located in the chunk store"
_ANSWERED_ANSWERABLE = "answered, answerable cases"
_NO_SUPPORT = "no case has a located support"
_NO_ANSWER = "no answerable case was answered"


def _recall(k: int) -> Measure:
    title = f"recall@{k}: the supporting chunk is in the top {k}"
    return Measure(f"recall_at_{k}", title, "higher", _LOCATED, _NO_SUPPORT, MANNING)


CATALOG: dict[str, Measure] = {
    measure.name: measure
    for measure in (
        *(_recall(k) for k in (1, 3, 5, 10)),
        Measure(
            "ndcg_at_10",
            "nDCG@10 with one relevant chunk: 1 / log2(rank + 1) in the top 10, else 0",
            "higher",
            _LOCATED,
            _NO_SUPPORT,
            "Jarvelin and Kekalainen 2002",
        ),
        Measure("mrr", "1 / rank of the supporting chunk, 0 when it never surfaced", "higher", _LOCATED, _NO_SUPPORT),
        Measure("exact_match", "equal after SQuAD normalisation", "higher", _ANSWERED_ANSWERABLE, _NO_ANSWER, SQUAD),
        Measure("token_f1", "F1 of the overlap of tokens", "higher", _ANSWERED_ANSWERABLE, _NO_ANSWER, SQUAD),
        Measure(
            "judge_score",
            "the judge's 0 to 1 grade",
            "higher",
            _ANSWERED_ANSWERABLE,
            "no judge ran, or no grade was read",
        ),
        Measure(
            "citation_validity", "verified claims over all claims", "higher", "answered cases", "no answer has a claim"
        ),
        Measure(
            "faithfulness",
            "every claim of the answer is verified, and it has one",
            "higher",
            "answered cases",
            "nothing was answered",
        ),
        Measure("answer_rate", "answered", "higher", "all cases without an error", "there are none"),
        Measure(
            "error_rate_answered",
            "judged wrong; an answered unanswerable case is wrong by definition",
            "lower",
            "answered cases with a judgement",
            "there are none",
        ),
        Measure(
            "unanswerable_abstained_rate",
            "abstained where the documents hold no answer",
            "higher",
            "unanswerable cases without an error",
            "there are none",
        ),
        Measure(
            "answerable_answered_rate",
            "answered where the documents hold the answer",
            "higher",
            "answerable cases without an error",
            "there are none",
        ),
        Measure(
            "cost_per_question_usd",
            "what the system's own calls cost",
            "lower",
            "all cases",
            "a case's cost is unknown",
            high=None,
            unit="USD",
        ),
        *(
            Measure(
                f"latency_p{p}_ms",
                f"latency, percentile {p}, linearly interpolated",
                "lower",
                "all cases without an error",
                "there are none",
                high=None,
                unit="ms",
            )
            for p in (50, 95)
        ),
        *method_measures(),
    )
}
