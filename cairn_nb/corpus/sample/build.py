"""Every file of the sample set, in memory."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from cairn_nb.corpus.sample.cells import cell_cases
from cairn_nb.corpus.sample.choose import choose_cases
from cairn_nb.corpus.sample.compose import compose_all
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import load_facts
from cairn_nb.corpus.sample.formats.render import render
from cairn_nb.corpus.sample.joins import two_document_cases
from cairn_nb.corpus.sample.poison import load_attacks, poisoned_document, poisoned_row
from cairn_nb.corpus.sample.questions import fact_cases
from cairn_nb.corpus.sample.unanswerable import unanswerable_cases
from cairn_nb.corpus.sample.wording import load_wording
from cairn_nb.records.base import Record
from cairn_nb.records.golden import Case

DEFAULT_SEED = 7
VERSION = "sample-1"


@dataclass(frozen=True)
class SampleFiles:
    """The files by their paths below the sample folder, and what they hold."""

    files: dict[str, bytes]
    version: str
    cases: tuple[Case, ...]
    n_documents: int
    n_attacks: int

    @property
    def digest(self) -> str:
        """sha256 over the sorted lines ``path<TAB>sha256 of the file``."""
        lines = [f"{path}\t{hashlib.sha256(content).hexdigest()}" for path, content in sorted(self.files.items())]
        return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def build(seed: int = DEFAULT_SEED) -> SampleFiles:
    """The sample set of one seed: same facts, other phrasings, other choice of cases, other canaries."""
    facts, wording, draws = load_facts(), load_wording(), Draws(seed)
    composed = compose_all(facts, wording, draws)
    candidates = [
        *fact_cases(composed, wording, draws),
        *cell_cases(composed, wording, draws),
        *two_document_cases(composed, facts, wording, draws),
        *unanswerable_cases(facts, wording, draws),
    ]
    cases = tuple(choose_cases(candidates, draws))
    documents = [item.document for item in composed]
    version = VERSION if seed == DEFAULT_SEED else f"{VERSION}-seed-{seed}"
    rendered = {document.path: render(document) for document in documents}
    files = {
        **{f"corpus/{path}": content for path, content in rendered.items()},
        **{f"poisoned/{path}": content for path, content in {**rendered, **_poison(seed)}.items()},
        "cases.jsonl": _jsonl(cases),
        "golden.version": f"{version}\n".encode(),
    }
    return SampleFiles(files, version, cases, len(documents), len(load_attacks()))


def _poison(seed: int) -> dict[str, bytes]:
    """The attack documents and the list of them, by path below the poisoned folder."""
    attacks = load_attacks()
    documents = [poisoned_document(attack, seed) for attack in attacks]
    listed = _jsonl([poisoned_row(attack, seed) for attack in attacks])
    return {**{document.path: render(document) for document in documents}, "attacks.jsonl": listed}


def _jsonl(rows: tuple[Record, ...] | list[Record]) -> bytes:
    lines = [json.dumps(row.model_dump(mode="json"), ensure_ascii=False) for row in rows]
    return ("\n".join(lines) + "\n").encode("utf-8")
