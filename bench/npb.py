#!/usr/bin/env python3
"""How long do kernels in the shape of the NAS Parallel Benchmarks (npb/) take with each host and with remote write, and
which of their messages are written directly?

The first table: both MPIs, bare and with remote write, take turns in each of --pairs rounds; it has medians of the
runs' best rounds. The second table: one run of each kernel with remote write, in which the ranks note when each receive
was posted and when each send began. If the two calls overlap, their order is unknown (perhaps). The table counts the
messages between two ranks, and the share of them and of their bytes that was written directly, beside the share of
bytes in the thesis on MPI/MBCF for 8 or 9 processes (table 4.3). It also counts the messages of at least --least bytes
whose receive was certainly posted first.
"""
import csv
import pathlib
import subprocess
import tempfile

import lab

RULES = "p2p -> remote_write"
# Name: (size, steps per round, percentage of bytes written directly in the thesis). The sizes are those of class W of
# NPB 2.3.
KERNELS = {"is": (1 << 20, 2, 99.22), "cg": (7000, 25, 53.33), "sp": (36, 4, 49.01), "bt": (24, 4, 47.24), "lu": (33, 6, 13.37), "mg": (64, 2, 0.01)}


def is_square(ranks):
    return round(ranks**0.5) ** 2 == ranks


def is_power(ranks):
    return ranks & (ranks - 1) == 0


def words(options, flavour, kernel, extra=()):
    size, steps, _ = KERNELS[kernel]
    pins = options.ranks <= lab.cores()
    return [lab.program(options, flavour, "npb"), kernel, str(size), str(steps), str(options.rounds)] + list(extra) + ["pin"] * pins


def run(options, flavour, kernel, settings, extra=(), directory=None):
    line = lab.command(options, flavour, options.ranks, words(options, flavour, kernel, extra), settings, yields=options.ranks > lab.cores())
    return lab.run(line, options.timeout, directory)


def counters(options, directory):
    """Remote write's counters of the run in `directory`, summed over the ranks."""
    out = pathlib.Path(directory) / "csv"
    subprocess.run([options.build / "bin" / "shunt", "export", pathlib.Path(directory) / "npb.shunt", "--csv", out], check=True, stdout=subprocess.DEVNULL)
    sums = {}
    with (out / "counters.csv").open(newline="") as rows:
        for row in csv.DictReader(rows):
            sums[row["name"]] = sums.get(row["name"], 0) + int(row["value"])
    return {name.removeprefix("remote_write."): value for name, value in sums.items() if name.startswith("remote_write.")}


def shares(options, flavour, kernel):
    """The row of one run with remote write: the number of messages whose receive was posted first, and the share that
    was written directly."""
    with tempfile.TemporaryDirectory(prefix="shunt-npb-") as directory:
        settings = {"LD_PRELOAD": lab.library(options), "SHUNT_PROFILE": "npb.shunt", "SHUNT_RULES": RULES}
        noted = run(options, flavour, kernel, settings, ["note", str(options.least)], directory)
        counted = counters(options, directory)
    number = {name: int(noted.value(name)) for name in ("messages", "bytes", "first", "perhaps", "long_messages", "long_first", "long_perhaps")}
    written, bytes_written = counted.get("received-write", 0), counted.get("bytes-write", 0)
    first = f"{100 * written / number['long_first']:.1f}" if number["long_first"] else "-"
    return [kernel, flavour, number["messages"], number["bytes"] // max(number["messages"], 1), f"{100 * written / max(number['messages'], 1):.1f}",
            f"{100 * bytes_written / max(number['bytes'], 1):.1f}", f"{KERNELS[kernel][2]:.1f}", number["first"], number["perhaps"],
            number["long_messages"], number["long_first"], number["long_perhaps"], written, first]


def times(options):
    carried = {"LD_PRELOAD": lab.library(options), "SHUNT_PROFILE": "npb.shunt", "SHUNT_RECORD": "off", "SHUNT_RULES": RULES}
    kinds = [(flavour, settings) for flavour in lab.flavours(options) for settings in ({}, carried)
             # Bare MPICH spins, so its ranks must not share cores.
             if settings or options.ranks <= lab.cores() or flavour == "openmpi"]
    names = [f"{flavour}{' carried' if settings else ''} ms" for flavour, settings in kinds]
    print(",".join(["kernel", "ranks"] + names + [f"{flavour} carried / better host" for flavour in lab.flavours(options)]))
    for kernel in options.kernels:
        taken = {}
        for number in range(options.pairs):
            for flavour, settings in kinds if number % 2 == 0 else reversed(kinds):
                taken.setdefault((flavour, bool(settings)), []).append(run(options, flavour, kernel, settings).value("s"))
        median = {kind: lab.median(values) for kind, values in taken.items()}
        better = min(value for (_, is_carried), value in median.items() if not is_carried)
        row = [f"{1e3 * median[flavour, bool(settings)]:.3f}" for flavour, settings in kinds]
        print(",".join([kernel, str(options.ranks)] + row + [f"{median[flavour, True] / better:.3f}" for flavour in lab.flavours(options)]), flush=True)


def main():
    parser = lab.arguments(__doc__, pairs=5)
    parser.add_argument("--ranks", type=int, default=2, help="number of ranks: a power of two; for sp and bt a square")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of a kernel in a run")
    parser.add_argument("--kernels", default="",
                        help="some of is,cg,sp,bt,lu,mg; if not given: all that can run on --ranks ranks")
    parser.add_argument("--least", type=int, default=8192, help="bytes of the shortest messages that count as long")
    parser.add_argument("--only", choices=("times", "shares"), help="print only this one of the two tables")
    options = parser.parse_args()
    options.build = options.build.resolve()
    possible = [kernel for kernel in KERNELS if (is_square(options.ranks) if kernel in ("sp", "bt") else is_power(options.ranks))]
    options.kernels = options.kernels.split(",") if options.kernels else possible
    lab.header(options)
    if options.only != "shares":
        times(options)
    if options.only != "times":
        print("kernel,mpi,messages,mean bytes,written %,bytes written %,thesis %,first,perhaps,long,long first,long perhaps,written,written / long first %")
        for kernel in options.kernels:
            for flavour in lab.flavours(options):
                print(",".join(str(cell) for cell in shares(options, flavour, kernel)), flush=True)


if __name__ == "__main__":
    main()
