"""JSON Schemas of the files that this project writes, taken from the records themselves.

``python -m cairn_nb.records.schemas FOLDER`` writes one file a record; docs/schemas/ holds them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cairn_nb.records.audit import JudgeAudit
from cairn_nb.records.base import Record
from cairn_nb.records.calibration import CalibrationRecord
from cairn_nb.records.document import IngestLedger
from cairn_nb.records.gate import GateVerdict
from cairn_nb.records.golden import Case
from cairn_nb.records.label import Label
from cairn_nb.records.manifest import Manifest
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.report import Report
from cairn_nb.records.run_comparison import RunComparisons

PUBLISHED: dict[str, type[Record]] = {
    "calibration-record": CalibrationRecord,
    "case": Case,
    "gate-verdict": GateVerdict,
    "ingest-ledger": IngestLedger,
    "judge-audit": JudgeAudit,
    "label": Label,
    "manifest": Manifest,
    "recommendation": Recommendation,
    "report": Report,
    "run-comparisons": RunComparisons,
}


def schema_text(record: type[Record]) -> str:
    """A record's JSON Schema as it stands in docs/schemas/."""
    return json.dumps(record.model_json_schema(), indent=2, sort_keys=True) + "\n"


def main(folder: Path) -> None:
    """Write every published schema."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, record in PUBLISHED.items():
        (folder / f"{name}.schema.json").write_text(schema_text(record), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
