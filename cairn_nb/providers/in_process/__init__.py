"""Models that run inside this process, and the packages they need."""
