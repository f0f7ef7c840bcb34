"""Files within a zip, also those packed with Zstandard, which Inspect uses and Python unpacks from 3.14 only."""

from __future__ import annotations

import struct
import zipfile

ZSTANDARD = 93
_HEADER = struct.Struct("<26xHH")  # before a file in a zip; it ends with the lengths of its name and of what follows


def member(archive: zipfile.ZipFile, name: str) -> bytes:
    """The content of a file in a zip.

    Raises
    ------
    NotImplementedError
        If it is packed by another method, or with Zstandard and pyarrow is not installed.
    zipfile.BadZipFile
        If its bytes are not what the zip says of them.
    """
    info = archive.getinfo(name)
    if info.compress_type != ZSTANDARD:
        return archive.read(name)
    try:
        import pyarrow as pa
    except ImportError as error:
        raise NotImplementedError("Zstandard needs pyarrow") from error
    try:
        return bytes(pa.Codec("zstd").decompress(_packed(archive, info), info.file_size, asbytes=True))
    except (OSError, ValueError, struct.error) as error:
        raise zipfile.BadZipFile(f"{name}: {error}") from error


def _packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    stream = archive.fp
    if stream is None:
        raise ValueError("the zip is closed")
    stream.seek(info.header_offset)
    name, extra = _HEADER.unpack(stream.read(_HEADER.size))
    stream.seek(name + extra, 1)
    return stream.read(info.compress_size)
