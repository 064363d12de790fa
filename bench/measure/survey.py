"""robotsctl survey over made-up crawls: octets a second of one core, memory."""

import gzip
import pathlib
import tempfile

from measure import crawl, usage

HOSTS = 40_000
SEED = 1000
# So many crawls of other hosts after each other: about a gigabyte.
MANY = 20


def _speed(robotsctl, options, path, octets):
    seconds = min(
        usage.of([robotsctl, "survey", "--json", *options(), str(path)])[0]
        for _ in range(3)
    )
    return octets / seconds


def _copies(text):
    for number in range(MANY):
        yield text.replace(b"-%d-" % SEED, b"-%d-" % (SEED + number))


def measure(robotsctl):
    """Octets a second, as they are when decompressed; octets of memory."""
    records = list(crawl.records(HOSTS, SEED))
    text = b"".join(records)
    with tempfile.TemporaryDirectory(prefix="robots-bench-") as name:
        folder = pathlib.Path(name)
        plain = folder / "crawl.warc"
        plain.write_bytes(text)
        packed = folder / "crawl.warc.gz"
        packed.write_bytes(
            b"".join(gzip.compress(each, mtime=0) for each in records)
        )
        database = folder / "survey.db"

        def fresh():
            database.unlink(missing_ok=True)
            return ["--sqlite", str(database)]

        survey = [robotsctl, "survey", "--json", "-"]
        return {
            "octets": len(text),
            "plain": _speed(robotsctl, list, plain, len(text)),
            "gzip": _speed(robotsctl, list, packed, len(text)),
            "lint": _speed(robotsctl, lambda: ["--lint"], plain, len(text)),
            "sqlite": _speed(robotsctl, fresh, plain, len(text)),
            "memory_small": usage.of(survey, [text[: 10 << 20]])[1],
            "memory_large": usage.of(survey, _copies(text))[1],
            "octets_large": len(text) * MANY,
        }
