"""Models behind the two common APIs and the rerank API."""
