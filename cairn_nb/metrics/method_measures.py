"""The method's measures in the catalogue: documents, context, uncited answers, five axes, refusals."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.metrics.documents import CUTOFFS
from cairn_nb.metrics.measure import MANNING, METHOD, Measure
from cairn_nb.records.section import MOST_POINTS

BURGES = "Jarvelin and Kekalainen 2002; gain of Burges et al. 2005"

_LABELLED = "cases without an error that have relevant documents"
_UNLABELLED = "no case has relevant documents, or nothing is retrieved"
_ANSWERED = "answered, answerable cases"
_UNANSWERED = "no answerable case was answered"

_RANKED = (
    ("recall", "relevant documents in the top {k} / all relevant documents", MANNING),
    ("precision", "relevant documents in the top {k} / {k}", MANNING),
    ("hit", "a relevant document is in the top {k}", METHOD),
    ("mrr", "1 / rank of the first relevant document in the top {k}, else 0", METHOD),
    ("ndcg", "discounted gain 2^grade - 1 of the top {k} documents / that of the best order", BURGES),
)
_AXES = (
    ("correctness", "the answer states what the expected answer states"),
    ("faithfulness", "the passages that were given support the answer"),
    ("completeness", "the answer covers the expected answer"),
    ("relevance", "the answer is about the question"),
    ("citation_quality", "the answer cites the documents that hold the evidence"),
)


def method_measures() -> Iterator[Measure]:
    """All of them, in the order in which tables show them."""
    yield from _documents()
    yield from _answers()
    yield from _points()
    yield from _claims()
    yield from _refusals()


def _documents() -> Iterator[Measure]:
    for name, title, source in _RANKED:
        for k in CUTOFFS:
            shown = f"document {name}@{k}: {title.format(k=k)}"
            yield Measure(f"document_{name}_at_{k}", shown, "higher", _LABELLED, _UNLABELLED, source)
    for k in CUTOFFS:
        title = f"evidence recall@{k}: quotes in one of the top {k} chunks, of their own document / all quotes"
        yield Measure(
            f"evidence_recall_at_{k}", title, "higher", "cases with quotes", "no case quotes its evidence", METHOD
        )
    recall = "relevant documents that the generator was given a chunk of / all relevant documents"
    precision = "given chunks that come from a relevant document / chunks given"
    yield Measure("context_recall", recall, "higher", _LABELLED, _UNLABELLED, METHOD)
    nothing = f"{_UNLABELLED}, or the generator was given none"
    yield Measure("context_precision", precision, "higher", _LABELLED, nothing, METHOD)


def _answers() -> Iterator[Measure]:
    match = "equal after normalisation, without citations"
    yield Measure("exact_match_uncited", match, "higher", _ANSWERED, _UNANSWERED, METHOD)
    f1 = "F1 of the overlap of tokens, without citations"
    yield Measure("token_f1_uncited", f1, "higher", _ANSWERED, _UNANSWERED, METHOD)
    recall = "keywords that stand in the answer / its keywords"
    yield Measure("keyword_recall", recall, "higher", f"{_ANSWERED} with keywords", "there are none", METHOD)


def _points() -> Iterator[Measure]:
    over, undefined = "graded cases, refused ones too", "nothing was graded"
    grades = [("answer_score", "the mean of the five axes"), *((f"axis_{axis}", title) for axis, title in _AXES)]
    for name, title in grades:
        yield Measure(name, title, "higher", over, undefined, METHOD, high=MOST_POINTS, unit="points")


def _claims() -> Iterator[Measure]:
    over, undefined = "answered cases with a claim that was checked", "claims are not checked, or none could be"
    rate = "claims that the given passages support / claims checked"
    yield Measure("claim_support_rate", rate, "higher", over, undefined, METHOD)
    number = "claims of an answer that the given passages do not support"
    yield Measure("unsupported_claims", number, "lower", over, undefined, METHOD, high=None, unit="claims")


def _refusals() -> Iterator[Measure]:
    none = "there are none"
    precision = "refused where the documents hold no answer"
    yield Measure("abstain_precision", precision, "higher", "refused cases", "nothing was refused", METHOD)
    recall = "refused, by status or in words"
    yield Measure("abstain_recall", recall, "higher", "unanswerable cases without an error", none, METHOD)
    yield Measure("false_refusal_rate", recall, "lower", "answerable cases without an error", none, METHOD)
