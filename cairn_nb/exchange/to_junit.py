"""A report's rows as JUnit XML: a test a case, so that any CI shows which questions went wrong."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as Xml

from cairn_nb.records import CaseRow, Report, Status

MS_PER_S = 1000
# What XML 1.0 allows no file to hold.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_text(report: Report) -> str:
    """The document. A wrong answer is a failure; a case that ended in an error is an error; an answerable case that
    was abstained on, and an answer without a grade, are skipped.
    """
    marks = [_mark(row) for row in report.per_case]
    counts = Counter(tag for tag, _ in marks)
    totals = {
        "tests": str(len(marks)),
        "failures": str(counts["failure"]),
        "errors": str(counts["error"]),
        "skipped": str(counts["skipped"]),
    }
    root = Xml.Element("testsuites", totals)
    suite = Xml.SubElement(root, "testsuite", {"name": _printable(report.config_name), **totals})
    for row, (tag, message) in zip(report.per_case, marks, strict=True):
        _add(suite, report, row, tag, message)
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _mark(row: CaseRow) -> tuple[str, str]:
    """What became of a case as JUnit calls it, and why; an empty tag is a pass."""
    if row.status is Status.ERROR:
        return "error", row.error or "no answer"
    if row.status is Status.ABSTAINED:
        return ("skipped", "abstained") if row.answerable else ("", "")
    if not row.answerable and row.correct is not None:
        return "failure", "answered, and there is no answer"
    if row.correct is None:
        return "skipped", "no grade"
    return ("", "") if row.correct else ("failure", row.judge_reason or "judged wrong")


def _add(suite: Xml.Element, report: Report, row: CaseRow, tag: str, message: str) -> None:
    name = row.case_id if row.trial == 0 else f"{row.case_id} trial {row.trial}"
    seconds = "0" if row.latency_ms is None else f"{row.latency_ms / MS_PER_S:.3f}"
    values = {"classname": f"cairn.{report.config_name}", "name": name, "time": seconds}
    case = Xml.SubElement(suite, "testcase", {key: _printable(value) for key, value in values.items()})
    if not tag:
        return
    mark = Xml.SubElement(case, tag, {"message": _printable(message)})
    if tag == "failure":
        mark.text = _printable(
            f"question: {row.question}\nexpected: {row.expected_answer or 'no answer'}\nanswer: {row.answer_text}"
        )


def _printable(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
