"""Finished answers as the rows of a report, by the code that makes a run's; what a file leaves out stays missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cairn_nb.judges.heuristic.judge import JUDGE as HEURISTIC
from cairn_nb.metrics.documents import GIVEN
from cairn_nb.records import CaseRow, Outcome, Status, SupportLocation
from cairn_nb.records.steps import JUDGING_STAGES
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.rows.relevance import Relevance
from cairn_nb.runner.rows.row import case_row, with_failure_type
from cairn_nb.runner.score.cost import STAGE, ReportedCosts
from cairn_nb.runner.score.documents import GivenDocuments
from cairn_nb.runner.score.finish import nearest_reference
from cairn_nb.runner.score.join import Joined, Pairing
from cairn_nb.runner.score.locate import GivenLocator

Locations = tuple[SupportLocation, ...]
UNSAID = ("exact_match", "token_f1", "exact_match_uncited", "token_f1_uncited", "correct")
GRADES = ("answer_score", "is_supported_by_context", "is_hallucinated", "axes_judge")


def located(pairings: Sequence[Pairing], finished: Sequence[Finished]) -> list[Locations]:
    """Where each piece's supports stand among its own passages."""
    cases = [pairing.question.case for pairing in pairings]
    locator = GivenLocator(cases, [passage for piece in finished for passage in piece.answer.passages])
    return [locator.locate(case, piece.answer.passages) for case, piece in zip(cases, finished, strict=True)]


def rows_of(joined: Joined, finished: Sequence[Finished], locations: Sequence[Locations]) -> tuple[CaseRow, ...]:
    """A row for each pairing, in order."""
    documents, costs = GivenDocuments(joined, finished), ReportedCosts()
    ranked = any(location.groups for place in locations for location in place)
    told = any(_says_what_was_read(pairing) for pairing in joined.pairings)
    return tuple(
        with_failure_type(
            _row(
                pairing,
                piece,
                place,
                documents.relevance(pairing),
                ranked=ranked,
                told=told,
                cost_usd=costs.of(pairing.given),
            )
        )
        for pairing, piece, place in zip(joined.pairings, finished, locations, strict=True)
    )


def _row(
    pairing: Pairing,
    piece: Finished,
    place: Locations,
    relevance: Relevance,
    *,
    ranked: bool,
    told: bool,
    cost_usd: float | None,
) -> CaseRow:
    case = pairing.question.case
    reference = nearest_reference(pairing.question, piece.answer.text)
    row = case_row(case.model_copy(update={"expected_answer": reference}), piece, place, relevance)
    updates = [
        _effort(pairing, row, cost_usd),
        _citations(pairing, row),
        _retrieval(pairing, row, ranked=ranked),
        _grades(pairing, row, told=told),
        _ranking(pairing, row),
    ]
    values = {name: value for update in updates for name, value in update.items() if name != "outcomes"}
    outcomes = {name: outcome for update in updates for name, outcome in update.get("outcomes", {}).items()}
    return row.model_copy(update={**values, "outcomes": {**row.outcomes, **outcomes}})


def _effort(pairing: Pairing, row: CaseRow, cost_usd: float | None) -> dict[str, Any]:
    """What the file says of the answer; the judges' stages are our own."""
    given = pairing.given
    values: dict[str, Any] = {
        "latency_ms": given.latency_ms if given else None,
        "cost_usd": cost_usd,
        "tokens": given.tokens if given else None,
        "latency_by_stage_ms": _judging(row.latency_by_stage_ms),
        "cost_by_stage_usd": {**({} if cost_usd is None else {STAGE: cost_usd}), **_judging(row.cost_by_stage_usd)},
    }
    if values["latency_ms"] is None and given is not None:
        values["outcomes"] = {"latency_ms": Outcome.NOT_APPLICABLE}
    return values


def _judging(by_stage: Mapping[str, Any]) -> dict[str, Any]:
    return {stage: value for stage, value in by_stage.items() if stage in JUDGING_STAGES}


def _citations(pairing: Pairing, row: CaseRow) -> dict[str, Any]:
    """Nothing about citations where the file has no claims at all: that is not an answer without a claim."""
    if row.status is not Status.ANSWERED or (pairing.given is not None and pairing.given.claims is not None):
        return {}
    unsaid = dict.fromkeys(("citation_validity", "faithful"), Outcome.NOT_APPLICABLE)
    return {"claims_total": None, "claims_supported": None, "faithful": None, "outcomes": unsaid}


def _retrieval(pairing: Pairing, row: CaseRow, *, ranked: bool) -> dict[str, Any]:
    """A quote that stands in no passage was not retrieved, where the file says what was."""
    case, given = pairing.question.case, pairing.given
    if not (case.answerable and case.support) or given is None or given.contexts is None or not ranked:
        return {"support_located": None, "outcomes": {"retrieved_support_rank": _unranked(row)}}
    return {"support_located": True, "outcomes": {"retrieved_support_rank": _ranked(row)}}


def _ranking(pairing: Pairing, row: CaseRow) -> dict[str, Any]:
    """A ranking alone says nothing of answering."""
    if pairing.given is None or not pairing.given.is_ranking or row.status is Status.ERROR:
        return {}
    unsaid = dict.fromkeys((*UNSAID, "status", "judge_score", GIVEN, "answer_score"), Outcome.NOT_APPLICABLE)
    return {
        **dict.fromkeys((*UNSAID, "refused", *GRADES)),
        "axes": {},
        "answer_judge": {},
        "given_documents": (),
        "outcomes": unsaid,
    }


def _grades(pairing: Pairing, row: CaseRow, *, told: bool) -> dict[str, Any]:
    """No grades by rule where the file does not say what was read: support that cannot be looked for is unknown, not 0.

    Where the rules stood in for a model, that is still told. A refusal needs no passages: it is graded where other
    answers are, lest the grades be those of refusals alone.
    """
    if row.axes_judge != HEURISTIC or _says_what_was_read(pairing) or (told and row.refused):
        return {}
    unknown = {"answer_score": Outcome.NOT_APPLICABLE}
    return {**dict.fromkeys(GRADES), "axes": {}, "outcomes": unknown}


def _says_what_was_read(pairing: Pairing) -> bool:
    return pairing.given is not None and pairing.given.contexts is not None


def _unranked(row: CaseRow) -> Outcome:
    return row.outcomes["status"] if row.status is Status.ERROR else Outcome.NOT_APPLICABLE


def _ranked(row: CaseRow) -> Outcome:
    return row.outcomes["status"] if row.status is Status.ERROR else Outcome.SCORED
