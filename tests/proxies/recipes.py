"""The configurations of docs/deployment.md, made fit for this machine.

A comment in front of a block of code says what it is:

    <!-- proxy: haproxy, nginx: host-kept -->   a proxy's, for that side of nginx
    <!-- nginx: host-kept -->                   nginx's side
    <!-- nginx-server: own-port -->             a server of nginx's
"""

import re
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^<!-- ([a-z-]+: .*?) -->\n```\w*\n(.*?)^```$", re.M | re.S)


@dataclass
class Block:
    """One configuration, and what its comment says."""

    marks: dict
    text: str
    line: int


def blocks(page):
    """All marked blocks of a page."""
    text = Path(page).read_text("utf-8")
    found = []
    for match in BLOCK.finditer(text):
        marks = dict(mark.split(": ") for mark in match[1].split(", "))
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(marks, match[2], line))
    return found


@dataclass
class Places:
    """The ports and files that stand for those of the page."""

    folder: Path
    tls: int
    plain: int
    inner: int      # nginx, as 10.0.0.10:8080
    other: int      # nginx, as 10.0.0.10:8081
    between: int    # from Hitch to Varnish
    also: dict      # further blocks, by the name of what they configure

    def fit(self, text):
        """A block with addresses, ports and files of this machine."""
        for pattern, place in (
                (r"10\.0\.0\.10:8080", f"127.0.0.1:{self.inner}"),
                (r"10\.0\.0\.10:8081", f"127.0.0.1:{self.other}"),
                (r'"10\.0\.0\.10"', '"127.0.0.1"'),
                (r'"8080"', f'"{self.inner}"'),
                (r"10\.0\.0\.1\b", "127.0.0.1"),
                (r"10\.0\.0\.0/\d+", "127.0.0.1/32"),
                # What listens, does so on the loopback only.
                (r"\[\*\]:443\b", f"[127.0.0.1]:{self.tls}"),
                (r"(?<![\d.\]])\*?:443\b", f"127.0.0.1:{self.tls}"),
                (r"(?<![\d.])\*?:80\b", f"127.0.0.1:{self.plain}"),
                (r"(?<=listen )443\b", f"127.0.0.1:{self.tls}"),
                (r"(?<=listen )80\b", f"127.0.0.1:{self.plain}"),
                (r"^(\s+)443\b", rf"\g<1>{self.tls}"),
                (r"127\.0\.0\.1\]?:6086", self.of_between),
                (r"/etc/ssl/(site\.\w+)", rf"{self.folder}/\1"),
                (r"/etc/varnish/", f"{self.folder}/"),
                (r"/var/www/html", f"{self.folder}/www")):
            text = re.sub(pattern, place, text, flags=re.M)
        return text

    def of_between(self, match):
        return match[0].replace("6086", str(self.between))
