"""What every decision reads of a report: numbers with their intervals, settings, pairs, and whether it is sound."""
