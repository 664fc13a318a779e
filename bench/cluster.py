#!/usr/bin/env python3
"""How long do collectives take on a virtual cluster: by the host's default, by the host's fastest algorithm, forced,
and by an engine; and what is the limit of the network (wire)? (cluster.c)

Needs root and iproute2. Uses the cluster --name if it is up, otherwise makes it and removes it. First each of the
host's algorithms (of Open MPI's, with each segment size) runs once for all sizes of an operation. Then each round runs
the default, the three fastest algorithms and the engine, one after the other. The table is on standard output; --csv
gets medians, minima and maxima over the rounds.
"""
import argparse
import collections
import csv
import datetime
import os
import re
import subprocess
import sys
import tempfile

import lab

# Open MPI 4.1: values of coll_tuned_<op>_algorithm, names, and whether coll_tuned_<op>_algorithm_segmentsize applies.
ALGORITHMS = {
    "bcast": [(1, "linear", False), (2, "chain", True), (3, "pipeline", True), (4, "split-binary", True), (5, "binary", True),
              (6, "binomial", True), (7, "knomial", True), (8, "scatter-allgather", False), (9, "scatter-allgather-ring", False)],
    "scatter": [(1, "linear", False), (2, "binomial", False), (3, "linear-nonblocking", False)],
    "allgather": [(1, "linear", False), (2, "bruck", False), (3, "recursive-doubling", False), (4, "ring", False), (5, "neighbor", False)],
    "allgatherv": [(1, "default", False), (2, "bruck", False), (3, "ring", False), (4, "neighbor", False)],
    "alltoall": [(1, "linear", False), (2, "pairwise", False), (3, "bruck", False), (4, "linear-sync", False)],
    "alltoallv": [(1, "linear", False), (2, "pairwise", False)],
    "barrier": [(1, "linear", False), (2, "double-ring", False), (3, "recursive-doubling", False), (4, "bruck", False), (6, "tree", False)],
    "reduce": [(1, "linear", False), (2, "chain", True), (3, "pipeline", True), (4, "binary", True), (5, "binomial", True),
               (6, "in-order-binary", True), (7, "rabenseifner", False)],
    "allreduce": [(1, "linear", False), (2, "reduce-bcast", False), (3, "recursive-doubling", False), (4, "ring", False),
                  (5, "segmented-ring", True), (6, "rabenseifner", False)],
    "scan": [(1, "linear", False), (2, "recursive-doubling", False)],
    "scatterv": [],
}
SEGMENTS = [0, 1024, 8192, 32768]
# MPICH 4.0: values of MPIR_CVAR_<OP>_INTRA_ALGORITHM.
MPICH_ALGORITHMS = {
    "bcast": ["binomial", "scatter_recursive_doubling_allgather", "scatter_ring_allgather", "pipelined_tree", "tree", "smp"],
    "scatter": ["binomial"],
    "allgather": ["brucks", "recursive_doubling", "ring"],
    "allgatherv": ["brucks", "recursive_doubling", "ring"],
    "alltoall": ["brucks", "pairwise", "scattered"],
    "alltoallv": ["scattered"],
    "barrier": ["k_dissemination", "recexch", "smp"],
    "reduce": ["binomial", "reduce_scatter_gather", "smp"],
    "allreduce": ["recursive_doubling", "reduce_scatter_allgather", "tree", "ring", "recexch", "smp"],
    "scan": ["recursive_doubling", "smp"],
    "scatterv": [],
}
# As in cluster.c: calls of at most SHORT_BYTES have TIMES_SHORT times as many repetitions.
SHORT_BYTES, TIMES_SHORT = 2048, 16
# The engine of each operation, unless --engine is given. All other operations: multicast.
ENGINES = {"alltoall": "phased", "alltoallv": "phased", "reduce": "pipeline", "allreduce": "pipeline",
           "scan": "pipeline"}
LINE = re.compile(r"^op=(\S+) bytes=(\d+) .*median_s=(\S+)", re.M)

Variant = collections.namedtuple("Variant", "label mca settings")
DEFAULT = Variant("default", (), ())


def wire_s(options, operation, size):
    """The least time that any algorithm needs: the payload that the busiest port must pass in one direction, divided by
    its rate."""
    others = options.hosts - 1
    ranks = options.ranks_per_host
    blocks = {"bcast": 1, "scatter": others * ranks, "scatterv": min(5, options.hosts * ranks - 1), "allgather": others * ranks,
              "allgatherv": others * ranks, "alltoall": others * ranks * ranks, "alltoallv": others * ranks * ranks,
              "barrier": 0, "reduce": 1, "allreduce": 1, "scan": 1}[operation]
    return blocks * size * 8 / options.bits


def forced(options, operation):
    if options.mpi == "mpich":
        for name in MPICH_ALGORITHMS[operation]:
            yield Variant(name, (), ((f"MPIR_CVAR_{operation.upper()}_INTRA_ALGORITHM", name),))
        return
    for number, name, has_segments in ALGORITHMS[operation]:
        for segment in SEGMENTS if has_segments else [0]:
            mca = [("coll_tuned_use_dynamic_rules", 1), (f"coll_tuned_{operation}_algorithm", number)]
            if segment:
                mca.append((f"coll_tuned_{operation}_algorithm_segmentsize", segment))
            yield Variant(f"{name}{f'/{segment // 1024}K' if segment else ''}", tuple(mca), ())


def engine(options, operation):
    name = options.engine or ENGINES.get(operation, "multicast")
    settings = (("SHUNT_RULES", f"{operation} -> {name}; * -> host"), ("SHUNT_RECORD", "off"), ("SHUNT_WAIT", "host"),
                ("LD_PRELOAD", lab.library(options)))
    return Variant(name, (), settings)


def command(options, variant, program, arguments):
    """The command line of a program of this folder, on the cluster or, with --node, on this machine alone."""
    program = lab.program(options, options.mpi, program)
    if options.node:
        line, ranks = [lab.launcher(options.mpi)], options.node
    else:
        line = [options.shunt, "cluster", "run", "--name", options.name, "--hosts", str(options.hosts), "--", lab.launcher(options.mpi)]
        ranks = options.hosts * options.ranks_per_host
    if options.mpi == "mpich":
        own = () if options.node else (("UCX_TLS", "self,tcp"),)   # hosts must not communicate by this machine's memory
        for key, value in (*own, *variant.settings):
            line += ["-genv", key, value]
        line += ["-bind-to", "core"] * (0 < options.node <= lab.cores())
        return line + ["-np", str(ranks), program] + arguments
    if options.node:
        line += ["--oversubscribe"] + ["--allow-run-as-root"] * (os.getuid() == 0)
        line += ["--mca", "mpi_yield_when_idle", str(int(options.node > lab.cores()))]
        line += ["--bind-to", "core" if options.node <= lab.cores() else "none"]
    for key, value in variant.mca:
        line += ["--mca", key, str(value)]
    for key, value in variant.settings:
        line += ["-x", f"{key}={value}"]
    return line + ["-np", str(ranks), program] + arguments


AT_EXIT_S = 5   # MPICH over UCX's TCP may hang in MPI_Finalize after all output


def run_command(options, line, is_complete=lambda output: False):
    """Runs `line`. Ends it if it still runs AT_EXIT_S after its output is complete."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        def said(file):   # the program writes at the file's current offset, so reading must not move it
            return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode(errors="replace")

        try:
            child = subprocess.Popen(["timeout", "-k", "10", str(options.timeout)] + line, stdout=out, stderr=errors,
                                     env=environment, stdin=subprocess.DEVNULL)
        except OSError as problem:
            raise SystemExit(str(problem)) from None
        while True:
            complete = is_complete(said(out))
            try:
                child.wait(AT_EXIT_S if complete else 0.5)
                break
            except subprocess.TimeoutExpired:
                if complete:
                    child.terminate()
        return subprocess.CompletedProcess(line, child.returncode, said(out), said(errors))


def measure(options, operation, variant, sizes, reps):
    """One run of cluster.c: {bytes: median seconds}. Empty if the host or the engine refuses the operation."""
    done = run_command(options, command(options, variant, "cluster", [operation, ",".join(map(str, sizes)), str(reps)]))
    found = {int(size): float(median) for _, size, median in LINE.findall(done.stdout)}
    if variant is DEFAULT and len(found) != len(sizes):
        raise SystemExit(f"the host's own {operation} did not work (status {done.returncode}):\n{done.stdout}{done.stderr}")
    return found


def is_carried(options, operation, size):
    """Whether an engine carries the operation at this size, according to a profile."""
    variant = engine(options, operation)
    with tempfile.TemporaryDirectory(prefix="shunt-bench-") as folder:
        profile = folder + "/run.shunt"
        settings = dict(variant.settings, SHUNT_RECORD="on", SHUNT_PROFILE=profile)
        measure(options, operation, variant._replace(settings=tuple(settings.items())), [size], 1)
        done = subprocess.run([options.shunt, "export", profile, "--csv", folder + "/csv"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return False
        with open(folder + "/csv/calls.csv", newline="") as calls:
            return any(row["function"] == "MPI_" + operation.capitalize() and row["engine"] != "host" for row in csv.DictReader(calls))


def sweep(options, operation, sizes):
    """The three fastest forced variants for each size: {bytes: [variant]}. They are more than one because few
    repetitions choose badly; rounds() decides between them."""
    tried = collections.defaultdict(list)
    for variant in forced(options, operation):
        lab.progress(f"  {operation}: trying {variant.label}")
        for size, taken in measure(options, operation, variant, sizes, options.sweep_reps).items():
            tried[size].append((taken, variant))
    return {size: [variant for _, variant in sorted(found, key=lambda one: one[0])[:3]] for size, found in tried.items()}


def rounds(options, operation, sizes, candidates):
    """{(column or forced variant, bytes): [seconds of each round]}. A round runs all variants, one after the other;
    every other round runs them in reverse."""
    taken = collections.defaultdict(list)
    runs = [("default", DEFAULT, sizes)]
    for variant in dict.fromkeys(one for found in candidates.values() for one in found):
        runs.append((variant, variant, [size for size in sizes if variant in candidates.get(size, [])]))
    runs.append(("engine", engine(options, operation), sizes))
    for number in range(options.rounds):
        lab.progress(f"  {operation}: round {number + 1}/{options.rounds}")
        for column, variant, mine in reversed(runs) if number % 2 else runs:
            for size, value in measure(options, operation, variant, mine, options.reps).items():
                taken[column, size].append(value)
    lab.progress("")
    return taken


def show_ms(values):
    return f"{lab.median(values) * 1e3:10.3f}" if values else f"{'-':>10}"


def keep_best(candidates, taken):
    """The best of the candidates for each size, {bytes: variant}; its rounds become the column "forced"."""
    best = {}
    for size, found in candidates.items():
        measured = [variant for variant in found if taken.get((variant, size))]
        if measured:
            best[size] = min(measured, key=lambda one: lab.median(taken[one, size]))
            taken["forced", size] = taken[best[size], size]
    return best


def show(options, operation, sizes, best, taken):
    for size in sizes:
        wire = wire_s(options, operation, size)
        shunted = taken.get(("engine", size))
        share = f"{100 * wire / lab.median(shunted):6.1f}" if shunted and wire else f"{'-':>6}"
        left = "" if is_carried(options, operation, size) else "  left to the host"
        which = best[size].label if size in best else "-"
        print(f"{operation:<10} {size:>8} {show_ms(taken.get(('default', size)))} {show_ms(taken.get(('forced', size)))} {which:<22} "
              f"{show_ms(shunted)} {wire * 1e3:10.3f} {share}{left}", flush=True)
        for column in ("default", "forced", "engine"):
            values = taken.get((column, size))
            if options.csv and values:
                label = {"default": "default", "forced": which, "engine": engine(options, operation).label}[column]
                print(f"{operation},{size},{column},{label},{len(values)},{lab.median(values):.9f},{min(values):.9f},{max(values):.9f},{wire:.9f}",
                      file=options.csv, flush=True)


def bits_of(rate):
    number, unit = re.match(r"([\d.]+)([kmg])bit", rate).groups()
    return float(number) * {"k": 1e3, "m": 1e6, "g": 1e9}[unit]


def run_shunt(options, *words):
    return subprocess.run([options.shunt, "cluster", *words], capture_output=True, text=True, check=False)


def bring_up(options):
    """Makes the cluster unless it is up.   Returns: whether it was made, and must be removed."""
    if options.node:
        options.facts = f"none: {options.node} ranks on this machine"
        return False
    there = run_shunt(options, "status", "--name", options.name)
    if there.returncode == 0:
        first = there.stdout.splitlines()[0]
        facts = re.search(r"up, (\d+) hosts.* ([\d.]+)([kmg])bit", first)
        if int(facts.group(1)) < options.hosts:
            raise SystemExit(f"the cluster {options.name} has fewer than {options.hosts} hosts: give --hosts {facts.group(1)}, or another --name")
        options.bits = float(facts.group(2)) * {"k": 1e3, "m": 1e6, "g": 1e9}[facts.group(3)]
        options.ranks_per_host = int((re.search(r"(\d+) ranks a host", first) or [0, 1])[1])
        options.facts = first
        return False
    words = ["up", "--name", options.name, "--hosts", str(options.hosts), "--rate", options.rate, "--ranks-per-host", str(options.ranks_per_host)]
    made = run_shunt(options, *words, *(["--loss", options.loss] if options.loss else []))
    if made.returncode != 0:
        raise SystemExit(made.stderr)
    options.bits = bits_of(options.rate)
    options.facts = run_shunt(options, "status", "--name", options.name).stdout.splitlines()[0]
    return True


def words(text):
    return text.split(",")


def arguments(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=lab.pathlib.Path, default=lab.ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--ops", type=words, default=list(ALGORITHMS), help="operations, separated by commas")
    parser.add_argument("--sizes", type=words, default=words("1,10240,65536,262144,1048576"), help="bytes, separated by commas")
    parser.add_argument("--hosts", type=int, default=16, help="hosts to use")
    parser.add_argument("--rate", default="20mbit", help="rate of each port, if the cluster is made")
    parser.add_argument("--ranks-per-host", type=int, default=1, help="ranks per host, if the cluster is made")
    parser.add_argument("--node", type=int, default=0, metavar="RANKS",
                        help="no cluster: run this number of ranks on this machine")
    parser.add_argument("--mpi", choices=lab.FLAVOURS, default="openmpi", help="the host MPI")
    parser.add_argument("--loss", help="share of lost packets (such as 1%%), if the cluster is made")
    parser.add_argument("--name", default="bench", help="name of the cluster")
    parser.add_argument("--engine", help="engine; if not given: the one that suits the operation")
    parser.add_argument("--reps", type=int, default=7, help="repetitions in a run")
    parser.add_argument("--sweep-reps", type=int, default=3, help="repetitions in a run of the sweep")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each column, interleaved")
    parser.add_argument("--quick", action="store_true",
                        help="one round with three repetitions; one repetition in the sweep")
    parser.add_argument("--csv", type=argparse.FileType("w"), help="file for the figures")
    parser.add_argument("--timeout", type=float, default=300, help="seconds after which a run is ended")
    return parser


def parse(parser):
    options = parser.parse_args()
    if options.quick:
        options.reps, options.sweep_reps, options.rounds = 3, 1, 1
    unknown = [name for name in options.ops if name not in ALGORITHMS]
    if unknown:
        parser.error(f"no operation is called {unknown[0]}; there are {', '.join(ALGORITHMS)}")
    options.sizes = [int(size) for size in options.sizes]
    options.shunt = str((options.build / "bin" / "shunt").resolve())
    return options


def header(options, columns="operation,bytes,column,which,rounds,median_s,min_s,max_s,wire_s"):
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, cwd=lab.ROOT, check=False).stdout.strip()
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    facts = {"commit": commit or "?", "cpu": model, "cores": lab.cores(), "kernel": os.uname().release, "mpi": lab.mpi_version(options.mpi),
             "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"), "cluster": options.facts,
             "load": " ".join(f"{n:.2f}" for n in os.getloadavg()), "reps": options.reps, "rounds": options.rounds}
    for out in [sys.stdout] + [options.csv] * bool(options.csv):
        print("\n".join(f"# {key}={value}" for key, value in facts.items()), file=out, flush=True)
    if options.csv:
        print(columns, file=options.csv, flush=True)


def title():
    print(f"{'operation':<10} {'bytes':>8} {'default ms':>10} {'forced ms':>10} {'which':<22} {'engine ms':>10} {'wire ms':>10} {'% wire':>6}")


def main():
    options = parse(arguments(__doc__))
    if not lab.launcher(options.mpi):
        raise SystemExit(f"mpirun.{options.mpi} was not found")
    made = bring_up(options)
    try:
        header(options)
        title()
        for operation in options.ops:
            sizes = [0] if operation == "barrier" else options.sizes
            candidates = sweep(options, operation, sizes)
            taken = rounds(options, operation, sizes, candidates)
            show(options, operation, sizes, keep_best(candidates, taken), taken)
    finally:
        if made:
            run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
