#!/usr/bin/env python3
"""CoMPI's experiment: how long does Allreduce take among clusters that slow links connect, with the host's default,
with its fastest algorithm, forced, and with a script?

Needs root and iproute2. Makes a cluster of --hosts, divided into --clusters with a latency of --wan between them, and
removes it. First each of the host's algorithms runs once. Then each round runs the default, the three fastest
algorithms and the script, one after the other (cluster.py). The table is on standard output, CSV in --csv, a plot (SVG)
in --plot.
"""
import argparse
import os

import chart
import cluster
import lab

SCRIPT = lab.ROOT / "tools" / "scripts" / "magpie.lua"
OPERATIONS = ("allreduce", "bcast", "reduce", "barrier")


def parse():
    parser = cluster.arguments(__doc__)
    parser.set_defaults(ops=["allreduce"], sizes="4,16,64,256,1024,4096,16384,65536".split(","), hosts=12, rate="100mbit", name="benchwan")
    parser.add_argument("--clusters", type=int, default=3, help="number of clusters that the hosts are divided into")
    parser.add_argument("--wan", default="400us", help="one-way latency between the clusters")
    parser.add_argument("--script", type=lab.pathlib.Path, default=SCRIPT,
                        help="the script; it identifies the clusters by the addresses 10.1.*, 10.2.*, ...")
    parser.add_argument("--plot", type=argparse.FileType("w"), help="file for the plot, SVG")
    options = cluster.parse(parser)
    for name in options.ops:
        if name not in OPERATIONS:
            parser.error(f"the script has no {name}; --ops takes {', '.join(OPERATIONS)}")
    if options.node:
        parser.error("there is one node with --node: no clusters")
    options.engine = f"script file={options.script.resolve()}"
    return options


def bring_up(options):
    made = cluster.run_shunt(options, "up", "--name", options.name, "--hosts", str(options.hosts), "--rate", options.rate,
                             "--ranks-per-host", str(options.ranks_per_host), "--clusters", str(options.clusters), "--wan", options.wan)
    if made.returncode != 0:
        raise SystemExit(made.stderr)
    options.bits = cluster.bits_of(options.rate)
    options.facts = cluster.run_shunt(options, "status", "--name", options.name).stdout.splitlines()[0]


def show(options, operation, best, taken):
    """Prints the table.   Returns: {column: median seconds of each size}. Ends the driver if the host carried a call in
    place of the script."""
    lines = {"default": [], "forced": [], "script": []}
    for size in options.sizes:
        if not cluster.is_carried(options, operation, size):
            raise SystemExit(f"{operation} of {size} bytes was left to the host: shunt report tells why")
        default, forced, script = (lab.median(taken[column, size]) for column in ("default", "forced", "engine"))
        for column, value in zip(lines, (default, forced, script)):
            lines[column].append(value)
        print(f"{operation:<10} {size:>8} {default * 1e3:10.3f} {forced * 1e3:10.3f} {best[size].label:<22} {script * 1e3:10.3f} "
              f"{default / script:9.2f} {forced / script:9.2f}", flush=True)
        for column, key, which in (("default", "default", "default"), ("forced", "forced", best[size].label),
                                   ("script", "engine", options.script.stem)):
            values = taken[key, size]
            if options.csv:
                print(f"{operation},{size},{column},{which},{len(values)},{lab.median(values):.9f},{min(values):.9f},{max(values):.9f}",
                      file=options.csv, flush=True)
    return lines


def plot(options, operation, lines):
    columns = [(max(size, 1), f"{size // 1024}K" if size >= 1024 else str(size)) for size in options.sizes]
    title = f"{operation}, {options.hosts} hosts in {options.clusters} clusters, {options.wan} apart"
    names = {"default": "host's default", "forced": "its best, forced", "script": options.script.name}
    in_ms = {names[key]: [value * 1e3 for value in line] for key, line in lines.items()}
    options.plot.write(chart.line_chart(title, "bytes", "ms", columns, in_ms))


def main():
    options = parse()
    if not lab.launcher(options.mpi):
        raise SystemExit(f"mpirun.{options.mpi} was not found")
    if options.plot and len(options.ops) > 1:
        raise SystemExit("--plot shows one operation: give --ops one name")
    # A barrier over slow links releases some ranks a whole latency before others, so all ranks start at an agreed time
    # of their common clock.
    os.environ.setdefault("CLUSTER_TOGETHER_MS", "5")
    bring_up(options)
    try:
        cluster.header(options, "operation,bytes,column,which,rounds,median_s,min_s,max_s")
        print(f"{'operation':<10} {'bytes':>8} {'default ms':>10} {'forced ms':>10} {'which':<22} {'script ms':>10} {'x default':>9} "
              f"{'x forced':>9}")
        for operation in options.ops:
            if operation == "barrier":
                options.sizes = [0]
            candidates = cluster.sweep(options, operation, options.sizes)
            taken = cluster.rounds(options, operation, options.sizes, candidates)
            lines = show(options, operation, cluster.keep_best(candidates, taken), taken)
            if options.plot:
                plot(options, operation, lines)
    finally:
        cluster.run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
