"""Write generated files without harming anybody else's: what we did not write, or was changed since, stays.

``generated.json`` in the folder lists every file with its digest, so that the next run knows its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from cairn_nb.errors import CorpusError
from cairn_nb.files import atomic
from cairn_nb.progress import track
from cairn_nb.records.base import Record

MANIFEST = "generated.json"
FOLDERS = ("corpus", "poisoned")


class SampleManifest(Record):
    """What was generated. `files` maps each path below the folder to its sha256; `digest` covers them all."""

    seed: int
    version: str
    digest: str
    n_documents: int
    n_cases: int
    n_unanswerable: int
    n_attacks: int
    files: dict[str, str]


def write_sample(out: Path, files: dict[str, bytes], manifest: SampleManifest, *, force: bool) -> None:
    """Bring a folder to exactly these files, or refuse before anything is touched.

    A file that the manifest in the folder lists with the digest it has now is ours, and may be replaced or,
    when it is no longer generated, removed. `force` also replaces files at our paths that are not ours or
    were changed. A file at any other path is never removed, with or without `force`.

    Raises
    ------
    CorpusError
        Naming the first file that is not ours, unless `force`; or the manifest, when it cannot be read.
    StorageError
        If the folder cannot be written.
    """
    recorded = _recorded(out)
    if not force:
        _refuse_foreign(out, files, recorded)
    for name, content in track(files.items(), "writing", total=len(files)):
        if _sha256(out / name) != manifest.files[name]:
            atomic.write_bytes(out / name, content)
    for name in sorted(recorded.keys() - files.keys()):
        if _sha256(out / name) == recorded[name]:
            (out / name).unlink()
    atomic.write_json(out / MANIFEST, manifest.model_dump(mode="json"))


def _recorded(out: Path) -> dict[str, str]:
    """Digests of the files that an earlier run wrote here."""
    path = out / MANIFEST
    if not path.exists():
        return {}
    try:
        manifest = SampleManifest.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise CorpusError(
            f"is not a list of generated files: {error.errors()[0]['msg']}",
            path=path,
            hint="move it away if the folder holds nothing of yours, or choose another folder with --out",
        ) from error
    for name in manifest.files:
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise CorpusError(f"names a file outside its folder: {name}", path=path, hint="choose another folder")
    return manifest.files


def _refuse_foreign(out: Path, files: dict[str, bytes], recorded: dict[str, str]) -> None:
    for path in sorted({*_documents(out), *(out / name for name in files)}):
        name = path.relative_to(out).as_posix()
        found = _sha256(path)
        known = {recorded.get(name), hashlib.sha256(files[name]).hexdigest() if name in files else None}
        if found is not None and found not in known:
            changed = name in recorded
            raise CorpusError(
                "was changed since it was generated" if changed else "was not written by this command",
                path=path,
                hint="choose another folder with --out, move the file away, or add --force",
            )


def _documents(out: Path) -> Iterator[Path]:
    """Every file that lies among the documents, but for hidden ones (``.DS_Store``)."""
    for folder in FOLDERS:
        for path in (out / folder).rglob("*"):
            if path.is_file() and not path.name.startswith("."):
                yield path


def _sha256(path: Path) -> str | None:
    """The digest of a file's bytes; null when there is no such file."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
