"""Write the sample set: documents, a poisoned copy, golden cases and their version label."""

from __future__ import annotations

import hashlib
from pathlib import Path

from cairn_nb.corpus.sample.build import DEFAULT_SEED, SampleFiles, build
from cairn_nb.corpus.sample.output import SampleManifest, write_sample
from cairn_nb.errors import CorpusError

# The digest of the default seed's files. A change of facts, phrasings or writers changes it, and then VERSION too.
PINNED_DIGEST = "8a6f951ec9fcad63513aac3687a7ce003353cb3ba22d17a142729f56bb6fbb95"


def generate(out: Path, *, seed: int = DEFAULT_SEED, force: bool = False) -> SampleManifest:
    """Write ``corpus/``, ``poisoned/``, ``cases.jsonl`` and ``golden.version`` below a folder.

    The bytes depend on the seed alone. Files that this function did not write are left as they are.

    Parameters
    ----------
    out
        The folder; made when it is missing.
    seed
        Chooses phrasings, order, cases and canaries; the facts stay the same.
    force
        Replace files at generated paths even when they were changed or are somebody else's.

    Returns
    -------
    SampleManifest
        What was written, with the digest of every file.

    Raises
    ------
    CorpusError
        If a file in the folder is not ours, or if this machine makes other bytes than the pinned ones.
    StorageError
        If the folder cannot be written.
    """
    sample = build(seed)
    if seed == DEFAULT_SEED and sample.digest != PINNED_DIGEST:
        raise CorpusError(
            f"the generated sample has digest {sample.digest[:12]}, expected {PINNED_DIGEST[:12]}",
            hint="the installed package was altered; reinstall cairn-nb",
        )
    manifest = _manifest(sample, seed)
    write_sample(out, sample.files, manifest, force=force)
    return manifest


def _manifest(sample: SampleFiles, seed: int) -> SampleManifest:
    return SampleManifest(
        seed=seed,
        version=sample.version,
        digest=sample.digest,
        n_documents=sample.n_documents,
        n_cases=len(sample.cases),
        n_unanswerable=sum(not case.answerable for case in sample.cases),
        n_attacks=sample.n_attacks,
        files={name: hashlib.sha256(content).hexdigest() for name, content in sorted(sample.files.items())},
    )
