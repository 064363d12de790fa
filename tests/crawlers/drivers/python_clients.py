"""Libraries of Debian, which call an API or read a feed as programs do:

    python_clients.py CLIENT URL

Each sends eight requests, four at a time, and most of them send data as well.
What the site answers is no answer of that API, and of no interest.
"""

import sys
from concurrent.futures import ThreadPoolExecutor


def feedparser(url):
    import feedparser as library
    return [lambda: library.parse(url + "feed.xml"),
            lambda: library.parse(url + "closed/feed.xml")]


def stripe(url):
    import stripe as library
    library.api_key, library.api_base = "sk_test_1", url.rstrip("/")
    return [lambda: library.Charge.retrieve("ch_1"),
            lambda: library.Customer.create(email="a@shop.example")]


def github(url):
    import github as library
    client = library.Github("a", base_url=url.rstrip("/"), retry=0)
    return [lambda: client.get_repo("a/b"),
            lambda: client.get_user().create_gist(
                True, {"a": library.InputFileContent("b")})]


def call(one):
    try:
        one()
    except Exception:  # pylint: disable=broad-except
        pass  # it is no answer that the client understands


if __name__ == "__main__":
    name, start = sys.argv[1:]
    calls = globals()[name](start)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(call, calls * 4))
