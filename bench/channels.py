#!/usr/bin/env python3
"""How much does a plan gain if a rank may have only few low-latency channels (a mailbox of a pair of ranks)? The kernel
has the shape of adaptive mesh refinement (amr.c).

PRO-MPI's experiment (5.4.1, figures 5.6 to 5.12): each rank may have --channels channels, and its partners change with
the phases. The table shows the share of the small messages that go by a channel, and the time of the steps: without a
plan, with a plan from an exact profile, and with plans from inexact profiles (half of the ranks, another size of the
grid, fewer levels, fewer phases). For comparison, it shows the times with channels to all ranks and of the host. Each
round runs all of these, one after the other. There are --pairs rounds; the figures are medians.
"""
import csv
import pathlib
import statistics
import subprocess
import tempfile

import lab

RULES = "p2p -> remote_write"
SIZE = ["32", "2", "10", "40", "128"]       # blocks, levels, phases, steps, bytes
INEXACT = {"half of the ranks": (2, SIZE), "another grid": (1, ["16"] + SIZE[1:]), "fewer levels": (1, ["32", "1"] + SIZE[2:]),
           "fewer phases": (1, SIZE[:2] + ["6"] + SIZE[3:])}


class Bench:
    def __init__(self, options, flavour, directory):
        self.options, self.flavour, self.directory = options, flavour, pathlib.Path(directory)
        self.shunt = options.build / "bin" / "shunt"

    def run(self, ranks, size, settings):
        line = lab.command(self.options, self.flavour, ranks, [lab.program(self.options, self.flavour, "amr")] + size, settings)
        return lab.run(line, self.options.timeout, self.directory)

    def carried(self, ranks, size, channels, plan=None, profile="last.shunt"):
        settings = {"LD_PRELOAD": lab.library(self.options), "SHUNT_RULES": RULES, "SHUNT_PROFILE": profile, "SHUNT_P2P_CHANNELS": str(channels)}
        if plan:
            settings["SHUNT_PLAN"] = plan
        return self.run(ranks, size, settings)

    def make_plan(self, profile, plan):
        subprocess.run([self.shunt, "analyze", profile, "--ranks", str(self.options.ranks), "-o", plan], cwd=self.directory, check=True,
                       stdout=subprocess.DEVNULL)

    def share(self):
        """Percentage of the messages of the last run that were sent by a channel."""
        out = self.directory / "csv"
        subprocess.run([self.shunt, "export", "last.shunt", "--csv", out], cwd=self.directory, check=True, stdout=subprocess.DEVNULL)
        by_way = {}
        with (out / "messages.csv").open(newline="") as rows:
            for row in csv.DictReader(rows):
                if row["is_receive"] == "0":
                    by_way[row["way"]] = by_way.get(row["way"], 0) + int(row["messages"])
        return 100 * by_way.get("shared memory", 0) / sum(by_way.values())


def measure(options, flavour, directory):
    bench, ranks, few = Bench(options, flavour, directory), options.ranks, options.channels
    bench.carried(ranks, SIZE, few, profile="exact.shunt")
    bench.make_plan("exact.shunt", "exact.plan")
    plans = {"exact profile": "exact.plan"}
    for name, (part, size) in INEXACT.items():
        plan = plans[name] = name.replace(" ", "-") + ".plan"
        bench.carried(ranks // part, size, few, profile="inexact.shunt")
        bench.make_plan("inexact.shunt", plan)
    kinds = {"all ranks": lambda: bench.carried(ranks, SIZE, 0), "no plan": lambda: bench.carried(ranks, SIZE, few)}
    for name, plan in plans.items():
        kinds[name] = lambda plan=plan: bench.carried(ranks, SIZE, few, plan)
    if flavour == "openmpi" or ranks <= lab.cores():    # bare MPICH spins, so its ranks must not share cores
        kinds["host"] = lambda: bench.run(ranks, SIZE, {})
    took, shares = {name: [] for name in kinds}, {name: [] for name in kinds}
    for number in range(options.pairs):
        for name, start in kinds.items():
            took[name].append(start().value("us"))
            if name != "host":
                shares[name].append(bench.share())
        lab.progress(f"  round {number + 1}/{options.pairs}")
    lab.progress("")
    none = statistics.median(took["no plan"])
    for name in kinds:
        median = statistics.median(took[name])
        share = f"{statistics.median(shares[name]):.1f}" if shares[name] else "-"
        print(f"{flavour},{ranks},{name},{share},{median / 1000:.1f},{median / none:.3f}", flush=True)


def main():
    parser = lab.arguments(__doc__, pairs=5)
    parser.add_argument("--ranks", type=int, default=32)
    parser.add_argument("--channels", type=int, default=4, help="channels of a rank in each direction (p2p.channels)")
    options = parser.parse_args()
    options.build = options.build.resolve()
    lab.header(options)
    print("mpi,ranks,channels by,messages by a channel %,steps ms,of no plan")
    for flavour in lab.flavours(options):
        with tempfile.TemporaryDirectory(prefix="shunt-bench-") as directory:
            measure(options, flavour, directory)


main()
