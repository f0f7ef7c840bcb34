"""Examine a project without changing it: what is installed, reachable and stale, and whether its parts fit.

Each check yields findings; one that cannot go on because an earlier part is missing says so instead.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cairn_nb.config.load import load_config
from cairn_nb.config.model import Component, Config
from cairn_nb.corpus.chunk import chunk_documents
from cairn_nb.corpus.load import load_documents
from cairn_nb.corpus.locate import SupportLocator
from cairn_nb.errors import CairnError
from cairn_nb.files.atomic import check_writable
from cairn_nb.golden.check import Severity, check_golden
from cairn_nb.golden.load import load_golden
from cairn_nb.project.findings import Finding, Findings, Level
from cairn_nb.providers.reach import address_of, why_unreachable
from cairn_nb.providers.switches import active_switches
from cairn_nb.records import GoldenSet
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.runner.decision import decision_for
from cairn_nb.runner.parts import limits_of
from cairn_nb.runner.stamps import stamps_of
from cairn_nb.systems.build import build_judge
from cairn_nb.version import __version__

EXTRAS = {
    "lab": ("jupyterlab",),
    "local": ("onnxruntime", "xllamacpp"),
    "lancedb": ("lancedb",),
    "pgvector": ("psycopg", "pgvector"),
}
SHOWN_ROWS = 20
LEVELS: Mapping[Severity, Level] = {Severity.ERROR: "problem", Severity.WARNING: "warning", Severity.INFO: "note"}
GRAVEST_FIRST = tuple(Severity)


def examine(path: Path, overrides: Mapping[str, Any] | None = None) -> Findings:
    """Look at everything a run of this configuration would need.

    Parameters
    ----------
    path
        The experiment file.
    overrides
        Values by dotted key.
    """
    findings = [*_installed()]
    try:
        config = load_config(path, overrides)
    except CairnError as problem:
        return Findings(findings=(*findings, _problem("configuration", problem)))
    findings.append(Finding(level="ok", subject="configuration", sentence=f"'{config.name}' in {path}"))
    return Findings(findings=(*findings, *_switches(), *_reachable(config), *_files(config)))


def _installed() -> Iterator[Finding]:
    yield Finding(level="ok", subject="cairn-nb", sentence=f"{__version__} on Python {platform.python_version()}")
    for extra, modules in EXTRAS.items():
        missing = [module for module in modules if find_spec(module) is None]
        sentence = f"not installed (pip install 'cairn-nb[{extra}]')" if missing else "installed"
        yield Finding(level="note" if missing else "ok", subject=f"extra {extra}", sentence=sentence)


def _switches() -> Iterator[Finding]:
    try:
        found = active_switches()
    except CairnError as problem:
        yield _problem("environment", problem)
        return
    for name, value in found.items():
        sentence = f"is set to {value}: answers of this environment are not those of another"
        yield Finding(level="warning", subject=name, sentence=sentence)


def _components(config: Config) -> Iterator[tuple[str, Component]]:
    yield "generation", config.generation.provider
    yield "embedding", config.embedding
    if config.retrieval.rerank is not None and config.retrieval.rerank.enabled:
        yield "rerank", config.retrieval.rerank
    if isinstance(provider := config.judge.params.get("provider"), dict):
        yield "judge", Component(name=str(provider.get("name")), params=provider.get("params", {}))
    if config.evaluation.claims.enabled and config.evaluation.claims.provider is not None:
        yield "claims", config.evaluation.claims.provider


def _reachable(config: Config) -> Iterator[Finding]:
    for role, component in _components(config):
        address = address_of(component.name, component.params)
        if address is None:
            yield Finding(level="ok", subject=role, sentence=f"'{component.name}' runs in this process")
            continue
        why = why_unreachable(address)
        sentence = f"'{component.name}' at {address} " + (f"cannot be reached: {why}" if why else "is reachable")
        yield Finding(level="problem" if why else "ok", subject=role, sentence=sentence)


def _files(config: Config) -> Iterator[Finding]:
    golden = yield from _golden(config)
    index = yield from _index(config)
    if golden is not None:
        yield from _golden_against_corpus(config, golden, index)
    if golden is not None and index is not None:
        yield from _calibration(config, golden, index)
    for folder in (config.state_dir, Path("reports")):
        yield from _writable(folder)


def _golden(config: Config) -> Generator[Finding, None, GoldenSet | None]:
    try:
        golden = load_golden(config.golden_path)
    except CairnError as problem:
        yield _problem("golden set", problem)
        return None
    unanswerable = sum(not case.answerable for case in golden.cases)
    sentence = f"{len(golden.cases)} cases ({unanswerable} unanswerable), version {golden.version}"
    yield Finding(level="ok", subject="golden set", sentence=sentence)
    return golden


def _index(config: Config) -> Generator[Finding, None, Index | None]:
    try:
        index = open_index(config)
    except CairnError as problem:
        yield _problem("index", problem)
        return None
    manifest = index.manifest
    sentence = f"{manifest.chunk_count} chunks of {manifest.doc_count} documents, up to date with the corpus"
    yield Finding(level="ok", subject="index", sentence=sentence)
    for entry in index.ledger.skipped:
        yield Finding(level="note", subject=entry.source, sentence=f"was skipped: {entry.reason}")
    return index


def _golden_against_corpus(config: Config, golden: GoldenSet, index: Index | None) -> Iterator[Finding]:
    try:
        locator = index.locator if index is not None else _parsed(config)
    except CairnError as problem:
        yield _problem("corpus", problem)
        return
    problems = sorted(check_golden(golden, locator), key=lambda found: GRAVEST_FIRST.index(found.severity))
    for found in problems[:SHOWN_ROWS]:
        where = f"{config.golden_path}:{found.line}" if found.line else str(config.golden_path)
        yield Finding(level=LEVELS[found.severity], subject=where, sentence=f"{found.case_id}: {found.sentence}")
    if len(problems) > SHOWN_ROWS:
        kinds = Counter(found.kind.value for found in problems[SHOWN_ROWS:])
        counts = ", ".join(f"{count} × {kind}" for kind, count in kinds.most_common())
        yield Finding(level="note", subject="golden set", sentence=f"not shown: {counts}")
    if not problems:
        yield Finding(level="ok", subject="golden set", sentence="every quote stands in its document")


def _parsed(config: Config) -> SupportLocator:
    loaded = load_documents(config.corpus_dir, include=config.ingest.include, exclude=config.ingest.exclude)
    chunker = config.ingest.chunker
    chunks = chunk_documents(
        loaded.documents, chunker=chunker.name, params=chunker.params, max_chunk_chars=config.ingest.max_chunk_chars
    )
    return SupportLocator(loaded.documents, chunks)


def _calibration(config: Config, golden: GoldenSet, index: Index) -> Iterator[Finding]:
    try:
        judge = build_judge(config, limits=limits_of(config), cache=None)
        decision = decision_for(config, stamps_of(config, index.manifest, golden, judge))
    except CairnError as problem:
        yield _problem("calibration", problem)
        return
    level: Level = "warning" if decision.warnings else "ok"
    sentence = "; ".join(decision.warnings) or f"{decision.source}, threshold {decision.threshold}"
    yield Finding(level=level, subject="calibration", sentence=sentence)


def _writable(folder: Path) -> Iterator[Finding]:
    try:
        check_writable(folder)
    except CairnError as problem:
        yield _problem(str(folder), problem)
        return
    yield Finding(level="ok", subject=str(folder), sentence="writable")


def _problem(subject: str, problem: CairnError) -> Finding:
    return Finding(level="problem", subject=subject, sentence=str(problem))
