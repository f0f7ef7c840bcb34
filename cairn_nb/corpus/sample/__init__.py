"""An invented organisation's documents and golden cases, written by code from one file of facts."""
