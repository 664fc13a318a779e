#!/usr/bin/env python3
"""How near does `auto` come, after it has learnt, to the fastest carrier that can be forced? (oracle.c)

Runs on a virtual cluster (root and iproute2): uses the cluster --name if it is up, otherwise makes it and removes it.
With --node it runs on this machine alone. Columns: the host's default, measured twice to show the noise; each engine
forced; the fastest of the host's own algorithms, forced; and auto. All columns are measured in one process, and take
turns call by call. Each has a communicator of its own, with a rule that names its carrier. In separate processes the
times could differ by a factor of three, because a virtual machine's cores may be moved apart between two processes.

First each of the host's algorithms takes some turns, and the --best fastest ones for each size become columns. Then
auto learns in a separate run of --learn-s seconds, and stores the results in a knowledge file of this driver. The run
for the table reads that file, like a user's second run. It begins with --warm-s seconds of calls that are not counted,
in which auto checks the results. The table on standard output has us, auto over the fastest other column, and auto over
the host's default; at its end, medians and the worst value.
"""
import re
import shutil
import tempfile

import cluster
import lab

OPERATIONS = {"bcast": ("multicast", "pipeline"), "alltoall": ("phased",), "allgather": ("multicast", "phased"),
              "barrier": ("multicast", "phased"), "scatter": ("multicast", "phased"), "reduce": ("pipeline",),
              "allreduce": ("pipeline",), "scan": ("pipeline",)}
ON_A_NODE = {"bcast": ("pipeline",), "alltoall": ("phased",), "allgather": ("phased",), "barrier": ("pipeline",), "scatter": ("phased",),
             "reduce": ("pipeline",), "allreduce": ("pipeline",), "scan": ("pipeline",)}
# Open MPI's algorithms that divide the data into segments, for operations with the parameter `segment`.
CUT = {"bcast": ("chain", "pipeline", "split_binary_tree", "binary_tree", "binomial"),
       "reduce": ("chain", "pipeline", "binary", "binomial", "in-order_binary"),
       "allreduce": ("segmented_ring",)}
SEGMENTS = ("1K", "8K", "32K")
FROM_1_KB = 1024
WAY = re.compile(r"^way=(\S+) n=(\d+) median_s=(\S+)", re.M)


def start(options, operation, size, ways, reps, seconds, learn_s, **settings):
    """One run of oracle.c. `ways`: (label, carrier); the first one gets MPI_COMM_WORLD."""
    names = ["world"] + [f"world/dup#{number}" for number in range(len(ways) - 1)]
    rules = [f"{operation} comm {name} -> {way}" for name, (_, way) in zip(names, ways)]
    settings = {"SHUNT_RULES": "; ".join(rules + ["* -> host"]), "SHUNT_RECORD": "off", "SHUNT_WAIT": "host",
                "LD_PRELOAD": lab.library(options), **settings}
    variant = cluster.Variant("", (), tuple(settings.items()))
    words = [operation, str(size), str(reps), str(seconds), str(learn_s)] + [label for label, _ in ways]
    is_complete = lambda output: len(WAY.findall(output)) == len(ways)
    return cluster.run_command(options, cluster.command(options, variant, "oracle", words), is_complete)


def run(options, operation, size, ways, *times, **settings):
    """{label: median seconds} of start()."""
    done = start(options, operation, size, ways, *times, **settings)
    found = {label: float(median) for label, _, median in WAY.findall(done.stdout)}
    if len(found) != len(ways):
        raise SystemExit(f"{operation}, {size} bytes: did not work (status {done.returncode}):\n{done.stdout}{done.stderr}")
    return found


def host_algorithms(options, operation):
    """Yields (label, carrier). The algorithms are those that rank 0 lists if a rule names an unknown one."""
    done = start(options, operation, 8, [("host", "host algorithm=which")], 3, 0, 0)
    names = re.search(r"has no algorithm which for \S+, but (.*)", done.stdout + done.stderr)
    for name in names.group(1).split(", ") if names else []:
        yield f"host:{name}", f"host algorithm={name}"
        for segment in SEGMENTS if options.mpi == "openmpi" and name in CUT.get(operation, ()) else ():
            yield f"host:{name}/{segment}", f"host algorithm={name} segment={segment}"


def sweep(options, operation, size, algorithms):
    """The --best fastest of the host's algorithms, the fastest first."""
    if not algorithms:
        return []
    lab.progress(f"  {operation}: the host's algorithms, {size} bytes")
    taken = run(options, operation, size, [("host", "host")] + algorithms, options.sweep_reps, options.seconds, 0)
    return sorted(algorithms, key=lambda one: taken[one[0]])[:options.best]


def columns(options, operation):
    """Yields (label, carrier). All columns run under Shunt, so that all include its time for looking up the carrier."""
    yield "auto", "auto"
    yield "host", "host"
    yield "again", "host"   # equal to the column `host`, to show the noise
    for name in (ON_A_NODE if options.node else OPERATIONS)[operation]:
        yield name, f"{name} choose=always"


def measure(options, operation, size, best):
    """{column: median seconds}"""
    knowledge = {"SHUNT_AUTO_KNOWLEDGE": options.knowledge + "/learnt"}
    lab.progress(f"  {operation}: auto learns {size} bytes")
    run(options, operation, size, [("auto", "auto")], 3, 0, options.learn_s, **knowledge)
    lab.progress(f"  {operation}: {size} bytes")
    return run(options, operation, size, [*columns(options, operation), *best], options.reps, options.seconds, options.warm_s, **knowledge)


def show(options, operation, size, taken):
    """Prints a row.   Returns: (bytes, auto over the best, auto over the host's default, second host column over the
    first)"""
    best = min((value, label) for label, value in taken.items() if label not in ("auto", "again"))
    ratios = (size, taken["auto"] / best[0], taken["auto"] / taken["host"], taken["again"] / taken["host"])
    wire = "" if options.node else f"wire {1e6 * cluster.wire_s(options, operation, size):.1f}  "
    shown = "  ".join(f"{label} {1e6 * value:.2f}" for label, value in taken.items())
    print(f"{operation:<10} {size:>8}  {shown:<110} {wire}best {best[1]:<22} auto/best {ratios[1]:.3f}  auto/host {ratios[2]:.3f}", flush=True)
    for label, value in taken.items() if options.csv else ():
        print(f"{operation},{size},{label},{value:.9f}", file=options.csv, flush=True)
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
    parser.set_defaults(name="auto", ops=list(OPERATIONS), sizes=cluster.words("8,1024,16384,65536,262144"), reps=200)
    parser.add_argument("--seconds", type=float, default=15,
                        help="seconds of a run after which no more repetitions begin")
    parser.add_argument("--learn-s", type=float, default=8, help="seconds that auto learns at each size")
    parser.add_argument("--warm-s", type=float, default=2, help="seconds of auto's calls before the counted ones")
    parser.add_argument("--best", type=int, default=2,
                        help="number of the host's algorithms in the table, for each size")
    options = cluster.parse(parser)
    options.knowledge = tempfile.mkdtemp(prefix="shunt-bench-knowledge-")
    made = cluster.bring_up(options)
    try:
        cluster.header(options, "operation,bytes,column,median_s")
        ratios = []
        for operation in options.ops:
            algorithms = list(host_algorithms(options, operation)) if options.best else []
            for size in [0] if operation == "barrier" else options.sizes:
                best = sweep(options, operation, size, algorithms)
                ratios.append(show(options, operation, size, measure(options, operation, size, best)))
                lab.progress("")
        conclude(ratios)
    finally:
        shutil.rmtree(options.knowledge, ignore_errors=True)
        if made:
            cluster.run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
