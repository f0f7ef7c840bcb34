"""Golden sets: load, check, split."""

from cairn_nb.golden.check import GoldenProblem, check_golden
from cairn_nb.golden.clusters import cluster_id
from cairn_nb.golden.load import load_golden
from cairn_nb.golden.split import Split, split_cases

__all__ = ["GoldenProblem", "Split", "check_golden", "cluster_id", "load_golden", "split_cases"]
