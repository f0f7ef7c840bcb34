from __future__ import annotations

import hashlib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.config.model import INCLUDE
from cairn_nb.corpus.digest import content_sha256, corpus_hash, hash_of
from cairn_nb.corpus.load import load_documents


def write(folder: Path, **files: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_bytes(content)
    return folder


def test_the_recipe_by_hand(tmp_path: Path) -> None:
    write(tmp_path, b_txt=b"beta\n", a_md=b"# alpha\n")
    alpha, beta = (hashlib.sha256(content).hexdigest() for content in (b"# alpha\n", b"beta\n"))
    lines = f"a.md\t{alpha}\nb.txt\t{beta}"
    assert corpus_hash(tmp_path, include=INCLUDE, exclude=()) == hashlib.sha256(lines.encode()).hexdigest()


def test_line_ends_of_text_do_not_matter_and_bytes_of_others_do(tmp_path: Path) -> None:
    unix = corpus_hash(write(tmp_path / "unix", a_md=b"x\ny\n", b_html=b"<p>\n"), include=INCLUDE, exclude=())
    windows = corpus_hash(
        write(tmp_path / "windows", a_md=b"x\r\ny\r\n", b_html=b"<p>\r\n"), include=INCLUDE, exclude=()
    )
    assert unix == windows
    assert content_sha256(b"\r\n", "pdf") != content_sha256(b"\n", "pdf")


def test_documents_carry_the_same_digests_and_ids_on_both(tmp_path: Path) -> None:
    unix = load_documents(write(tmp_path / "unix", a_md=b"x\ny\n"), include=INCLUDE, exclude=()).documents
    windows = load_documents(write(tmp_path / "windows", a_md=b"x\r\ny\r\n"), include=INCLUDE, exclude=()).documents
    assert unix == windows
    assert unix[0].id == hashlib.sha1(b"a.md" + hashlib.sha256(b"x\ny\n").hexdigest().encode()).hexdigest()[:16]
    assert hash_of([("a.md", unix[0].content_sha256)]) == corpus_hash(tmp_path / "unix", include=INCLUDE, exclude=())


def test_a_changed_byte_name_or_choice_is_another_corpus(tmp_path: Path) -> None:
    folder = write(tmp_path / "c", a_md=b"x", b_md=b"y", c_csv=b"z")
    first = corpus_hash(folder, include=INCLUDE, exclude=())
    assert corpus_hash(folder, include=INCLUDE, exclude=("b.md",)) != first
    (folder / "c.csv").write_bytes(b"changed, but no document")
    assert corpus_hash(folder, include=INCLUDE, exclude=()) == first
    (folder / "b.md").rename(folder / "d.md")
    assert corpus_hash(folder, include=INCLUDE, exclude=()) != first


@given(st.dictionaries(st.text(), st.text(), max_size=5), st.randoms())
def test_the_order_of_files_does_not_matter(contents: dict[str, str], random: object) -> None:
    pairs = [
        (source.encode("utf-8", "ignore").decode(), digest.encode("utf-8", "ignore").decode())
        for source, digest in contents.items()
    ]
    shuffled = list(pairs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert hash_of(shuffled) == hash_of(pairs)
