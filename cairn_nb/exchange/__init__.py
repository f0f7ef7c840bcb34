"""Other tools' formats, one a file: answers, rankings and test sets in; rows for other tools out."""
