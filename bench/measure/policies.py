"""Policies to measure with. The same in every run."""

import random

# A crawler passes, though its path, its pace and its budget are all judged.
SMALL = """\
version: 1
enforce: {disallow: reject, crawl_delay: throttle, burst: 10000}
default:
  groups:
    - user_agent: "*"
      disallow: [/admin/, /checkout/, "/*?sessionid="]
      allow: /admin/help/
      crawl_delay: 1s
    - {user_agent: GPTBot, disallow: /}
  sitemap: https://example.com/sitemap.xml
"""

WORDS = (
    "account basket brand cart catalogue category checkout collection compare "
    "customer delivery discount feed filter gallery gift help image invoice "
    "label login media newsletter offer order outlet page partner payment "
    "price print product promotion rating recommendation return review sale "
    "search season service session shipping size sort stock store tag tracking "
    "variant video voucher warehouse wishlist"
).split()


def _segment(choose):
    return f"{choose.choice(WORDS)}-{choose.randrange(1000)}"


def _path(choose):
    depth = choose.randrange(1, 4)
    return "".join("/" + _segment(choose) for _ in range(depth)) + "/"


def _rule(choose, kind):
    if kind < 0.7:
        return _path(choose)
    if kind < 0.9:
        return f"{_path(choose)}*{choose.choice(WORDS)}={_segment(choose)}"
    return f"/*/{_segment(choose)}.{choose.choice(WORDS)}$"


def mixed_rules(count):
    """Patterns as shops have them: 70% literal, 20% with "*", 10% "*...$"."""
    choose = random.Random(9309)
    rules = {}
    while len(rules) < count:
        rules[_rule(choose, choose.random())] = None
    return list(rules)


def with_rules(count):
    """The small policy, with a group of `count` rules for everyone."""
    rules = ", ".join(f'"{rule}"' for rule in mixed_rules(count))
    return SMALL.replace(
        '[/admin/, /checkout/, "/*?sessionid="]', f"[{rules}]"
    )


def large_body(size):
    """A policy whose robots.txt is a text of about `size` octets."""
    lines = ["User-agent: *"]
    lines += [f"Disallow: {_path(random.Random(i))}" for i in range(size // 40)]
    text = "".join(f"      {line}\n" for line in lines)
    return f"version: 1\ndefault:\n  robots_txt:\n    text: |\n{text}"


def sites(count):
    """A policy of `count` sites, each of eight lines and with rules of its
    own, as a hosting platform might make them."""
    return "version: 1\nsites:\n" + "".join(_site(i) for i in range(count))


def _site(number):
    return f"""\
  - host: customer-{number}.shops.example
    groups:
      - user_agent: "*"
        disallow:
          - /account-{number}/
          - /basket/
        allow: /account-{number}/help/
    sitemap: https://customer-{number}.shops.example/sitemap.xml
"""


HOSTS_FILE = """\
version: 1
templates:
  production:
    groups:
      - {user_agent: "*", disallow: /private/}
sites:
  - {hosts_file: hosts.txt, template: production}
"""


def hosts(count):
    """A list of hosts, one a line."""
    return "".join(f"customer-{i}.shops.example\n" for i in range(count))
