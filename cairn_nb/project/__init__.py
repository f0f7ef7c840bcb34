"""A project on disk: laid out by `init`, examined by `doctor`, shown off by `demo`."""
