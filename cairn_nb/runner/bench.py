"""Many configurations on the same questions: each ingested, calibrated and evaluated, then ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from cairn_nb.config.load import load_config
from cairn_nb.config.model import Config
from cairn_nb.corpus.digest import corpus_hash
from cairn_nb.decisions.board.leaderboard import Leaderboard, SkippedConfig, leaderboard, leaderboard_markdown
from cairn_nb.errors import BudgetError, CairnError, CassetteError, ConfigError, NotComparableError
from cairn_nb.files.atomic import write_json, write_text
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.golden.load import load_golden
from cairn_nb.progress import progress
from cairn_nb.records.report import Report
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.preflight import check_places

ConfigLike: TypeAlias = str | Path | Config


@dataclass(frozen=True)
class Benched:
    """The board, every report, also those that could not be ranked, and the folder that keeps them.

    `spending` is what all of them were charged, `state_dir` where ledgers and kept replies lie.
    """

    board: Leaderboard
    reports: tuple[Report, ...]
    folder: BenchFolder
    spending: Spending
    state_dir: Path


async def abench(
    configs: Sequence[ConfigLike],
    *,
    out: Path = Path("reports/leaderboard.md"),
    reports_dir: Path = Path("reports"),
    skip_ingest: bool = False,
    trials: int = 1,
    baseline: str | None = None,
    max_cost_usd: float | None = None,
) -> Benched:
    """Run every configuration and rank those that could run.

    What cannot run (an extra that is missing, a server that is down, a file that is wrong) is listed as
    skipped, with its reason. Parsed documents, chunks and vectors are shared between configurations that
    agree on them.

    Parameters
    ----------
    configs
        Experiment files, or loaded configurations.
    out
        The leaderboard's Markdown file; its JSON is written beside it.
    skip_ingest
        Use the indexes that are there.
    trials
        How often each question is asked.
    baseline
        The configuration that the others are to be compared with; here it is only looked for.
    max_cost_usd
        What all of them together may be charged, calibration and probes included; each one's own cap holds too. Those
        that were not finished are listed as skipped, and a later run with a higher cap pays for no answer twice.

    Raises
    ------
    ConfigError
        If there is no configuration, two have the same name, or none is called `baseline`.
    NotComparableError
        If two name different corpus folders or golden sets.
    InputError
        If none could run.
    """
    loaded, skipped = _loaded(configs)
    _refuse_equal_names(loaded)
    _require_baseline(loaded, baseline)
    ready = _on_one_measurement(loaded, skipped)
    check_places(out.parent, reports_dir, n_pieces=0)
    reports: list[Report] = []
    together = Spending(max_cost_usd, cap_key="max_cost_usd")
    with progress("bench", len(ready)) as advance:
        for config in ready:
            try:
                if not together.may_start:
                    raise BudgetError(f"{together.sentence()} before it was begun")
                if not skip_ingest:
                    await aingest(config)
                await acalibrate(config, within=together)
                reports.append(await aevaluate(config, reports_dir=reports_dir, trials=trials, within=together))
            except CassetteError:
                raise  # what a replay lacks must not be taken for a configuration that cannot run
            except CairnError as error:
                skipped.append(SkippedConfig(config=config.name, reason=str(error)))
            advance(1)
    board, folder = _published(reports, skipped, out, reports_dir)
    return Benched(board, tuple(reports), folder, together, loaded[0].state_dir)


def _published(
    reports: Sequence[Report], skipped: Sequence[SkippedConfig], out: Path, reports_dir: Path
) -> tuple[Leaderboard, BenchFolder]:
    """The board beside the other reports, and the reports into a folder of their own."""
    board = leaderboard(reports, skipped=skipped)
    folder = BenchFolder.new(reports_dir, reports, datetime.now(UTC))
    folder.keep(reports)
    board = board.changed(leaderboard=str(out), folder=str(folder.folder))
    write_text(out, leaderboard_markdown(board))
    write_json(out.with_suffix(".json"), board.model_dump(mode="json"))
    return board, folder


def _loaded(configs: Sequence[ConfigLike]) -> tuple[list[Config], list[SkippedConfig]]:
    loaded: list[Config] = []
    skipped: list[SkippedConfig] = []
    for config in configs:
        try:
            loaded.append(config if isinstance(config, Config) else load_config(config))
        except ConfigError as error:
            skipped.append(SkippedConfig(config=str(config), reason=str(error)))
    return loaded, skipped


def _refuse_equal_names(configs: Sequence[Config]) -> None:
    counts = Counter(config.name for config in configs)
    for config in configs:
        if counts[config.name] > 1:
            files = ", ".join(str(other.source) for other in configs if other.name == config.name)
            raise ConfigError(
                "two configurations have the same name, so their indexes and reports would be one",
                key=config.name,
                hint=f"rename one of {files}",
            )


def _require_baseline(configs: Sequence[Config], baseline: str | None) -> None:
    names = [config.name for config in configs]
    if baseline is not None and baseline not in names:
        raise ConfigError(f"no configuration is called {baseline!r}", key="baseline", hint=f"one of {', '.join(names)}")


def _on_one_measurement(configs: Sequence[Config], skipped: list[SkippedConfig]) -> list[Config]:
    """Those whose corpus and golden set can be read, which must be the same ones."""
    identities: dict[str, tuple[str, str]] = {}
    for config in configs:
        try:
            identities[config.name] = _identity(config)
        except CairnError as error:
            skipped.append(SkippedConfig(config=config.name, reason=str(error)))
    _refuse_differing(identities)
    return [config for config in configs if config.name in identities]


def _refuse_differing(identities: Mapping[str, tuple[str, str]]) -> None:
    for place, what in enumerate(("corpus", "golden set")):
        hashes = {name: identity[place] for name, identity in identities.items()}
        if len(set(hashes.values())) > 1:
            listed = ", ".join(f"{name} {digest.removeprefix('sha256:')[:12]}" for name, digest in hashes.items())
            raise NotComparableError(
                f"the configurations do not share one {what} ({listed}); "
                "rows measured on different documents or questions cannot be ranked "
                "(name those of one corpus with --configs)"
            )


def _identity(config: Config) -> tuple[str, str]:
    """The corpus's and the golden set's content, found without parsing a document or asking a model."""
    corpus = corpus_hash(config.corpus_dir, include=config.ingest.include, exclude=config.ingest.exclude)
    return corpus, load_golden(config.golden_path).content_hash
