"""Files of archives with damage of many kinds."""

from generator.base.code_archive.archive_file import HEAD, MAGIC


def damaged(data, chance):
    """A copy with some bytes changed, cut off, or with another head."""
    kind = chance.randrange(4)
    if kind == 0:
        return data[: chance.randrange(len(data))]
    if kind == 1:
        return chance.randbytes(HEAD) + data[HEAD:]
    if kind == 2:
        return MAGIC + chance.randbytes(chance.randrange(200))
    copy = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 50))):
        copy[chance.randrange(len(copy))] ^= 1 << chance.randrange(8)
    return bytes(copy)
