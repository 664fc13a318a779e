#!/usr/bin/env python3
"""What `auto` comes to, on a virtual cluster: the host, each engine forced, and auto after it has learnt (cluster.c).

Needs root and iproute2. Uses the cluster --name where it is up, else makes one and removes it. The variants follow one another, round by
round, the other way round in every other; auto makes --learn calls of each size, so that its median is that of what it has chosen. Table
on standard output: ms, auto over the best column, auto over the host.
"""
import collections

import cluster
import lab

OPERATIONS = {"bcast": ("multicast", "pipeline"), "alltoall": ("phased",), "allgather": ("multicast", "phased"), "barrier": ("multicast",),
              "scatter": ("multicast", "phased"), "reduce": ("pipeline",), "allreduce": ("pipeline",), "scan": ("pipeline",)}


def ruled(options, label, rules):
    settings = (("SHUNT_RULES", rules), ("SHUNT_RECORD", "off"), ("SHUNT_WAIT", "host"), ("LD_PRELOAD", lab.library(options)))
    return cluster.Variant(label, (), settings)


def columns(options, operation):
    """The host goes through Shunt too, so that all columns pay the same for looking."""
    yield ruled(options, "host", "* -> host"), options.reps
    for name in OPERATIONS[operation]:
        yield ruled(options, name, f"{operation} -> {name} choose=always; * -> host"), options.reps
    yield ruled(options, "auto", f"{operation} -> auto; * -> host"), options.learn


def rounds(options, operation, sizes):
    """{(column, bytes): [median seconds of each round]}"""
    taken = collections.defaultdict(list)
    runs = list(columns(options, operation))
    for number in range(options.rounds):
        for variant, reps in reversed(runs) if number % 2 else runs:
            lab.progress(f"  {operation}: round {number + 1}/{options.rounds}, {variant.label}")
            for size in sizes:
                found = cluster.measure(options, operation, variant, [size], reps)
                if size in found:
                    taken[variant.label, size].append(found[size])
    lab.progress("")
    return taken


def show(options, operation, sizes, taken):
    labels = [variant.label for variant, _ in columns(options, operation)]
    ratios = []
    for size in sizes:
        ms = {label: 1e3 * lab.median(taken[label, size]) for label in labels if taken[label, size]}
        best = min((value, label) for label, value in ms.items() if label != "auto")
        others = " ".join(f"{label} {ms[label]:.3f}" for label in labels if label in ms)
        ratios.append(ms["auto"] / best[0])
        wire = 1e3 * cluster.wire_s(options, operation, size)
        print(f"{operation:<10} {size:>8}  {others:<64} wire {wire:9.3f}  best {best[1]:<10} auto/best {ratios[-1]:.3f}  "
              f"auto/host {ms['auto'] / ms['host']:.3f}", flush=True)
    return ratios


def main():
    parser = cluster.arguments(__doc__)
    parser.set_defaults(name="auto", ops=list(OPERATIONS), sizes=cluster.words("8,1024,16384,65536,262144"), reps=12)
    parser.add_argument("--learn", type=int, default=80, help="calls of each size by auto")
    options = cluster.parse(parser)
    made = cluster.bring_up(options)
    try:
        cluster.header(options)
        ratios = []
        for operation in options.ops:
            mine = [0] if operation == "barrier" else options.sizes
            ratios += show(options, operation, mine, rounds(options, operation, mine))
        print(f"auto over the best: median {lab.median(ratios):.3f}, worst {max(ratios):.3f}")
    finally:
        if made:
            cluster.run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
