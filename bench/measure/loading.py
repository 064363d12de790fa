"""Loading and reloading: time, memory, and what workers go on sharing."""

import json
import pathlib
import tempfile
import time

from measure import policies
from measure.configurations import ROBOTS
from measure.programs import BUDGET, within
from measure.server import Server, Setup

SITES = (1000, 5000, 20_000)
FILES = 200
HOSTS = 1_000_000
RELOAD_SITES = 5000


# A single run may meet with other work of the machine.
RUNS = 5


def _load(program, way, path):
    """The figures of the run that took the median time; None if one takes
    longer than BUDGET."""
    runs = []
    while len(runs) < RUNS:
        out = within(BUDGET, [program, way, path])
        if out is None:
            print(f"  loading, {way}: left out, over {BUDGET} s", flush=True)
            return None
        runs.append(json.loads(out))
    return sorted(runs, key=lambda run: run["cpu_seconds"])[RUNS // 2]


def _sites(program, folder):
    path = folder / "policy.yaml"
    out = {}
    for sites in SITES:
        path.write_text(policies.sites(sites))
        ways = ["policy", "nodes", "events"]
        if sites == SITES[-1]:
            ways += ["unchanged", "digest"]
        for way in ways:
            figures = _load(program, way, path)
            out[f"{way}/{sites}"] = figures and {
                **figures,
                "text_octets": path.stat().st_size,
            }
    return out


def _files(program, folder):
    """Figures of SITES[-1] sites in FILES included files: of loading all, and
    of a reload after one has changed."""
    path = folder / "policy.yaml"
    path.write_text("version: 1.1\ninclude: sites.d/*.yaml\n")
    (folder / "sites.d").mkdir()
    head, *sites = policies.sites(SITES[-1]).split("\n  - host: ")
    share = len(sites) // FILES
    for number in range(FILES):
        own = sites[number * share : (number + 1) * share]
        (folder / "sites.d" / f"{number:03}.yaml").write_text(
            "\n  - host: ".join([head, *own]) + "\n"
        )
    return {way: _load(program, way, path) for way in ("policy", "reload")}


def _hosts(program, folder):
    """Figures of a list of hosts, beyond those of a list of one."""
    path = folder / "policy.yaml"
    path.write_text(policies.HOSTS_FILE)
    names = policies.hosts(HOSTS)
    (folder / "hosts.txt").write_text(names)
    many = _load(program, "policy", path)
    (folder / "hosts.txt").write_text(policies.hosts(1))
    one = _load(program, "policy", path)
    octets = many["kept_octets"] - one["kept_octets"]
    return {
        "cpu_seconds": many["cpu_seconds"],
        # A name's line end counts for nothing.
        "octets_beyond_name": (octets - len(names) + HOSTS) / HOSTS,
    }


def _cpu_seconds(pid):
    return int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def _await_reload(server, before):
    while True:
        now = server.workers()
        if now and not set(now) & set(before):
            return
        time.sleep(0.02)


def _reload_seconds(server):
    """CPU time that the master spends on a reload."""
    before = server.workers()
    start = _cpu_seconds(server.process.pid)
    server.reload()
    _await_reload(server, before)
    return _cpu_seconds(server.process.pid) - start


def _shared_octets(pid):
    """What of a process's memory it shares with others."""
    lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {line.split(":")[0]: line.split()[1] for line in lines[1:]}
    shared = int(sizes["Shared_Clean"]) + int(sizes["Shared_Dirty"])
    private = int(sizes["Private_Clean"]) + int(sizes["Private_Dirty"])
    return {"shared": shared * 1024, "private": private * 1024}


def reloads(tools):
    """CPU seconds of the master for reloads of a policy of many sites."""
    text = policies.sites(RELOAD_SITES)
    setup = Setup(
        "reload",
        main="worker_processes 1;",
        http=f"access_log off; {ROBOTS}",
        module=True,
        files=(("policy.yaml", text),),
    )
    bare = Setup("bare reload", main="worker_processes 1;")
    out = {}
    with Server(tools, bare) as server:
        out["bare"] = min(_reload_seconds(server) for _ in range(3))
    with Server(tools, setup) as server:
        out["unchanged"] = min(_reload_seconds(server) for _ in range(3))
        out["worker"] = _shared_octets(server.workers()[0])
        (server.folder / "policy.yaml").write_text(text + "# changed\n")
        out["changed"] = _reload_seconds(server)
    return out


def loads(program):
    """Figures of each way to load a policy, and of a million hosts."""
    with tempfile.TemporaryDirectory(prefix="robots-bench-") as name:
        folder = pathlib.Path(name)
        return {
            "sites": _sites(program, folder),
            "files": _files(program, folder),
            "hosts": _hosts(program, folder),
        }
