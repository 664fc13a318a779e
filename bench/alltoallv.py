#!/usr/bin/env python3
"""Times MPI_Alltoallv of one pattern in a loop on a virtual cluster: by the host, by the phased engine where it is
expected to be faster (`auto`), by the phased engine always (`phased`), and by that engine with a schedule of
mpix_shunt.h. The schedule is made for each call from counts that the ranks exchange (`level1`), for each call from the
whole pattern (`level2`), or once before the loop (`level3`). alltoallv.c describes the patterns.

Needs root and iproute2. Makes a cluster --name and removes it. Each round runs all ways, one after the other. The
tables contain medians over the rounds in ms per call, and the bound (bytes through the busiest port, divided by its
rate). They compare the fastest way under Shunt with the bound and with the host. --table: CC-MPI's table of the
all-to-all pattern from 2 to 64 KB by four methods, and its plot in --plot.
"""
import argparse
import os
import re
import subprocess

import chart
import lab

RULES = "alltoallv -> phased choose=always"
WAYS = {"host": ("plain", None), "auto": ("plain", "alltoallv -> phased"), "phased": ("plain", RULES), "level1": ("level1", RULES),
        "level2": ("level2", RULES), "level3": ("level3", RULES)}
METHODS = {"level1": "level 1", "level2": "level 2", "level3": "level 3", "host": "point-to-point"}
TABLE_BYTES = [2048 << step for step in range(6)]


def measure(options, hosts, pattern, way):
    """{seed: (bytes of the busiest port, ms per call)} of one run."""
    word, rules = WAYS[way]
    line = [options.shunt, "cluster", "run", "--name", options.name, "--hosts", str(hosts), "--", lab.launcher(options.mpi)]
    settings = {"SHUNT_RULES": rules, "SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "LD_PRELOAD": lab.library(options)} if rules else {}
    for key, value in settings.items():
        line += ["-x", f"{key}={value}"] if options.mpi == "openmpi" else ["-genv", key, value]
    line += ["-np", str(hosts), lab.program(options, options.mpi, "alltoallv"), word, pattern, options.seeds, str(options.calls)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    done = subprocess.run(["timeout", "-k", "10", str(options.timeout)] + line, capture_output=True, text=True, env=environment,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{way}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return {seed: (int(bound), float(ms)) for seed, bound, ms in re.findall(r"seed=(\d+) bound_bytes=(\d+) .*ms=(\S+)", done.stdout)}


def medians(options, hosts, pattern, ways):
    """{seed: bound in ms}, {(way, seed): median over the rounds in ms}."""
    taken, bounds = {}, {}
    for number in range(options.rounds):
        for way in ways:
            lab.progress(f"  {pattern}, {hosts} hosts: round {number + 1}/{options.rounds}: {way}")
            for seed, (bound, ms) in measure(options, hosts, pattern, way).items():
                bounds[seed] = bound * 8e3 / options.bits
                taken.setdefault((way, seed), []).append(ms)
    lab.progress("")
    return bounds, {key: lab.median(values) for key, values in taken.items()}


def show_pattern(options, hosts, pattern):
    bounds, taken = medians(options, hosts, pattern, options.ways)
    ours = [way for way in options.ways if way != "host"]
    head = "".join(f"{way + ' ms':>12}" for way in options.ways)
    print(f"\n{pattern}, {hosts} hosts\n{'seed':>6}{'bound ms':>10}{head}   of bound    x host")
    shares, gains = [], []
    for seed, bound in bounds.items():
        best = min(taken[way, seed] for way in ours)
        shares.append(bound / best)
        gains.append(taken["host", seed] / best)
        times = "".join(f"{taken[way, seed]:>12.1f}" for way in options.ways)
        print(f"{seed:>6}{bound:>10.1f}{times}{shares[-1]:>11.0%}{gains[-1]:>10.2f}", flush=True)
    if len(bounds) > 1:
        sums = "".join(f"{lab.median([taken[way, seed] for seed in bounds]):>12.1f}" for way in options.ways)
        print(f"median{lab.median(list(bounds.values())):>10.1f}{sums}{lab.median(shares):>11.0%}{lab.median(gains):>10.2f}   "
              f"(least {min(shares):.0%}, {min(gains):.2f})", flush=True)


def show_table(options, hosts):
    """Prints CC-MPI's table of the four methods, measured on this cluster, and writes its plot."""
    rows = {method: [] for method in METHODS}
    print(f"\nall-to-all pattern, {hosts} hosts, ms\n{'size':>8}" + "".join(f"{name:>16}" for name in METHODS.values()) + f"{'bound':>10}")
    for size in TABLE_BYTES:
        bounds, taken = medians(options, hosts, f"all:{size}", METHODS)
        seed = next(iter(bounds))
        for method in METHODS:
            rows[method].append(taken[method, seed])
        print(f"{size // 1024:>5} KB" + "".join(f"{rows[method][-1]:>16.1f}" for method in METHODS) + f"{bounds[seed]:>10.1f}", flush=True)
    columns = [(size, f"{size // 1024} KB") for size in TABLE_BYTES]
    lines = {name: rows[method] for method, name in METHODS.items()}
    title = f"MPI_Alltoallv, all-to-all pattern, {hosts} hosts of {options.mbit:g} Mbit/s"
    with open(options.plot, "w", encoding="utf-8") as file:
        file.write(chart.line_chart(title, "bytes from each to each", "ms per call", columns, lines))
    print(f"plot: {options.plot}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=lab.pathlib.Path, default=lab.ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--mpi", choices=lab.FLAVOURS, default="openmpi", help="the host MPI")
    parser.add_argument("--patterns", default="random,pages:1,pages:4,pages:8",
                        help="patterns, separated by commas; see alltoallv.c")
    parser.add_argument("--ways", default=",".join(WAYS), help="host and some of the other ways, separated by commas")
    parser.add_argument("--table", action="store_true",
                        help="make the table and its plot, instead of measuring patterns")
    parser.add_argument("--plot", default="alltoallv.svg", help="file for the plot of --table")
    parser.add_argument("--seeds", default="1,2,3", help="seeds of random patterns, separated by commas")
    parser.add_argument("--calls", type=int, default=5, help="calls in a loop")
    parser.add_argument("--hosts", default="16", help="numbers of hosts, separated by commas; each host has one rank")
    parser.add_argument("--mbit", type=float, default=20, help="rate of each port in Mbit/s")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each way, interleaved")
    parser.add_argument("--name", default="alltoallv", help="name of the cluster")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a run is ended")
    options = parser.parse_args()
    options.bits = options.mbit * 1e6
    options.hosts = [int(word) for word in options.hosts.split(",")]
    options.ways = options.ways.split(",")
    if "host" not in options.ways or len(options.ways) < 2 or not set(options.ways) <= set(WAYS):
        parser.error(f"--ways must be host and others of {', '.join(WAYS)}")
    if options.table:
        options.seeds = options.seeds.split(",")[0]
    options.shunt = str((options.build / "bin" / "shunt").resolve())
    return options


def main():
    options = parse()
    with lab.cluster(options.shunt, options.name, max(options.hosts), f"{options.mbit}mbit"):
        print(f"# {lab.mpi_version(options.mpi)}, {options.mbit:g} Mbit/s, {options.calls} calls, {options.rounds} rounds, "
              f"load {os.getloadavg()[0]:.2f}")
        for hosts in options.hosts:
            if options.table:
                show_table(options, hosts)
            for pattern in [] if options.table else options.patterns.split(","):
                show_pattern(options, hosts, pattern)


if __name__ == "__main__":
    main()
