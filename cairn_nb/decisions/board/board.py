"""The leaderboard as a record."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records import Estimate, Record
from cairn_nb.stats.paired.rank_ranges import RankRange

# The reference's columns by heading, and the measure that each shows.
COLUMNS = {
    "recall@5": "recall_at_5",
    "nDCG@10": "ndcg_at_10",
    "token F1": "token_f1",
    "judge": "judge_score",
    "citation validity": "citation_validity",
    "answer rate": "answer_rate",
    "error among answered": "error_rate_answered",
    "answering $/q": "cost_per_question_usd",
    "p95 ms": "latency_p95_ms",
}

HEADINGS = {"answer_score": "answer score"}


def columns_of(primary: str) -> dict[str, str]:
    """The columns, with the primary metric first where it is none of the reference's."""
    return COLUMNS if primary in COLUMNS.values() else {HEADINGS.get(primary, primary): primary, **COLUMNS}


class SkippedConfig(Record):
    """A configuration that is not on the board, and why."""

    config: str
    reason: str


class LeaderboardRow(Record):
    """One configuration: every column's estimate by the name of its measure.

    `rank` is null where the primary metric was not measured. `rank_range` is the best and the worst rank that the
    system may truly have; with a chance of 95% all rows' ranges hold at once. `tells_from_first` says whether a paired
    test tells it from the first: null for the first itself and where no test was possible.
    """

    config: str
    config_hash: str
    rank: int | None
    estimates: dict[str, Estimate]
    tells_from_first: bool | None = None
    rank_range: tuple[int, int] | None = None

    @property
    def ranks(self) -> str:
        """``1st to 3rd``; a dash where there is none."""
        return "—" if self.rank_range is None else str(RankRange(*self.rank_range))


class Leaderboard(Record):
    """Configurations over one corpus, golden set and split, best first.

    `configs` and `reports` are the rows' configurations and report files in the order of the rows;
    `leaderboard` is the Markdown file, and `folder` the bench run's folder, where they were written.
    """

    primary_metric: str
    golden_version: str
    golden_hash: str | None
    corpus_hash: str
    split: str
    n_cases: int
    rows: tuple[LeaderboardRow, ...]
    skipped: tuple[SkippedConfig, ...] = ()
    notes: tuple[str, ...] = ()
    measured_at: str | None = None
    configs: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    leaderboard: str | None = Field(default=None)
    folder: str | None = None
