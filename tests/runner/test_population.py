from __future__ import annotations

import numpy as np

from cairn_nb.errors import ServerError
from cairn_nb.records import Answer, Case, Outcome, Status, Support, Verdict
from cairn_nb.runner.failures import failed_answer
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.pieces import Piece
from cairn_nb.runner.population import Population, population_of

SCORED = Verdict(outcome=Outcome.SCORED, correct=True, score=1.0)
WRONG = Verdict(outcome=Outcome.SCORED, correct=False, score=0.0)


def case(case_id: str, *, answerable: bool = True) -> Case:
    support = (Support(doc="a.md", quote="A quote."),) if answerable else ()
    return Case(id=case_id, question="?", answerable=answerable, expected_answer="x", support=support)


def answered(confidence: float | None, *, flagged: bool = False) -> Answer:
    return Answer(question="?", status=Status.ANSWERED, text="x", confidence=confidence, flagged=flagged)


def population(*rows: tuple[Case, Answer, Verdict | None]) -> Population:
    pieces = [Piece(case, 0) for case, _, _ in rows]
    return population_of(pieces, [Finished(case_id=c.id, trial=0, answer=a, verdict=v) for c, a, v in rows])


def test_it_is_every_draft_that_a_threshold_could_answer() -> None:
    found = population(
        (case("right"), answered(0.91234567), SCORED),
        (case("wrong"), answered(0.4), WRONG),
        (case("flagged"), answered(0.3, flagged=True), SCORED),  # the flag is not heard at use either
        (case("unanswerable", answerable=False), answered(0.2), Verdict(outcome=Outcome.NOT_APPLICABLE)),
        (case("refused"), Answer(question="?", status=Status.ABSTAINED, text="no", refused=True), None),
        (case("failed"), failed_answer("?", ServerError("500"), trial=0, latency_ms=1.0), None),
        (case("ungraded"), answered(0.8), Verdict(outcome=Outcome.UNPARSED)),
    )
    assert found.ids == ("right", "wrong", "flagged", "unanswerable")
    assert found.confidence.tolist() == [0.912346, 0.4, 0.3, 0.2]
    assert found.correct.tolist() == [True, False, True, False]
    assert found.clusters == ("a.md", "a.md", "a.md", "case:unanswerable")


def test_a_redraw_takes_whole_documents_and_is_the_same_every_time() -> None:
    clusters = tuple(f"d{i // 3}" for i in range(30))
    whole = Population(np.arange(30) / 30, np.ones(30, bool), clusters, tuple(map(str, range(30))))
    drawn = whole.redrawn(7, 0)
    assert len(drawn) == 30  # ten documents of three
    again = whole.redrawn(7, 0)
    assert drawn.ids == again.ids and (drawn.confidence == again.confidence).all()
    assert drawn.ids != whole.redrawn(7, 1).ids
    assert len(set(drawn.clusters)) == 10  # a document drawn twice counts as two
    assert len(set(drawn.ids)) == 30
