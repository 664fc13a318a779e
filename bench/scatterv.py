#!/usr/bin/env python3
"""How long does MPI_Scatterv to 5 ranks take in a loop on a virtual cluster: by the host, and by multicast in static,
dynamic and opened groups? (scatterv.c)

Needs root and iproute2. Makes a cluster --name and removes it. Each round runs all four, one after the other. The table
has medians over the rounds in ms per call.
"""
import argparse
import os
import re
import subprocess

import lab

WAYS = {"host": ("plain", None), "static": ("plain", "scatterv -> multicast groups=static"),
        "dynamic": ("plain", "scatterv -> multicast groups=dynamic"), "opened": ("opened", "scatterv -> multicast")}


def measure(options, way):
    """{bytes: ms per call} of one run."""
    word, rules = WAYS[way]
    line = [options.shunt, "cluster", "run", "--name", options.name, "--", lab.launcher(options.mpi)]
    settings = {} if rules is None else {"SHUNT_RULES": rules, "SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "LD_PRELOAD": lab.library(options)}
    for key, value in settings.items():
        line += ["-x", f"{key}={value}"] if options.mpi == "openmpi" else ["-genv", key, value]
    line += ["-np", str(options.hosts), lab.program(options, options.mpi, "scatterv"), word, options.sizes, str(options.calls)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    done = subprocess.run(["timeout", "-k", "10", str(options.timeout)] + line, capture_output=True, text=True, env=environment,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{way}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return {int(size): float(ms) for size, ms in re.findall(r"bytes=(\d+) .*ms=(\S+)", done.stdout)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=lab.pathlib.Path, default=lab.ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--mpi", choices=lab.FLAVOURS, default="openmpi", help="the host MPI")
    parser.add_argument("--sizes", default="1,64,256,1024,4096",
                        help="bytes to each of the 5 ranks, separated by commas")
    parser.add_argument("--calls", type=int, default=1000, help="calls in a loop")
    parser.add_argument("--hosts", type=int, default=16, help="number of hosts, at least 6")
    parser.add_argument("--rate", default="20mbit", help="rate of each port")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each way, interleaved")
    parser.add_argument("--name", default="scatterv", help="name of the cluster")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a run is ended")
    options = parser.parse_args()
    options.shunt = str((options.build / "bin" / "shunt").resolve())
    with lab.cluster(options.shunt, options.name, options.hosts, options.rate):
        taken = {}
        for number in range(options.rounds):
            for way in WAYS:
                lab.progress(f"  round {number + 1}/{options.rounds}: {way}")
                for size, ms in measure(options, way).items():
                    taken.setdefault((way, size), []).append(ms)
        lab.progress("")
        print(f"# {lab.mpi_version(options.mpi)}, {options.hosts} hosts, {options.rate}, {options.calls} calls, {options.rounds} rounds, "
              f"load {os.getloadavg()[0]:.2f}")
        print(f"{'bytes':>8}" + "".join(f"{way + ' ms':>12}" for way in WAYS))
        for size in sorted({size for _, size in taken}):
            print(f"{size:>8}" + "".join(f"{lab.median(taken[way, size]):>12.3f}" for way in WAYS))


if __name__ == "__main__":
    main()
