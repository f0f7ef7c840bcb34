"""The five-axis judge that needs no model; see `cairn_nb.judges.heuristic.judge`."""
