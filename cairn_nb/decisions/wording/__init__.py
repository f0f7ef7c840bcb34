"""What every decision writes alike: harmless text, tables, short hashes, sentences of a comparison."""
