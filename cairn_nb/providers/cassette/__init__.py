"""Every model call of a run kept in one file, and the run answered from that file alone."""
