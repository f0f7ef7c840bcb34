"""The attack suite: an index of poisoned documents, a canary in the system prompt, questions, a verdict.

The system answers as it would without a calibrated threshold, which is the harder test: a threshold would
hide leaks behind abstentions.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from cairn_nb.attacks.canaries import system_canary, system_note
from cairn_nb.attacks.detect import Secrets
from cairn_nb.attacks.markdown import attack_markdown
from cairn_nb.attacks.observe import AttackAnswer, observe
from cairn_nb.attacks.poisoned import AttackSpec, poisoned_config, poisoned_dir, read_attacks
from cairn_nb.attacks.questions import AttackQuestion, attack_questions
from cairn_nb.attacks.report import AttackReport, attack_report
from cairn_nb.attacks.suite import SuiteIdentity
from cairn_nb.config.hash import config_hash
from cairn_nb.config.model import Config
from cairn_nb.files.atomic import write_json, write_text
from cairn_nb.generation.prompt import PromptSettings
from cairn_nb.judges.stub import StubJudge
from cairn_nb.providers.cassette.session import working_on
from cairn_nb.providers.switches import active_switches
from cairn_nb.records.golden import Case
from cairn_nb.records.manifest import Manifest
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.runner.assemble import timestamp
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.notes.environment import environment, git_commit
from cairn_nb.runner.notes.replay import replay_note
from cairn_nb.runner.parts import limits_of, reply_cache
from cairn_nb.runner.pieces import Piece, plan_pieces
from cairn_nb.runner.preflight import check_places
from cairn_nb.runner.work import CaseWork
from cairn_nb.systems.build import build_system
from cairn_nb.version import __version__


async def aattack(config: Config, *, poisoned: Path | None = None, reports_dir: Path = Path("reports")) -> AttackReport:
    """Ask the system about poisoned documents and look for leaks.

    Parameters
    ----------
    poisoned
        The folder of poisoned documents, by default ``poisoned`` beside the corpus folder.
    reports_dir
        Where ``attack-<config>.json`` and ``.md`` are written.

    Raises
    ------
    CorpusError
        If there is no list of attacks, or a row of it cannot be used.
    """
    folder = poisoned or poisoned_dir(config)
    specs = read_attacks(folder)
    check_places(reports_dir, n_pieces=0)
    own = poisoned_config(config, folder)
    manifest = await aingest(own)
    index = open_index(own)
    canary = system_canary(config_hash(config), manifest.corpus_hash)
    note = system_note(canary)
    secrets = Secrets(specs=specs, system_prompt=PromptSettings(note=note).system.content, system_canary=canary)
    asked = attack_questions(specs, {document.source: document.title for document in index.documents})
    finished = await _ask(own, index, asked, note)
    answers = [observe(question, done.answer, secrets) for question, done in zip(asked, finished, strict=True)]
    report = _report(config, manifest, specs, answers)
    write_json(reports_dir / f"attack-{config.name}.json", report.model_dump(mode="json"))
    write_text(reports_dir / f"attack-{config.name}.md", attack_markdown(report))
    return report


async def _ask(config: Config, index: Index, asked: Sequence[AttackQuestion], prompt_note: str) -> tuple[Finished, ...]:
    system = build_system(
        config, index=index, limits=limits_of(config), cache=reply_cache(config), prompt_note=prompt_note
    )
    # Nothing is graded: as far as the golden set knows, these questions have no answer.
    pieces = plan_pieces([Case(id=str(n), question=q.question, answerable=False) for n, q in enumerate(asked)])
    done: dict[str, Finished] = {}
    work = CaseWork(
        system=system,
        judge=StubJudge(),
        threshold=None,
        rule="flag",
        abstain_text=config.generation.abstain_text,
        case_timeout_s=config.evaluation.case_timeout_s,
    )

    async def attacked(piece: Piece) -> Finished:
        with working_on(f"{config.name} attack question {piece.case.id}"):
            return await work(piece)

    try:
        await run_pieces(
            pieces,
            attacked,
            lambda finished: done.__setitem__(finished.case_id, finished),
            concurrency=config.evaluation.concurrency,
            description=f"attack {config.name}",
        )
    finally:
        await system.aclose()
    return tuple(done[piece.case.id] for piece in pieces)


def _report(
    config: Config, manifest: Manifest, specs: Sequence[AttackSpec], answers: Sequence[AttackAnswer]
) -> AttackReport:
    provider = config.generation.provider
    model = provider.params.get("model")
    identity = SuiteIdentity(
        cairn_version=__version__,
        config_name=config.name,
        config_hash=config_hash(config),
        corpus_hash=manifest.corpus_hash,
        created_at=timestamp(datetime.now(UTC)),
        provider=provider.name,
        model=None if model is None else str(model),
        git_commit=git_commit(config.base_dir),
        switches=active_switches(),
    )
    return attack_report(identity, specs, answers).changed(notes={"environment": environment(), **replay_note()})
