"""Writers of the sample documents, one format a file; equal documents give equal bytes on every machine."""
