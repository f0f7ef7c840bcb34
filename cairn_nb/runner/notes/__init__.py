"""The context of a report's numbers: who judged, whose prices, on which machine, replayed from where."""
