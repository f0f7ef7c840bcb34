import json
from hashlib import sha256
from pathlib import Path

import pytest

from cairn_nb.corpus.sample import generate as module
from cairn_nb.corpus.sample.build import SampleFiles
from cairn_nb.corpus.sample.generate import generate
from cairn_nb.corpus.sample.output import MANIFEST, SampleManifest, write_sample
from cairn_nb.errors import CorpusError, StorageError

OLD = {"corpus/a.md": b"old a", "corpus/b.md": b"old b", "cases.jsonl": b"{}\n"}
NEW = {"corpus/a.md": b"new a", "corpus/c.md": b"new c", "cases.jsonl": b"{}\n"}


def manifest(files: dict[str, bytes]) -> SampleManifest:
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    return SampleManifest(
        seed=7, version="v", digest="d", n_documents=2, n_cases=1, n_unanswerable=0, n_attacks=0, files=digests
    )


def write(out: Path, files: dict[str, bytes], *, force: bool = False) -> None:
    write_sample(out, files, manifest(files), force=force)


def content(out: Path) -> dict[str, bytes]:
    files = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    return {name: data for name, data in files.items() if name != MANIFEST}


def test_a_new_folder_gets_the_files_and_the_list_of_them(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "out", OLD)
    assert content(tmp_path / "deep" / "out") == OLD
    listed = SampleManifest.model_validate_json((tmp_path / "deep" / "out" / MANIFEST).read_bytes())
    assert listed == manifest(OLD)


def test_our_own_unchanged_files_are_replaced_and_stale_ones_removed(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    write(tmp_path, NEW)
    assert content(tmp_path) == NEW


def test_files_that_are_right_already_are_not_written_again(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in OLD}
    write(tmp_path, OLD)
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in OLD} == before


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("corpus/a.md", b"mine", "was changed since it was generated"),
        ("corpus/mine.md", b"mine", "was not written by this command"),
        ("corpus/deep/mine.pdf", b"mine", "was not written by this command"),
        ("poisoned/mine.md", b"mine", "was not written by this command"),
        ("corpus/c.md", b"mine", "was not written by this command"),
        ("cases.jsonl", b"mine", "was changed since it was generated"),
    ],
)
def test_a_file_that_is_not_ours_is_named_and_nothing_is_touched(
    tmp_path: Path, name: str, data: bytes, problem: str
) -> None:
    write(tmp_path, OLD)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(data)
    before = content(tmp_path)
    with pytest.raises(CorpusError, match=problem) as caught:
        write(tmp_path, NEW)
    assert caught.value.path == tmp_path / name
    assert content(tmp_path) == before


def test_force_replaces_files_at_our_paths_and_leaves_every_other_one(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    for name in ("corpus/a.md", "corpus/b.md", "corpus/mine.md", "notes.txt"):
        (tmp_path / name).write_bytes(b"mine")
    write(tmp_path, NEW, force=True)
    mine = {"corpus/b.md": b"mine", "corpus/mine.md": b"mine", "notes.txt": b"mine"}
    assert content(tmp_path) == {**NEW, **mine}


def test_a_file_beside_the_folders_or_a_hidden_one_disturbs_nothing(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "notes.txt").write_bytes(b"mine")
    (tmp_path / "corpus" / ".DS_Store").write_bytes(b"mine")
    write(tmp_path, OLD)
    assert content(tmp_path) == {**OLD, "notes.txt": b"mine", "corpus/.DS_Store": b"mine"}


def test_a_stranger_at_one_of_our_paths_in_a_new_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_bytes(b"my golden set")
    with pytest.raises(CorpusError, match=r"cases\.jsonl: was not written by this command .*--force"):
        write(tmp_path, OLD)
    assert content(tmp_path) == {"cases.jsonl": b"my golden set"}


def test_a_run_that_was_cut_off_is_taken_up(tmp_path: Path) -> None:
    write(tmp_path, OLD)
    (tmp_path / "corpus/a.md").write_bytes(NEW["corpus/a.md"])  # written, and then killed before the list was
    write(tmp_path, NEW)
    assert content(tmp_path) == NEW


@pytest.mark.parametrize("text", ["{", "[]", '{"files": {}}'])
def test_a_damaged_list_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError, match=r"generated\.json"):
        write(tmp_path, OLD)


@pytest.mark.parametrize("name", ["../victim.txt", "/etc/victim.txt", "corpus/../../victim.txt"])
def test_a_list_that_points_outside_cannot_remove_anything(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    write(out, OLD)
    (tmp_path / "victim.txt").write_bytes(b"old a")
    listed = json.loads((out / MANIFEST).read_text())
    listed["files"][name] = listed["files"]["corpus/a.md"]
    (out / MANIFEST).write_text(json.dumps(listed))
    with pytest.raises(CorpusError, match="outside its folder"):
        write(out, NEW)
    assert (tmp_path / "victim.txt").read_bytes() == b"old a"


def test_a_file_in_place_of_the_folder_is_an_error_with_a_next_step(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"a file")
    with pytest.raises(StorageError, match="out"):
        write(tmp_path / "out", OLD)


def test_generate_counts_what_it_wrote(sample_dir: Path, sample: SampleFiles) -> None:
    listed = SampleManifest.model_validate_json((sample_dir / MANIFEST).read_bytes())
    assert (listed.n_documents, listed.n_cases, listed.n_unanswerable, listed.n_attacks) == (88, 480, 120, 12)
    assert content(sample_dir) == sample.files


def test_other_bytes_than_the_pinned_ones_are_refused(
    tmp_path: Path, sample: SampleFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    altered = {**sample.files, "corpus/help/member-faq.txt": b"altered"}
    changed = SampleFiles(altered, sample.version, sample.cases, sample.n_documents, sample.n_attacks)
    monkeypatch.setattr(module, "build", lambda _: changed)
    with pytest.raises(CorpusError, match=r"digest .* expected .*reinstall"):
        generate(tmp_path / "out")
    assert not (tmp_path / "out").exists()
