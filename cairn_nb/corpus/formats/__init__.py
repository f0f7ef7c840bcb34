"""One reader a file format: bytes in, text with its structure out."""
