"""Make the offline model worse on purpose, so that a gate can be seen to refuse something.

Both ways are functions of the question and the share `p` alone, and nested: what is spoiled at a smaller
`p` is spoiled at a larger one.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Sequence

from cairn_nb.providers.offline.extractive import Candidate, sentences
from cairn_nb.records.chat import GroundingPassage
from cairn_nb.seeds import unit_draw

NUMBER = re.compile(r"\d+")


def degraded_answer(question: str, best: Candidate, passages: Sequence[GroundingPassage], p: float) -> Candidate:
    """The best sentence, or for a share `p` of questions another one that keeps the best one's share.

    The draw is seeded by the first 8 bytes of the question's sha256, as in earlier cairn reports, so that
    the same questions are spoiled there and here.
    """
    digest = hashlib.sha256(question.encode("utf-8")).digest()
    draw = random.Random(int.from_bytes(digest[:8], "big"))
    if draw.random() >= p:
        return best
    others = [found for found in sentences(passages) if found[1] != best.sentence]
    if not others:
        return best
    chunk_id, sentence = others[int(draw.random() * len(others))]
    return Candidate(chunk_id, sentence, best.share)


def degraded_citation(question: str, chosen: Candidate, passages: Sequence[GroundingPassage], p: float) -> Candidate:
    """What to cite for a chosen sentence: itself, or for a share `p` of questions something that does not hold.

    Either the quote's first number is another one, or the quote is said to stand in a passage that lacks it.
    """
    if unit_draw(0, "stub citations", question) >= p:
        return chosen
    altered = NUMBER.sub(lambda number: str(int(number[0]) + 1), chosen.sentence, count=1)
    lacking = [passage.chunk_id for passage in passages if chosen.sentence not in passage.text]
    prefers_number = unit_draw(0, "stub citations, kind", question) < 0.5
    if altered != chosen.sentence and (prefers_number or not lacking):
        return Candidate(chosen.chunk_id, altered, chosen.share)
    return Candidate(lacking[0] if lacking else f"{chosen.chunk_id}-none", chosen.sentence, chosen.share)
