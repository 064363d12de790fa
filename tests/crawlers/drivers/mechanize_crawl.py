# A crawler around python3-mechanize, which reads robots.txt itself:
#
#     mechanize_crawl.py URL DELAY obey|ignore

import sys
import time
import urllib.error
import urllib.parse

import mechanize

start, delay, obeys = sys.argv[1], float(sys.argv[2]), sys.argv[3] == "obey"
browser = mechanize.Browser()
browser.set_handle_robots(obeys)
browser.set_handle_refresh(False)
queue, seen, due = [start], {start}, 0.0
while queue:
    url = queue.pop(0)
    time.sleep(max(0.0, due - time.monotonic()))
    due = time.monotonic() + delay
    try:
        browser.open(url, timeout=30)
    except (urllib.error.HTTPError, mechanize.HTTPError):
        continue
    if not browser.viewing_html():
        continue
    for link in browser.links():
        there = link.absolute_url.split("#")[0]
        same = urllib.parse.urlsplit(there).netloc == \
            urllib.parse.urlsplit(start).netloc
        if same and there not in seen:
            seen.add(there)
            queue.append(there)
