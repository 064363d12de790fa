"""What a proof found, as Markdown."""

HEAD = ["crawler", "version", "what it did", "requests", "let through",
        "refused rightly", "refused wrongly", "missed"]
BROWSERS = ["browser", "version", "requests to a closed site", "judged"]
CLIENTS = ["client", "version", "requests to a closed site",
           "delayed or refused"]

DID = {
    "paths": "rules", "verbatim": "rules", "pace": "pace", "rush": "pace",
    "throttle": "throttled", "grace": "reload",
}
SHOWN = 8


def rendered(head, rows):
    """A table in Markdown."""
    return "\n".join("| " + " | ".join(map(str, row)) + " |"
                     for row in [head, *rows]).replace(
                         "\n", "\n|" + "---|" * len(head) + "\n", 1)


def crawlers(results):
    """A row for each crawler that obeyed, and for each that did not."""
    parts = {}
    for run, result in results:
        if run.kind not in ("browser", "client"):
            parts.setdefault((run.crawler, run.obeys), []).append(
                (run, result))
    for (crawler, obeys), part in parts.items():
        did = ("obeys" if obeys else "ignores") + ": " + ", ".join(
            DID[run.kind] for run, _ in part)
        sums = [sum(numbers) for numbers in zip(*[
            (result.requests, result.allowed, result.right + result.spelled,
             len(result.wrong), len(result.missed)) for _, result in part])]
        yield [crawler.name, crawler.version(), did, *sums]


def others(kind, results):
    """A row for each browser, or for each client."""
    for run, result in results:
        if run.kind == kind:
            yield [run.crawler.name, run.crawler.version(), result.requests,
                   len(result.wrong)]


def describe(kind, run, line):
    return (f"{kind}: {run.crawler.name} ({run.kind}) {line['method']} "
            f"{line['target'][:100]} got {line['status']}, "
            f"crawler={line['crawler'] or '-'} rule=\"{line['rule'][:100]}\" "
            f"verdict={line['verdict']} wait={line['wait'] or '-'}")


def complaints(run, result):
    """What this run proves to be wrong, a line each."""
    for kind, lines in (("refused wrongly", result.wrong),
                        ("missed", result.missed)):
        for line in lines[:SHOWN]:
            yield describe(kind, run, line)
        if len(lines) > SHOWN:
            yield f"... and {len(lines) - SHOWN} more of {run.crawler.name}"
    if not result.requests:
        yield f"no request: {run.crawler.name} ({run.kind})"


def show(results, disagreements, missing):
    """Prints all of it. Whether the proof failed."""
    print(rendered(HEAD, crawlers(results)))
    for kind, head in (("browser", BROWSERS), ("client", CLIENTS)):
        if rows := list(others(kind, results)):
            print("\n" + rendered(head, rows))
    found = [f"not installed: {crawler.name} ({crawler.package})"
             for crawler in missing]
    found += [complaint for run, result in results
             for complaint in complaints(run, result)] + disagreements
    if found:
        print("\n" + "\n".join(found))
    requests = sum(result.requests for _, result in results)
    wrong = sum(len(result.wrong) for _, result in results)
    missed = sum(len(result.missed) for _, result in results)
    print(f"\n{requests} requests: {wrong} refused wrongly, {missed} missed. "
          f"{len(disagreements)} disagreements of robots_status and robotsctl "
          "replay with the access log.")
    return bool(found)
