"""Real and awkward files: two columns, a wide table, right to left, merged cells, a large page, odd names."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.foreign.projects import Project
from tests.foreign.refusal import refused

SKIPPED = {
    "password_protected.pdf": "password-protected",
    "slides_sample.pptx": "not matched by ingest.include",
    "表_cp932.csv": "not matched by ingest.include",
}
# id, question, answer, document, quote
ANSWERABLE = (
    ("nuts", "Which two general types of self-locking nuts are currently in use?",
     "the all-metal type and the fiber lock type", "faa_handbook_two_columns.pdf",
     "The two general types of self-locking nuts currently in use are the all-metal type and the fiber lock type."),
    ("spring", "What keeps the two sections of the Boots self-locking nut apart?", "The spring",
     "faa_handbook_two_columns.pdf", "The spring keeps the locking and load-carrying sections such a distance apart"),
    ("alaska", "Alaska permit handgun totals", "7,095", "nics_wide_table.pdf", "Alaska 209 3,062 3,209"),
    ("habibi", "ماذا تعني كلمة حَبيبي habibi؟", "habibi", "حبيبي.pdf", "حَبيبي habibi"),
    ("berries", "How many calories has a portion of blueberry, strawberry or cranberry?", "150",
     "word_sample.docx", "Berries | Blueberry, Strawberry, Cranberry | 150"),
    ("merged", "Which merged cell stands between cell 3.0 and cell 3.2?", "Merged Cell 3.1 4.1",
     "Übersicht – Tabellen (v2).docx", "Cell 3.0 | Merged Cell 3.1 4.1 | Cell 3.2"),
    ("ibm", "When was IBM founded as the Computing-Tabulating-Recording Company?", "1911", "wiki_ibm.md",
     "IBM was founded in 1911 as the Computing-Tabulating-Recording Company (CTR)"),
    ("duck", "In which family are the numerous species of waterfowl called duck?", "Anatidae",
     "wikipedia_duck.html", "Duck is the common name for numerous species of waterfowl in the family Anatidae."),
    ("blind", "What does a blind text give you information about?", "the selected font", "repeated_headings.pdf",
     "A blind text like this gives you information about the selected font"),
    ("lorem", "What is the sample document with two columns filled with?", "Lorem Ipsum text",
     "latex_multicolumn.pdf", "This is a sample document with two columns filled with Lorem Ipsum text."),
)  # fmt: skip
UNANSWERABLE = (
    "Who is the head teacher of the village school?",
    "كم عدد سكان القاهرة؟",
    "Wie hoch ist die Kaution für eine Mietwohnung?",
)


def _rows() -> list[dict[str, Any]]:
    answerable = [
        {"id": name, "question": question, "expected_answer": said, "support": [{"doc": doc, "quote": quote}]}
        for name, question, said, doc, quote in ANSWERABLE
    ]
    none = [
        {"id": f"none-{number}", "question": question, "answerable": False}
        for number, question in enumerate(UNANSWERABLE)
    ]
    return [*answerable, *none]


@pytest.fixture(scope="module")
def messy(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Project:
    project = Project(tmp_path_factory.mktemp("messy"))
    shutil.copytree(data_dir / "messy_docs", project.folder / "docs", ignore=shutil.ignore_patterns("README.md"))
    project.golden(_rows())
    # Ten questions can carry no tight promise; these are about reading, not about certifying.
    project.configure("messy", calibration={"alpha": 0.4}, stats={"n_boot": 200})
    return project


def test_what_can_be_read_is_and_every_other_file_is_named(messy: Project) -> None:
    done = messy.ok("ingest", "-c", "messy.yaml", "--headless")
    assert "documents      9\n" in done.out and "skipped files  3\n" in done.out
    for name, reason in SKIPPED.items():
        assert f"skipped {name}: {reason}" in done.err
    refused(messy, "ingest", "-c", "messy.yaml", "--headless", "--strict", says=("docs:", *SKIPPED))


def test_awkward_documents_from_questions_to_a_verdict(messy: Project) -> None:
    messy.ok("ingest", "-c", "messy.yaml", "--headless")
    looked = messy.cairn("doctor", "-c", "messy.yaml")
    assert looked.code == 0 and "password_protected.pdf: was skipped" in looked.out

    run = ("eval", "-c", "messy.yaml", "--headless", "--split", "all", "--out")
    messy.ok(*run, "base.json")
    messy.ok(*run, "worse.json", env={"CAIRN_STUB_DEGRADE": "1"})
    rows = {row["case_id"]: row for row in messy.report("base.json")["per_case"]}
    assert all(rows[name]["support_located"] for name, *_ in ANSWERABLE)
    assert all((rows[name]["retrieved_support_rank"] or 99) <= 3 for name, *_ in ANSWERABLE if name != "alaska")
    right = {name for name, row in rows.items() if row["correct"]}
    assert right >= {"nuts", "spring", "habibi", "berries", "ibm", "duck", "blind", "lorem"}
    assert all(rows[f"none-{number}"]["status"] == "abstained" for number in range(len(UNANSWERABLE)))

    gate = ("gate", "--headless", "--baseline", "base.json", "--candidate")
    assert messy.cairn(*gate, "base.json").code == 0
    worse = messy.cairn(*gate, "worse.json")
    assert worse.code == 1 and "judge_score dropped" in worse.out


def test_an_arabic_question_is_answered_from_an_arabic_document(messy: Project) -> None:
    messy.ok("ingest", "-c", "messy.yaml", "--headless")
    answer = messy.ok("ask", "-c", "messy.yaml", "ماذا تعني كلمة حَبيبي؟", "--threshold", "0.1", "--json").json
    assert answer["passages"][0]["source"] == "حبيبي.pdf"
    assert answer["claims"][0]["supported"] and "habibi" in answer["text"]
