"""The sites that crawlers go over: rules, links, and what a page holds.

All of it follows from a seed. Every rule here means the same to RFC 9309 and to
Protego; where matchers are known to differ, evasion.md has a row instead.
"""

import html
import random
from dataclasses import dataclass, field

LONG = "/long/" + "x" * 900

# Rules that are easily read wrongly, and links on both sides of each.
DISALLOW = [
    "/closed/",
    "/closed/open/deep/",
    "/tie/",
    "/*.pdf$",
    "/*?sid=",
    "/wild/*/end",
    "/exact$",
    "/%E4%BD%A0",
    "/umlaut-ü",
    "/one%2Ftwo",
    "/slash2/",
    "/double//x",
    "/~tilde",
    "/blank%20here",
    "/star%2A",
    "/dollar%24",
    "/question?",
    "/case/A",
    "/dot.html",
    "/go/302/closed",
    LONG,
]
ALLOW = [
    "/closed/open/",
    "/tie/",
    "/docs/*.pdf$",
    "/slash2/e%2Ff",
    "/wild/*/end/but-not-this",
]
LINKS = [
    "/closed/", "/closed/page", "/closed/page?q=1", "/closed",
    "/closedness", "/closed/open/", "/closed/open/page",
    "/closed/open/deep/", "/closed/open/deep/page", "/closed/opening",
    "/tie/", "/tie/page",
    "/a.pdf", "/a.pdf?x=1", "/a.pdfs", "/docs/a.pdf", "/docs/b/a.pdf",
    "/list?sid=1", "/list?a=1&sid=2", "/list?asid=1", "/list?a=sid",
    "/wild/a/end", "/wild/a/b/ending", "/wild/end", "/wild/a/end/but-not-this",
    "/exact", "/exact/", "/exact?x", "/exactly",
    "/%E4%BD%A0", "/%e4%bd%a0/page", "/你/好", "/%E4%BD%A1",
    "/umlaut-ü/page", "/umlaut-%C3%BC", "/umlaut-u",
    "/one%2Ftwo", "/one%2ftwo/page", "/one/two", "/one/two/page",
    "/slash2/page", "/slash2/e%2Ff", "/slash2/e%2ff", "/slash2/e/f",
    "/double//x", "/double//xy", "/double/y", "/open//x", "/open///y//z",
    "/~tilde", "/%7Etilde/page", "/%7etilde", "/tilde",
    "/blank%20here", "/blank%20here/page", "/blank%20there",
    "/star%2A", "/star*x", "/star", "/dollar%24", "/dollar$x", "/dollar",
    "/question", "/question?x=1", "/question?x=2",
    "/case/A", "/case/a", "/case/Abc", "/CLOSED/page",

    "/dot.html", "/dot.html?x", "/dothtml",
    LONG, LONG + "y", LONG[:-1],
    "/go/301/a", "/go/302/b", "/go/303/c", "/go/307/d", "/go/308/e",
    "/go/302/closed", "/go/302/to-closed",
    "/a/../b", "/a/./c", "/plain", "/plain/page.html", "/plus+sign", "/comma,x",
    "/paren(x)", "/at@x", "/colon:x", "/quote'x", "/bang!x", "/equals=x",
    "/feed.xml", "/sitemap.xml", "/head", "/missing/page", "/robots.txt.bak",
]
WORDS = ["a", "ab", "b", "c.html", "d", "e1", "%C3%A9", "x-y"]

PACED_LINKS = [f"/page/{n}" for n in range(14)] + [
    "/closed/page", "/closed/open/page", "/a.pdf", "/feed.xml",
    "/go/301/a", "/go/302/b", "/go/303/c", "/go/307/d", "/go/308/e",
]
# What the file of the grace runs closes from the middle of the run on.
STRICTER = ["/page/", "/feed.xml"]

@dataclass
class Site:
    """What one kind of site publishes, and where its front page leads."""

    disallow: list
    allow: list
    links: list
    crawl_delay: float = 0
    hubs: int = 1
    pages: dict = field(default_factory=dict)

    def __post_init__(self):
        size = -(-len(self.links) // self.hubs)
        parts = [self.links[at:at + size]
                 for at in range(0, len(self.links), size)]
        if self.hubs == 1:
            self.pages = {"/": parts[0]}
            return
        self.pages = {f"/hub/{n}": part for n, part in enumerate(parts)}
        self.pages["/"] = [*self.pages, *self.links[:10]]

    def links_of(self, path):
        return self.pages.get(path, ["/"])


def random_path(rng):
    return "/r/" + "/".join(rng.choice(WORDS) for _ in range(rng.randint(1, 4)))


def random_rule(rng):
    rule = random_path(rng)
    for _ in range(rng.choice([0, 0, 1, 2])):
        # Not within a character: Protego knows no half of one.
        at = rng.choice([at for at in range(3, len(rule) + 1)
                         if "%" not in rule[max(0, at - 5):at] or
                         rule[at:at + 1] in ("", "/")])
        rule = rule[:at] + "*" + rule[at:]
    return rule + rng.choice(["", "", "/", "$"])


def tricky(seed):
    """The large site: rules that are easily read wrongly, and random ones."""
    rng = random.Random(seed)
    links = list(dict.fromkeys(random_path(rng) for _ in range(220)))
    return Site(
        disallow=DISALLOW + [random_rule(rng) for _ in range(40)],
        allow=ALLOW + [random_rule(rng) for _ in range(20)],
        links=LINKS + links[:120],
        hubs=10,
    )


def paced(crawl_delay):
    """A small one that asks for a second between two requests."""
    return Site(
        disallow=["/closed/", "/*.pdf$"], allow=["/closed/open/"],
        links=PACED_LINKS, crawl_delay=crawl_delay,
    )


def closed():
    """One that is closed to every crawler, for the browsers."""
    return Site(disallow=["/"], allow=[], links=PACED_LINKS[:4])


def page(path, links):
    """(content type, body) of a page."""
    if path.endswith(".pdf"):
        return "application/pdf", "%PDF-1.4\n%%EOF\n"
    if path == "/feed.xml":
        items = "".join(
            f"<item><title>{n}</title><link>/page/{n}</link></item>"
            for n in range(3))
        return ("application/rss+xml",
                '<?xml version="1.0"?><rss version="2.0"><channel>'
                f"<title>Feed</title><link>/</link>{items}</channel></rss>")
    if path == "/sitemap.xml":
        return ("application/xml",
                '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/'
                'schemas/sitemap/0.9"></urlset>')
    anchors = "\n".join(
        f'<p><a href="{html.escape(link)}">{html.escape(link[:40])}</a></p>'
        for link in links)
    title = html.escape(path[:40])
    return ("text/html; charset=utf-8",
            f"<!doctype html><html lang=en><head><title>{title}</title></head>"
            f"<body>\n{anchors}\n</body></html>\n")


def redirect(path):
    """(status, target) of a path that leads elsewhere, or nothing."""
    parts = path.split("/")
    if len(parts) != 4 or parts[1] != "go":
        return None
    to = "/closed/landed" if parts[3] == "to-closed" else f"/landed/{parts[3]}"
    return int(parts[2]), to
