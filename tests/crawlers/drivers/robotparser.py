# An honest crawler around Python's urllib.robotparser:
#
#     robotparser.py URL DELAY obey|ignore
#
# It starts a request DELAY seconds after the one before, redirects aside, and
# asks its server for robots.txt with urllib's own User-Agent, as robotparser
# does.

import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import urllib.robotparser
from html.parser import HTMLParser

AGENT = "RobotparserBot/1.0"


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.found += [value for name, value in attributes
                           if name == "href" and value]


def links(url, body):
    parser = Links()
    parser.feed(body.decode("utf-8", "replace"))
    for link in parser.found:
        whole = urllib.parse.urljoin(url, link)
        # The caller must encode everything except ASCII.
        yield urllib.parse.quote(whole, safe=":/?#[]@!$&'()*+,;=%~")


def crawl(start, delay, obeys):
    rules = urllib.robotparser.RobotFileParser(
        urllib.parse.urljoin(start, "/robots.txt"))
    if obeys:
        rules.read()
        delay = max(delay, float(rules.crawl_delay(AGENT) or 0))
    queue, seen, due = [start], {start}, 0.0
    while queue:
        url = queue.pop(0)
        if obeys and not rules.can_fetch(AGENT, url):
            continue
        time.sleep(max(0.0, due - time.monotonic()))
        due = time.monotonic() + delay
        request = urllib.request.Request(url, headers={"User-Agent": AGENT})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                body, url = answer.read(), answer.url
        except urllib.error.HTTPError:
            continue
        for link in links(url, body):
            same = urllib.parse.urlsplit(link).netloc == \
                urllib.parse.urlsplit(start).netloc
            if same and link not in seen:
                seen.add(link)
                queue.append(link)


crawl(sys.argv[1], float(sys.argv[2]), sys.argv[3] == "obey")
