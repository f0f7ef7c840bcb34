"""Where systems disagree: per pair the questions that only one is right on, what the other tripped on, their rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cairn_nb.decisions.board.board import Leaderboard
from cairn_nb.decisions.contrast.build import contrast_sets
from cairn_nb.decisions.contrast.wording import (
    TITLE,
    Said,
    chance_sentence,
    counts_sentence,
    pair_sentences,
    rule_sentence,
    shown_pairs,
)
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import EvidenceByCase, Runs
from cairn_nb.explorer.view import Fold, Section, Sentence
from cairn_nb.records import Report, Status
from cairn_nb.records.contrast import ContrastSets, PairSummary

KEY = "disagreement"
# More systems than these are each compared with the first of the board alone.
ALL_PAIRS_UP_TO = 4


def disagreements(
    runs: Runs, evidence: Sequence[EvidenceByCase | None], board: Leaderboard | None = None
) -> ContrastSets | None:
    """By answer score: every pair of few runs, else each against the board's first; null where nobody gave scores."""
    if runs.mode == "one" or not all(map(_is_scored, runs.reports)):
        return None
    return contrast_sets(runs.reports, evidence, pairs=_pairs(runs, board), names=runs.names)


def disagreement_section(runs: Runs, found: ContrastSets) -> Section:
    """For each pair how many questions only one is right on; folded under it, sentences with the rows behind them."""
    pairs, cut = shown_pairs(found.summary)
    return Section(
        key=KEY,
        title=TITLE,
        paragraphs=tuple(text for text in (rule_sentence(found.summary), cut, *found.summary.notes) if text),
        folds=tuple(_fold(runs, found, pair) for pair in pairs),
    )


def _fold(runs: Runs, found: ContrastSets, pair: PairSummary) -> Fold:
    sentences = (Sentence(text=chance_sentence(pair)), *_linked(runs, pair_sentences(found, pair)))
    return Fold(title=counts_sentence(pair), sentences=sentences)


def _linked(runs: Runs, said: Iterator[Said]) -> Iterator[Sentence]:
    for one in said:
        ids = tuple(row_id for question in one.question_ids for row_id in runs.ids_by_case.get(question, ()))
        yield Sentence(text=one.text, filter=Filter(ids=ids, label=one.text) if ids else None)


def _is_scored(report: Report) -> bool:
    return any(row.answer_score is not None and row.status is not Status.ERROR for row in report.per_case)


def _pairs(runs: Runs, board: Leaderboard | None) -> list[tuple[str, str]]:
    if len(runs.names) <= ALL_PAIRS_UP_TO:
        return list(combinations(runs.names, 2))
    by_config = {report.config_name: name for report, name in zip(runs.reports, runs.names, strict=True)}
    best = next((by_config[row.config] for row in (board.rows if board else ()) if row.config in by_config), None)
    first = best or runs.names[0]
    return [(first, name) for name in runs.names if name != first]
