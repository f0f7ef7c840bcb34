"""Grades of an answer against the expected one."""
