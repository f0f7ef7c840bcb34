"""What a gate loads is part of what it costs in CI."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ["altair", "papermill", "nbconvert", "httpx", "pandas", "scipy", "IPython", "yaml", "rich", "bm25s"]
PROGRAM = f"""
import sys
from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.gate.junit import junit_xml
from cairn_nb.decisions.gate.markdown import summary_markdown
from cairn_nb.decisions.gate.text import verdict_text
from cairn_nb.files.reports import read_report
baseline, candidate = map(read_report, sys.argv[1:])
verdict = gate(baseline, candidate)
verdict_text(verdict), junit_xml(verdict), summary_markdown(verdict, baseline, candidate)
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def test_a_gate_from_file_to_rendering_loads_nothing_heavy(tmp_path) -> None:  # type: ignore[no-untyped-def]
    from cairn_nb.files.reports import write_report
    from tests.report_factory import answered_rows, build_report

    path = tmp_path / "report.json"
    write_report(build_report(answered_rows(8)), path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path), str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
