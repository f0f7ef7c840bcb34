"""The way to a server: connections, limits, retries and errors, whatever is asked of it."""
