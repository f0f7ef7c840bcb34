"""A question to an answer; `build` is where parts and configuration meet."""
