#!/usr/bin/env python3
"""How much faster do kernels in the shape of NAS IS (sort) and FT (fft) run on a virtual cluster (kernels.c) with the
phased engine by a rule, and with `auto` in a first run, in which it has no stored results? Communication dominates
these kernels.

Needs root and iproute2. Makes a cluster --name and removes it. Each round runs the host's default and both of these,
one after the other. The table has medians over the rounds, of the total time and of the time in MPI, and the host's
total time divided by each of the others.
"""
import argparse
import os
import re
import subprocess

import lab

RULES = {"host": None, "phased": "alltoall, alltoallv -> phased", "auto": "* -> auto"}


def measure(options, hosts, kernel, size, rules):
    """(seconds, seconds in MPI) of one run. The kernel verifies its result."""
    line = [options.shunt, "cluster", "run", "--name", options.name, "--hosts", str(hosts), "--", lab.launcher("openmpi")]
    settings = {"SHUNT_RULES": rules, "SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "LD_PRELOAD": lab.library(options)} if rules else {}
    for key, value in settings.items():
        line += ["-x", f"{key}={value}"]
    line += ["-np", str(hosts), lab.program(options, "openmpi", "kernels"), kernel, str(size), str(options.repetitions)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    done = subprocess.run(["timeout", "-k", "10", str(options.timeout)] + line, capture_output=True, text=True, env=environment,
                          stdin=subprocess.DEVNULL, check=False)
    found = re.search(r"kernel=.* s=(\S+) mpi_s=(\S+)", done.stdout)
    if done.returncode != 0 or not found:
        raise SystemExit(f"{kernel} {size} on {hosts} hosts: status {done.returncode}\n{done.stdout}{done.stderr}")
    return float(found[1]), float(found[2])


def row(options, hosts, kernel, size):
    taken = {name: [] for name in RULES}
    for number in range(options.rounds):
        lab.progress(f"  {kernel} {size}, {hosts} hosts: round {number + 1}/{options.rounds}")
        for name in list(RULES)[::1 if number % 2 == 0 else -1]:
            taken[name].append(measure(options, hosts, kernel, size, RULES[name]))
    lab.progress("")
    medians = {name: [lab.median([run[i] for run in runs]) for i in (0, 1)] for name, runs in taken.items()}
    times = "".join(f"{value:>10.3f}" for pair in medians.values() for value in pair)
    factors = "".join(f"{medians['host'][0] / medians[name][0]:>9.2f}" for name in ("phased", "auto"))
    print(f"{kernel:>6}{size:>9}{hosts:>7}{times}{factors}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=lab.pathlib.Path, default=lab.ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--sort", default="4096,65536,524288", help="numbers of keys per rank, separated by commas")
    parser.add_argument("--fft", default="16,32,64,128",
                        help="edges of the cube, separated by commas; each at least the number of hosts")
    parser.add_argument("--hosts", default="4,8,16", help="numbers of hosts (powers of two), separated by commas")
    parser.add_argument("--repetitions", type=int, default=3, help="repetitions of a kernel in a run")
    parser.add_argument("--rate", default="20mbit", help="rate of each port")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each kind, interleaved")
    parser.add_argument("--name", default="kernels", help="name of the cluster")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a run is ended")
    options = parser.parse_args()
    options.shunt = str((options.build / "bin" / "shunt").resolve())
    hosts = [int(word) for word in options.hosts.split(",")]
    with lab.cluster(options.shunt, options.name, max(hosts), options.rate):
        print(f"# {lab.mpi_version('openmpi')}, {options.rate}, {options.repetitions} repetitions, {options.rounds} rounds, load {os.getloadavg()[0]:.2f}")
        print(f"{'kernel':>6}{'size':>9}{'hosts':>7}{'host s':>10}{'in MPI':>10}{'phased s':>10}{'in MPI':>10}{'auto s':>10}{'in MPI':>10}{'phased x':>9}{'auto x':>9}")
        for number in hosts:
            for kernel, sizes in (("sort", options.sort), ("fft", options.fft)):
                for size in sizes.split(",") if sizes else []:
                    row(options, number, kernel, int(size))


if __name__ == "__main__":
    main()
