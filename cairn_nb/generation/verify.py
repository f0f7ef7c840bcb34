"""Whether the passages bear an answer out: every citation is looked up, every claim held against its quotes.

A claim is supported when it has citations, each of them is found in the passage it names, and the quotes
together say it: at least half of the claim's distinct content words stand in them, its numbers stand in
them with the same sign, no other unit and no opposite bound, and nothing is denied on one side alone. The rules are
deliberately plain and strict; they show a claim to be unsupported, not an answer to be true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cairn_nb.generation.reply import Reply, ReplyCitation, ReplyClaim
from cairn_nb.generation.scrub import scrub
from cairn_nb.records import Citation, Claim, Passage
from cairn_nb.text.bounds import opposed_bounds
from cairn_nb.text.delimiters import originals
from cairn_nb.text.fold import fold
from cairn_nb.text.match import find_quote
from cairn_nb.text.negation import same_polarity
from cairn_nb.text.numbers import compare_numbers
from cairn_nb.text.tokens import content_words, words

MIN_SUPPORT = 0.5
_UNSEEN = frozenset({"invisible characters", "bidi control", "tag characters"})


def verify_claims(reply: Reply, passages: Sequence[Passage]) -> tuple[Claim, ...]:
    """The reply's claims, each with its citations looked up and its support decided.

    Parameters
    ----------
    reply
        What the model said.
    passages
        The ranking; only those with `shown` can be cited. Their texts are the chunks' own, so that
        positions are positions in the chunk.

    Returns
    -------
    tuple of Claim
        In the reply's order. A resolved citation carries the range and the chunk's own text; an
        unresolved one the model's quote and 0, 0. `problem` says why a claim is not supported.
    """
    shown = {passage.chunk_id: passage.text for passage in passages if passage.shown}
    return tuple(_verified(claim, shown) for claim in reply.claims)


def _verified(claim: ReplyClaim, shown: Mapping[str, str]) -> Claim:
    citations = tuple(_resolved(citation, shown) for citation in claim.citations)
    unresolved = next((citation for citation in citations if not citation.resolved), None)
    score, problem = 0.0, "it cites nothing"
    if unresolved is not None:
        problem = _why_unresolved(unresolved, shown)
    elif citations:
        score, problem = support(claim.text, [citation.quote for citation in citations])
    return Claim(
        text=claim.text, citations=citations, supported=not problem, support_score=score, problem=problem or None
    )


def _resolved(citation: ReplyCitation, shown: Mapping[str, str]) -> Citation:
    text = shown.get(citation.chunk_id)
    if text is not None:
        for form in originals(citation.quote):
            for start, end in find_quote(form, text):
                if not _was_scrubbed(text, start, end):
                    quote = text[start:end]
                    return Citation(chunk_id=citation.chunk_id, quote=quote, resolved=True, start=start, end=end)
    return Citation(chunk_id=citation.chunk_id, quote=citation.quote)


def _was_scrubbed(text: str, start: int, end: int) -> bool:
    """Whether the range holds something that the model was not shown, other than characters nobody sees."""
    removed = scrub(text).removed
    return any(piece.start < end and start < piece.end and piece.kind not in _UNSEEN for piece in removed)


def _why_unresolved(citation: Citation, shown: Mapping[str, str]) -> str:
    if citation.chunk_id not in shown:
        return f"it cites a passage that was not shown: {citation.chunk_id[:40]}"
    if not fold(citation.quote):
        return "a quote is empty"
    return "a quote does not stand in the passage it names"


def support(claim: str, quotes: Sequence[str]) -> tuple[float, str]:
    """How far quotes bear a claim out.

    Parameters
    ----------
    claim
        One statement.
    quotes
        The chunks' own text, at least one.

    Returns
    -------
    score : float
        Share of the claim's distinct content words that stand in the quotes (all its words when it has
        only function words). A number stands in them in whatever form: "2/3" for "two thirds".
    problem : str
        Why the claim is not supported; empty when it is.
    """
    evidence = "\n".join(quotes)
    folded = fold(claim)
    wanted = set(content_words(claim) or words(claim))
    if not wanted:
        return 0.0, "it says nothing"
    if any(folded == fold(quote) for quote in quotes):
        return 1.0, ""
    numbers = compare_numbers(claim, evidence)
    score = len(wanted.intersection(numbers.agreeing_words.union(words(evidence)))) / len(wanted)
    if numbers.missing:
        return score, f"its quotes do not say {', '.join(numbers.missing[:3])}"
    return score, _problem(claim, evidence, score)


def _problem(claim: str, evidence: str, score: float) -> str:
    opposed = opposed_bounds(claim, evidence)
    if opposed:
        return f"its quotes bound {', '.join(opposed[:3])} the other way"
    if score < MIN_SUPPORT:
        return "its quotes hold too few of its words"
    if not same_polarity(claim, evidence):
        return "it and its quotes differ in what they deny"
    return ""
