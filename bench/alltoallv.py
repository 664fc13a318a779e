#!/usr/bin/env python3
"""MPI_Alltoallv of one pattern in a loop on a virtual cluster: the host's, the phased engine's as it comes, and with the schedule made each time
from what ranks tell each other (level 1), from the whole pattern (level 2), or once (level 3); alltoallv.c says which patterns there are.

Needs root and iproute2. Makes a cluster --name and removes it. The ways follow one another, round by round; the table has medians over the rounds,
in ms per call, the bound (bytes through the busiest port over its rate), and how near to it the best way of the engine comes.
"""
import argparse
import os
import re
import subprocess

import lab

RULES = "alltoallv -> phased"
WAYS = {"host": ("plain", None), "phased": ("plain", RULES), "level1": ("level1", RULES), "level2": ("level2", RULES), "level3": ("level3", RULES)}


def measure(options, pattern, way):
    """{seed: (bytes of the busiest port, ms per call)} of one run."""
    word, rules = WAYS[way]
    line = [options.shunt, "cluster", "run", "--name", options.name, "--", lab.launcher(options.mpi)]
    settings = {} if rules is None else {"SHUNT_RULES": rules, "SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "LD_PRELOAD": lab.library(options)}
    for key, value in settings.items():
        line += ["-x", f"{key}={value}"] if options.mpi == "openmpi" else ["-genv", key, value]
    line += ["-np", str(options.hosts), lab.program(options, options.mpi, "alltoallv"), word, pattern, options.seeds, str(options.calls)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    done = subprocess.run(["timeout", "-k", "10", str(options.timeout)] + line, capture_output=True, text=True, env=environment,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{way}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return {seed: (int(bound), float(ms)) for seed, bound, ms in re.findall(r"seed=(\d+) bound_bytes=(\d+) .*ms=(\S+)", done.stdout)}


def table(options, pattern):
    taken, bounds = {}, {}
    for number in range(options.rounds):
        for way in WAYS:
            lab.progress(f"  {pattern}: round {number + 1}/{options.rounds}: {way}")
            for seed, (bound, ms) in measure(options, pattern, way).items():
                bounds[seed] = bound * 8e3 / options.bits
                taken.setdefault((way, seed), []).append(ms)
    lab.progress("")
    print(f"\n{pattern}\n{'seed':>6}{'bound ms':>10}" + "".join(f"{way + ' ms':>12}" for way in WAYS) + "   of bound    x host")
    for seed, bound in bounds.items():
        ms = {way: lab.median(taken[way, seed]) for way in WAYS}
        best = min(ms[way] for way in WAYS if way != "host")
        print(f"{seed:>6}{bound:>10.1f}" + "".join(f"{ms[way]:>12.1f}" for way in WAYS) + f"{bound / best:>11.0%}{ms['host'] / best:>10.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=lab.pathlib.Path, default=lab.ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--mpi", choices=lab.FLAVOURS, default="openmpi", help="the host")
    parser.add_argument("--patterns", default="random,pages:1,pages:4,pages:8", help="separated by commas; see alltoallv.c")
    parser.add_argument("--seeds", default="1,2,3", help="of random patterns, separated by commas")
    parser.add_argument("--calls", type=int, default=5, help="in a loop")
    parser.add_argument("--hosts", type=int, default=16, help="one rank each")
    parser.add_argument("--mbit", type=float, default=20, help="of each port")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each way, interleaved")
    parser.add_argument("--name", default="alltoallv", help="the cluster")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a run is ended")
    options = parser.parse_args()
    options.bits = options.mbit * 1e6
    options.shunt = str((options.build / "bin" / "shunt").resolve())
    up = [options.shunt, "cluster", "up", "--name", options.name, "--hosts", str(options.hosts), "--rate", f"{options.mbit}mbit"]
    made = subprocess.run(up, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise SystemExit(made.stderr)
    try:
        print(f"# {lab.mpi_version(options.mpi)}, {options.hosts} hosts, {options.mbit:g} Mbit/s, {options.calls} calls, {options.rounds} rounds, "
              f"load {os.getloadavg()[0]:.2f}")
        for pattern in options.patterns.split(","):
            table(options, pattern)
    finally:
        subprocess.run([options.shunt, "cluster", "down", "--name", options.name, "--force"], capture_output=True, check=False)


if __name__ == "__main__":
    main()
