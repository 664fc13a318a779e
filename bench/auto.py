#!/usr/bin/env python3
"""The oracle's table: how near `auto` comes, once it has learnt, to the best of everything that can be forced (cluster.c).

On a virtual cluster (needs root and iproute2; uses the cluster --name where it is up, else makes one and removes it), or with --node on
this machine alone. Columns: the host's default twice (the noise), each engine forced, the best of the host's own algorithms forced by its
own settings, and auto. Before the rounds each of the host's algorithms runs once; the --best fastest of them for each size take part in the
rounds. Also before, auto learns: runs of --learn-s seconds at each size, which keep what they found in a knowledge file of this driver's
own; auto's column begins from it, as a user's second run does. Every column's runs begin with calls that do not count (--warm-s seconds of
them, 1000 at most): auto times its first calls to see whether what it knows still holds. In the rounds the columns follow one another, the
other way round in every other. Table on standard output: ms, auto over the best column, auto over the host's default, and at the end both
medians and the worst.
"""
import collections
import shutil
import tempfile

import cluster
import lab

OPERATIONS = {"bcast": ("multicast", "pipeline"), "alltoall": ("phased",), "allgather": ("multicast", "phased"),
              "barrier": ("multicast", "phased"), "scatter": ("multicast", "phased"), "reduce": ("pipeline",),
              "allreduce": ("pipeline",), "scan": ("pipeline",)}
ON_A_NODE = {"bcast": ("pipeline",), "alltoall": ("phased",), "allgather": ("phased",), "barrier": ("pipeline",), "scatter": ("phased",),
             "reduce": ("pipeline",), "allreduce": ("pipeline",), "scan": ("pipeline",)}
FROM_1_KB = 1024


def ruled(label, rules, options, **more):
    settings = {"SHUNT_RULES": rules, "SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "LD_PRELOAD": lab.library(options), **more}
    return cluster.Variant(label, (), tuple(settings.items()))


def auto(options, operation):
    return ruled("auto", f"{operation} -> auto; * -> host", options, SHUNT_AUTO_KNOWLEDGE=options.knowledge + "/learnt")


def columns(options, operation):
    """The host goes through Shunt too, so that all columns pay the same for looking."""
    yield ruled("host", "* -> host", options)
    yield ruled("again", "* -> host", options)   # the noise: two equal columns
    for name in (ON_A_NODE if options.node else OPERATIONS)[operation]:
        yield ruled(name, f"{operation} -> {name} choose=always; * -> host", options)


def reps_for(options, seconds, call_s, size):
    """Repetitions that take so long; cluster.c makes more of short ones by itself."""
    wanted = seconds / max(call_s, 2e-3)   # it sleeps about so long between two
    return max(options.reps, int(wanted / (cluster.TIMES_SHORT if size <= cluster.SHORT_BYTES else 1)))


def learn(options, operation, sizes):
    """Lets auto learn each size, and times the host's default on the way: {bytes: seconds}."""
    host_s = {}
    for size in sizes:
        lab.progress(f"  {operation}: auto learns {size} bytes")
        host_s[size] = cluster.measure(options, operation, ruled("host", "* -> host", options), [size], options.sweep_reps).get(size, 0.01)
        cluster.measure(options, operation, auto(options, operation), [size], reps_for(options, options.learn_s, host_s[size], size))
    return host_s


def warmed(options, variant, call_s):
    calls = max(3, min(1000, int(options.warm_s / call_s)))
    return variant._replace(settings=(*variant.settings, ("CLUSTER_WARM", str(calls))))


def rounds(options, operation, sizes, candidates, host_s):
    """{(column, bytes): [median seconds of each round]}"""
    taken = collections.defaultdict(list)
    runs = [(variant, sizes) for variant in columns(options, operation)]
    for variant in dict.fromkeys(one for found in candidates.values() for one in found[:options.best]):
        runs.append((variant, [size for size in sizes if variant in candidates.get(size, [])[:options.best]]))
    runs.append((auto(options, operation), sizes))
    for number in range(options.rounds):
        for variant, mine in reversed(runs) if number % 2 else runs:
            lab.progress(f"  {operation}: round {number + 1}/{options.rounds}, {variant.label}")
            for size in mine:
                found = cluster.measure(options, operation, warmed(options, variant, host_s[size]), [size], options.reps)
                if size in found:
                    taken[variant.label, size].append(found[size])
    lab.progress("")
    return taken


def show(options, operation, sizes, taken):
    """[(bytes, auto over the best, auto over the host's default, the host again over the host)]"""
    ratios = []
    for size in sizes:
        ms = {label: 1e3 * lab.median(values) for (label, at), values in taken.items() if at == size}
        if not {"auto", "host"} <= ms.keys():
            raise SystemExit(f"{operation}, {size} bytes: no figure of the host or of auto")
        best = min((value, label) for label, value in ms.items() if label not in ("auto", "again"))
        ratios.append((size, ms["auto"] / best[0], ms["auto"] / ms["host"], ms["again"] / ms["host"]))
        wire = "" if options.node else f"wire {1e3 * cluster.wire_s(options, operation, size):9.3f}  "
        shown = "  ".join(f"{label} {value:.4f}" for label, value in ms.items())
        print(f"{operation:<10} {size:>8}  {shown:<100} {wire}best {best[1]:<22} "
              f"auto/best {ratios[-1][1]:.3f}  auto/host {ratios[-1][2]:.3f}", flush=True)
        if options.csv:
            for label, value in ms.items():
                print(f"{operation},{size},{label},{value / 1e3:.9f}", file=options.csv, flush=True)
    return ratios


def conclude(ratios):
    print(f"auto over the best: median {lab.median([row[1] for row in ratios]):.3f}", end="")
    if long := [row[1] for row in ratios if row[0] >= FROM_1_KB]:
        print(f", worst from 1 KB up {max(long):.3f}", end="")
    if short := [row for row in ratios if row[0] < FROM_1_KB]:
        over_host = [row[2] for row in short]
        print(f"; below 1 KB auto over the host's default: median {lab.median(over_host):.3f}, worst {max(over_host):.3f}, "
              f"the host again over the host {min(row[3] for row in short):.3f} to {max(row[3] for row in short):.3f}", end="")
    print(flush=True)


def main():
    parser = cluster.arguments(__doc__)
    parser.set_defaults(name="auto", ops=list(OPERATIONS), sizes=cluster.words("8,1024,16384,65536,262144"), reps=12)
    parser.add_argument("--learn-s", type=float, default=20, help="seconds that auto learns at each size")
    parser.add_argument("--warm-s", type=float, default=2, help="seconds of calls before those that count")
    parser.add_argument("--best", type=int, default=2, help="host algorithms that take part in the rounds, for each size")
    options = cluster.parse(parser)
    options.knowledge = tempfile.mkdtemp(prefix="shunt-bench-knowledge-")
    made = cluster.bring_up(options)
    try:
        cluster.header(options, "operation,bytes,column,median_s")
        ratios = []
        for operation in options.ops:
            mine = [0] if operation == "barrier" else options.sizes
            candidates = cluster.sweep(options, operation, mine) if options.best else {}
            host_s = learn(options, operation, mine)
            ratios += show(options, operation, mine, rounds(options, operation, mine, candidates, host_s))
        conclude(ratios)
    finally:
        shutil.rmtree(options.knowledge, ignore_errors=True)
        if made:
            cluster.run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
