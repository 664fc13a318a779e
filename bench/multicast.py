#!/usr/bin/env python3
"""Tables of the properties that only multicast can have, each figure beside the required one: bytes through the switch,
growth with the number of hosts, a late receiver, two switches, loss, several ranks per host, Allgather, Scatterv in a
loop.

Needs root and iproute2. Makes one cluster after the other and removes it. Compared cases take turns in each of --rounds
rounds; the figures are medians.
"""
import argparse
import contextlib
import copy
import os
import re
import subprocess
import sys

import cluster
import lab

CHAIN = cluster.Variant("chain/8K", (("coll_tuned_use_dynamic_rules", 1), ("coll_tuned_bcast_algorithm", 2),
                                     ("coll_tuned_bcast_algorithm_segmentsize", 8192)), ())
# In the pipeline each rank sends the data to the next rank.
PIPELINE = cluster.Variant("pipeline/8K", (("coll_tuned_use_dynamic_rules", 1), ("coll_tuned_bcast_algorithm", 3),
                                           ("coll_tuned_bcast_algorithm_segmentsize", 8192)), ())
KB, MB = 1 << 10, 1 << 20


@contextlib.contextmanager
def a_cluster(options, *more, hosts=None, ranks_per_host=1):
    """Makes a cluster, and removes it at the end. Yields the options for it."""
    own = copy.copy(options)
    own.hosts, own.ranks_per_host = hosts or options.hosts, ranks_per_host
    made = cluster.run_shunt(own, "up", "--name", own.name, "--hosts", str(own.hosts), "--rate", own.rate,
                             "--ranks-per-host", str(ranks_per_host), *more)
    if made.returncode != 0:
        raise SystemExit(made.stderr)
    try:
        yield own
    finally:
        cluster.run_shunt(own, "down", "--name", own.name, "--force")


def title(text):
    print(f"\n{text}", flush=True)


def row(label, *cells, asked=""):
    print(f"  {label:<28}" + "".join(f"{cell:>14}" for cell in cells) + (f"   asked: {asked}" if asked else ""), flush=True)


def ms(seconds):
    return f"{seconds * 1e3:.3f} ms"


def in_turns(options, cases):
    """{label: median seconds} of cases {label: (options, operation, variant, size)}. Each round runs all cases, one
    after the other."""
    taken = {label: [] for label in cases}
    for number in range(options.rounds):
        for label, (own, operation, variant, size) in cases.items():
            lab.progress(f"  round {number + 1}/{options.rounds}: {label}")
            found = cluster.measure(own, operation, variant, [size], options.reps)
            if size not in found:
                raise SystemExit(f"{label} did not work: {operation} of {size} bytes, {variant.label}")
            taken[label].append(found[size])
    lab.progress("")
    return {label: lab.median(values) for label, values in taken.items()}


def multicast(options, operation="bcast"):
    return cluster.engine(options, operation)


# ---- one table each -------------------------------------------------------------------------------------------------------------

def bytes_into_switch(options):
    """Bytes that the switch has received on all ports since the cluster came up."""
    words = "cat /sys/class/net/port*/statistics/rx_bytes"
    done = subprocess.run(["ip", "netns", "exec", f"shunt-{options.name}-switch", "sh", "-c", words], capture_output=True, text=True, check=True)
    return sum(map(int, done.stdout.split()))


def bytes_of_one(options, variant):
    """Bytes that one more Bcast of 1 MB sends into the switch: those of a long run minus those of a short one."""
    totals = []
    for reps in (2, 12):
        before = bytes_into_switch(options)
        cluster.measure(options, "bcast", variant, [MB], reps)
        totals.append(bytes_into_switch(options) - before)
    return (totals[1] - totals[0]) / 10


def switch_table(options):
    title("Bytes into the switch for one Bcast of 1 MB")
    found = {variant.label: bytes_of_one(options, variant) for variant in (multicast(options), CHAIN)}
    for label, count in found.items():
        row(label, f"{count / MB:.3f} MB")
    row("multicast / chain", f"1/{found[CHAIN.label] / max(found['multicast'], 1):.1f}", asked=f"1/{options.hosts - 1}")


def growth_table(options):
    few = copy.copy(options)
    few.hosts = max(2, options.hosts // 4)
    title(f"Bcast of 64 KB on {few.hosts} and on {options.hosts} hosts")
    cases = {f"{variant.label} {own.hosts}": (own, "bcast", variant, 64 * KB) for variant in (multicast(options), CHAIN) for own in (few, options)}
    found = in_turns(options, cases)
    for label in ("multicast", CHAIN.label):
        small, large = found[f"{label} {few.hosts}"], found[f"{label} {options.hosts}"]
        row(label, ms(small), ms(large), f"{100 * (large / small - 1):+.1f} %", asked="at most +5 %" if label == "multicast" else "")


def late_table(options, size=10 * KB, late_ms=20):
    title(f"Bcast of {size // KB} KB that rank {options.hosts // 2} enters {late_ms} ms late: by how much each rank leaves later")
    delays = {}
    for variant in (multicast(options), PIPELINE):
        line = cluster.command(options, variant, "late", [str(size), str(2 * options.reps), str(late_ms)])
        output = cluster.run_command(options, line).stdout
        delays[variant.label] = [float(late) - float(usual) for usual, late in re.findall(r"on_time_ms=(\S+) with_late_ms=(\S+)", output)]
        if len(delays[variant.label]) != options.hosts:
            raise SystemExit(f"late.c under {variant.label} did not work:\n{output}")
    row("rank", *delays)
    for rank in range(options.hosts):
        asked = "any (the root may wait)" if rank == 0 else "its own" if rank == options.hosts // 2 else "0"
        row(str(rank), *(f"{found[rank]:.3f} ms" for found in delays.values()), asked=asked)


def together(variant, milliseconds):
    """The variant with all ranks starting at an agreed time (CLUSTER_TOGETHER_MS, cluster.c). A barrier releases ranks
    one after the other, with larger differences if packets are lost."""
    return variant._replace(settings=tuple(dict(variant.settings, CLUSTER_TOGETHER_MS=str(milliseconds)).items()))


def allgather_table(options):
    title("Allgather, host and multicast, behind a barrier and begun by the clock (by itself multicast takes multicast.allgather-least bytes and more)")
    carried = multicast(options, "allgather")
    settings = dict(carried.settings, SHUNT_RULES="allgather -> multicast choose=always; * -> host")
    carried = carried._replace(settings=tuple(settings.items()))
    for size in (KB, 2 * KB, 4 * KB, 8 * KB, 64 * KB):
        cases = {f"{who} {how}": (options, "allgather", begun, size) for who, variant in (("host", cluster.DEFAULT), ("multicast", carried))
                 for how, begun in (("barrier", variant), ("clock", together(variant, 15)))}
        found = in_turns(options, cases)
        for how in ("barrier", "clock"):
            host, own = found[f"host {how}"], found[f"multicast {how}"]
            row(f"{size // KB} KB, {how}", ms(host), ms(own), f"{host / own:.2f} x", asked="at least 1.5 x" if size == KB else "")


def shapes_table(options):
    """Bcast of 1 MB on clusters of other shapes."""
    title("Bcast of 1 MB by multicast")
    with a_cluster(options) as own:
        one_switch = in_turns(own, {"one switch": (own, "bcast", together(multicast(own), 600), MB)})["one switch"]
    wire = cluster.wire_s(options, "bcast", MB) if options.bits else 0
    row("one switch", ms(one_switch), f"{100 * wire / one_switch:.1f} % wire", asked="at least 95 % of the wire")
    for label, more, least in (("two switches, one trunk", ["--switches", "2"], "nothing extra"), ("1 % loss", ["--loss", "1%"], "at most 1.3 x")):
        with a_cluster(options, *more) as own:
            found = in_turns(options, {label: (own, "bcast", together(multicast(own), 600), MB)})
        row(label, ms(found[label]), f"{found[label] / one_switch:.3f} x", asked=least)
    hosts = min(4, options.hosts)
    one = {}
    for ranks in (1, 4):
        with a_cluster(options, hosts=hosts, ranks_per_host=ranks) as own:
            one[ranks] = in_turns(options, {f"{ranks} a host": (own, "bcast", multicast(own), MB)})[f"{ranks} a host"]
    row(f"{hosts} hosts, 1 rank a host", ms(one[1]))
    row(f"{hosts} hosts, 4 ranks a host", ms(one[4]), f"{one[4] / one[1]:.3f} x", asked="at most 1.1 x")


def scatterv_table(options):
    title("Scatterv to 5 ranks in a loop (bench/scatterv.py); asked: opened < static < dynamic, opened <= host up to 1 KB")
    if options.hosts < 6:
        return row("left out", "6 hosts needed")
    words = ["--build", str(options.build), "--hosts", str(options.hosts), "--rate", options.rate, "--rounds", str(options.rounds),
             "--calls", str(options.calls)]
    subprocess.run([sys.executable, str(lab.ROOT / "bench" / "scatterv.py")] + words, check=True)
    return None


# name: (function that makes the table, whether that function makes its own clusters)
TABLES = {"switch": (switch_table, False), "growth": (growth_table, False), "late": (late_table, False), "allgather": (allgather_table, False),
          "shapes": (shapes_table, True), "scatterv": (scatterv_table, True)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=lab.pathlib.Path, default=lab.ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--hosts", type=int, default=16, help="hosts of the clusters")
    parser.add_argument("--rate", default="20mbit", help="rate of each port")
    parser.add_argument("--name", default="tables", help="name of the clusters that are made")
    parser.add_argument("--reps", type=int, default=7, help="repetitions in a run")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each case, in turns")
    parser.add_argument("--calls", type=int, default=1000, help="calls of Scatterv in its loop")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a run is ended")
    parser.add_argument("--only", type=cluster.words, default=list(TABLES), help="tables, separated by commas")
    options = parser.parse_args()
    unknown = [name for name in options.only if name not in TABLES]
    if unknown:
        parser.error(f"no table is called {unknown[0]}; there are {', '.join(TABLES)}")
    options.shunt = str((options.build / "bin" / "shunt").resolve())
    options.engine, options.ranks_per_host, options.bits = None, 1, cluster.bits_of(options.rate)
    print(f"# {lab.mpi_version('openmpi')}, {options.hosts} hosts, {options.rate}, {options.rounds} rounds of {options.reps}, "
          f"load {os.getloadavg()[0]:.2f}")
    usual = [table for name, (table, own) in TABLES.items() if name in options.only and not own]
    if usual:
        with a_cluster(options) as own:
            for table in usual:
                table(own)
    for name, (table, makes) in TABLES.items():
        if name in options.only and makes:
            table(options)


if __name__ == "__main__":
    main()
