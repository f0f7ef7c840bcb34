"""The parts of a view around its table, one a file: each takes the runs and gives records, worded."""
