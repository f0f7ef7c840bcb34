"""Latency apart from the queue: questions asked again alone."""
