"""A verdict as JUnit XML: a test case a check, so that any CI shows which one failed."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from cairn_nb.decisions.gate.text import verdict_line
from cairn_nb.decisions.wording.escape import printable
from cairn_nb.records import CheckResult, GateVerdict

SUITE = "cairn gate"
TAGS = {"failed": "failure", "undecided": "error", "not_gated": "skipped"}


def junit_xml(verdict: GateVerdict) -> str:
    """The XML document: failed checks as failures, undecided ones as errors, those that were off as skipped."""
    root = Xml.Element("testsuites", _totals(verdict.checks))
    suite = Xml.SubElement(root, "testsuite", {"name": SUITE, **_totals(verdict.checks)})
    for result in verdict.checks:
        _add_case(suite, result)
    Xml.SubElement(suite, "system-out").text = printable("\n".join([verdict_line(verdict), *verdict.notes]))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _totals(checks: tuple[CheckResult, ...]) -> dict[str, str]:
    outcomes = [result.outcome for result in checks]
    return {
        "tests": str(len(checks)),
        "failures": str(outcomes.count("failed")),
        "errors": str(outcomes.count("undecided")),
        "skipped": str(outcomes.count("not_gated")),
    }


def _add_case(suite: Xml.Element, result: CheckResult) -> None:
    case = Xml.SubElement(suite, "testcase", {"classname": "cairn.gate", "name": result.check, "time": "0"})
    tag = TAGS.get(result.outcome)
    if tag is None:
        return
    sentences = [printable(sentence) for sentence in result.sentences]
    outcome = Xml.SubElement(case, tag, {"message": sentences[0] if sentences else "not gated"})
    if sentences:
        outcome.text = "\n".join(sentences)
