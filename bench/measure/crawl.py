"""A crawl of robots.txt files, as a WARC file like those of Common Crawl.

    crawl.py HOSTS SEED > crawl.warc.gz
    crawl.py --plain HOSTS SEED > crawl.warc

The files are made up, in the shapes that the web's have: those of shop and blog
software, lists of crawlers to close, long lists of paths, a page of HTML in
place of one, redirects and errors. The same seed gives the same file.
"""

import gzip
import random
import sys

BLOG = """User-agent: *
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php

Sitemap: https://{host}/wp-sitemap.xml
"""
SHOP = """# we run on a platform for shops
User-agent: *
Disallow: /a/downloads/-/*
Disallow: /admin
Disallow: /cart
Disallow: /orders
Disallow: /checkouts/
Disallow: /checkout
Disallow: /carts
Disallow: /account
Disallow: /collections/*sort_by*
Disallow: /*/collections/*sort_by*
Disallow: /collections/*+*
Disallow: /collections/*%2B*
Disallow: /collections/*%2b*
Disallow: /blogs/*+*
Disallow: /*?*oseid=*
Disallow: /*preview_theme_id*
Disallow: /*preview_script_id*
Disallow: /policies/
Disallow: /search
Sitemap: https://{host}/sitemap.xml

User-agent: adsbot-google
Disallow: /checkouts/
Disallow: /checkout
Disallow: /carts
Disallow: /orders

User-agent: Nutch
Disallow: /

User-agent: AhrefsBot
Crawl-delay: 10
Disallow: /a/downloads/-/*
Disallow: /admin
Disallow: /cart

User-agent: MJ12bot
Crawl-delay: 10

User-agent: Pinterest
Crawl-delay: 1
"""
PORTAL = """User-agent: *
Allow: /core/*.css$
Allow: /core/*.js$
Disallow: /core/
Disallow: /profiles/
Disallow: /README.txt
Disallow: /admin/
Disallow: /comment/reply/
Disallow: /filter/tips
Disallow: /node/add/
Disallow: /user/register
Disallow: /index.php/admin/
"""
CLOSED_TO_AI = (
    "GPTBot ChatGPT-User ClaudeBot anthropic-ai CCBot Google-Extended "
    "PerplexityBot Bytespider Amazonbot FacebookBot Applebot-Extended cohere-ai"
).split()
PAGE = (
    "<!DOCTYPE html><html><head><title>Page not found</title></head><body>"
    + "<p>There is nothing at this address.</p>" * 40
    + "</body></html>"
)
WORDS = (
    "account admin api archive assets basket blog cart catalog checkout "
    "comments compare download events export feed filter forum gallery help "
    "images login media news order page print private product profile query "
    "results search shop sort static tag temp upload user video wishlist"
).split()


def _path(rng):
    parts = [rng.choice(WORDS) for _ in range(rng.randint(1, 3))]
    shape = rng.random()
    if shape < 0.15:
        return "/*?" + parts[0] + "="
    if shape < 0.25:
        return "/" + "/".join(parts) + "/*.pdf$"
    return "/" + "/".join(parts) + ("/" if shape < 0.7 else "")


def _own(rng, host):
    """A file that somebody wrote by hand."""
    lines = ["User-agent: *"]
    # Most are short, and a few are very long.
    for _ in range(int(rng.paretovariate(0.9)) + 1 if rng.random() > 0.02 else
                   rng.randint(200, 3000)):
        lines.append(f"Disallow: {_path(rng)}")
        if len(lines) > 4000:
            break
    if rng.random() < 0.1:
        lines.append(f"Crawl-delay: {rng.choice((1, 2, 5, 10, 30))}")
    if rng.random() < 0.05:
        lines.insert(1, "Content-Signal: search=yes, ai-train=no")
    if rng.random() < 0.3:
        lines += ["", f"User-agent: {_bot(rng)}", "Disallow: /"]
    lines += ["", f"Sitemap: https://{host}/sitemap.xml"]
    return rng.choice(("\n", "\n", "\r\n")).join(lines) + "\n"


def _bot(rng):
    known = ("SemrushBot", "AhrefsBot", "MJ12bot", "Yandex", "Baiduspider",
             "dotbot", "PetalBot", "BLEXBot", "Bytespider")
    if rng.random() < 0.8:
        return rng.choice(known)
    return rng.choice(WORDS).title() + str(rng.randint(1, 999)) + "Bot"


def _closed_to_ai(rng, host):
    named = rng.sample(CLOSED_TO_AI, rng.randint(1, len(CLOSED_TO_AI)))
    if rng.random() < 0.5:
        groups = "".join(f"User-agent: {n}\nDisallow: /\n\n" for n in named)
    else:
        groups = "".join(f"User-agent: {n}\n" for n in named)
        groups += "Disallow: /\n\n"
    return groups + BLOG.format(host=host)


def _text(rng, host):
    kind = rng.random()
    if kind < 0.35:
        return BLOG.format(host=host)
    if kind < 0.42:
        return SHOP.format(host=host)
    if kind < 0.47:
        return PORTAL
    if kind < 0.62:
        return _closed_to_ai(rng, host)
    if kind < 0.68:
        return "User-agent: *\nDisallow:\n"
    if kind < 0.71:
        return "User-agent: *\nDisallow: /\n"
    return _own(rng, host)


def _answer(rng, host):
    """Status line, fields and body of what a server says."""
    kind = rng.random()
    if kind < 0.12:
        return "404 Not Found", "Content-Type: text/html\r\n", PAGE
    if kind < 0.20:
        return ("301 Moved Permanently",
                f"Location: https://{host}/robots.txt\r\n", "")
    if kind < 0.22:
        return "503 Service Unavailable", "", "busy"
    if kind < 0.27:
        return "200 OK", "Content-Type: text/html\r\n", PAGE
    return "200 OK", "Content-Type: text/plain\r\n", _text(rng, host)


def _record(kind, uri, block):
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n"
        "WARC-Date: 2026-11-21T08:30:00Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
        f"Content-Type: application/http; msgtype={kind}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def _exchange(rng, number):
    host = f"{rng.choice(WORDS)}-{number}.{rng.choice(('example', 'test'))}"
    status, fields, body = _answer(rng, host)
    scheme = "http" if status.startswith("301") else "https"
    uri = f"{scheme}://{host}/robots.txt"
    asked = (f"GET /robots.txt HTTP/1.1\r\nHost: {host}\r\n"
             "User-Agent: ExampleCrawler/1.0\r\n\r\n")
    said = (f"HTTP/1.1 {status}\r\nServer: example\r\n{fields}"
            f"Content-Length: {len(body.encode())}\r\n\r\n{body}")
    yield _record("request", uri, asked.encode())
    yield _record("response", uri, said.encode())


def records(hosts, seed):
    """The records of a crawl of so many hosts."""
    rng = random.Random(seed)
    for number in range(hosts):
        yield from _exchange(rng, f"{seed}-{number}")


def main():
    plain = "--plain" in sys.argv
    hosts, seed = (int(each) for each in sys.argv[-2:])
    out = sys.stdout.buffer
    for record in records(hosts, seed):
        out.write(record if plain else gzip.compress(record, mtime=0))


if __name__ == "__main__":
    main()
