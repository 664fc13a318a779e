#!/usr/bin/env python3
"""How much sooner do whole kernels end with a plan, and is the gain the one that the plan promised? PRO-MPI's
experiment (tables 5.1 to 5.6).

fft and sort have the shape of NAS FT and IS (kernels.c), and run with one rank per host on a virtual cluster (root and
iproute2; the cluster --name is made and removed). amr has the shape of adaptive mesh refinement (amr.c), and runs with
all ranks on this machine. Each kernel is recorded with the host. amr is recorded a second time with its messages by
remote write, because a plan proposes remote write only if both have been measured. `shunt analyze` makes a plan from
these profiles and no other file; likewise from inexact profiles (half of the ranks, another size). Then each of
--rounds rounds runs the kernel bare and with each plan. The table has medians of the kernel's time, the median gain of
the rounds, and the promised gain as a share of the whole run, as the plan states them.
"""
import contextlib
import pathlib
import re
import subprocess
import tempfile

import lab

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60}


class Kernel:
    def __init__(self, name, program, ranks, size, other, value, unit_s, hosts):
        self.name, self.program, self.ranks, self.size, self.other = name, program, ranks, size, other
        self.value, self.unit_s, self.hosts = value, unit_s, hosts


def kernels(options):
    repetitions = str(options.repetitions)
    fft = [["fft", str(edge), repetitions] for edge in (options.fft, options.fft // 2)]
    sort = [["sort", str(keys), repetitions] for keys in (options.sort, options.sort // 4)]
    amr = [[str(blocks), "2", "10", "100", "128"] for blocks in (32, 16)]
    return [Kernel("fft", "kernels", options.hosts, *fft, "s", 1, True), Kernel("sort", "kernels", options.hosts, *sort, "s", 1, True),
            Kernel("amr", "amr", options.ranks, *amr, "us", 1e-6, False)]


class Bench:
    def __init__(self, options, flavour, directory):
        self.options, self.flavour, self.directory = options, flavour, pathlib.Path(directory)
        self.shunt = str(options.build / "bin" / "shunt")

    def run(self, kernel, ranks, size, settings):
        """Seconds of one run. The kernel verifies its result."""
        if settings:
            settings = {"LD_PRELOAD": lab.library(self.options), "SHUNT_WAIT": "host", **settings}
        line = lab.command(self.options, self.flavour, ranks, [lab.program(self.options, self.flavour, kernel.program)] + size, settings)
        if kernel.hosts:
            line = [self.shunt, "cluster", "run", "--name", self.options.name, "--hosts", str(ranks), "--"] + line
        return lab.run(line, self.options.timeout, self.directory).value(kernel.value) * kernel.unit_s

    def record(self, kernel, ranks, size, plan):
        """Makes a plan for kernel.ranks ranks.   Returns: its name, and the gain that it promises, in percent of the
        run: "37", or "0 to 78"."""
        profiles = []
        for rules in ("",) if kernel.hosts else ("", "p2p -> remote_write"):
            profile = f"{plan}-{len(profiles)}.shunt"
            self.run(kernel, ranks, size, {"SHUNT_PROFILE": profile, "SHUNT_RULES": rules})
            profiles.append(profile)
        subprocess.run([self.shunt, "analyze", *profiles, "--ranks", str(kernel.ranks), "-o", plan], cwd=self.directory, check=True,
                       stdout=subprocess.DEVNULL)
        last = (self.directory / plan).read_text().strip().splitlines()[-1]
        found = re.search(
            r"In total, a rank saves (?:([\d.]+) (\w+) to )?([\d.]+) (\w+), of .* and ([\d.]+) (\w+) of the run", last)
        if not found:
            return plan, "0"
        run_s = float(found[5]) * UNITS[found[6]]
        gains = [float(number) * UNITS[unit] for number, unit in ((found[1], found[2]), (found[3], found[4])) if number]
        return plan, " to ".join(f"{100 * gain / run_s:.0f}" for gain in gains)

    def measure(self, kernel):
        promised = {}
        for name, ranks, size in (("exact", kernel.ranks, kernel.size), ("half of the ranks", kernel.ranks // 2, kernel.size),
                                  ("another size", kernel.ranks, kernel.other)):
            lab.progress(f"  {kernel.name}: profile, {name}")
            promised[name] = self.record(kernel, ranks, size, f"{kernel.name}-{name.replace(' ', '-')}.plan")
        took = {name: [] for name in ["bare", *promised]}
        for number in range(self.options.rounds):
            lab.progress(f"  {kernel.name}: round {number + 1}/{self.options.rounds}")
            for name in list(took)[::1 if number % 2 == 0 else -1]:
                settings = {} if name == "bare" else {"SHUNT_PLAN": promised[name][0], "SHUNT_RECORD": "off"}
                took[name].append(self.run(kernel, kernel.ranks, kernel.size, settings))
        lab.progress("")
        for name, times in took.items():
            gains = [100 * (1 - with_plan / bare) for with_plan, bare in zip(times, took["bare"])]
            share = promised[name][1] if name in promised else "-"
            print(f"{self.flavour},{kernel.name},{kernel.ranks},{' '.join(kernel.size)},{name},{lab.median(times):.4f},{lab.median(gains):.1f},{share}",
                  flush=True)


def main():
    parser = lab.arguments(__doc__)
    parser.add_argument("--kernels", default="fft,sort,amr", help="kernels, separated by commas")
    parser.add_argument("--hosts", type=int, default=16, help="hosts of the cluster: a power of two, at least 8")
    parser.add_argument("--rate", default="100mbit", help="rate of each port")
    parser.add_argument("--fft", type=int, default=64,
                        help="edge of the cube: a power of two, at least the number of hosts")
    parser.add_argument("--sort", type=int, default=262144, help="keys per rank of sort")
    parser.add_argument("--ranks", type=int, default=8, help="ranks of amr")
    parser.add_argument("--repetitions", type=int, default=10, help="repetitions of fft and sort in a run")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each kind, interleaved")
    parser.add_argument("--name", default="plans", help="name of the cluster")
    options = parser.parse_args()
    options.build = options.build.resolve()
    wanted = [kernel for kernel in kernels(options) if kernel.name in options.kernels.split(",")]
    lab.header(options)
    print("mpi,kernel,ranks,size,plan from,s,gain %,promised % of the run")
    with contextlib.ExitStack() as stack:
        directory = stack.enter_context(tempfile.TemporaryDirectory(prefix="shunt-bench-"))
        if any(kernel.hosts for kernel in wanted):
            stack.enter_context(lab.cluster(str(options.build / "bin" / "shunt"), options.name, options.hosts, options.rate))
        for flavour in lab.flavours(options):
            for kernel in wanted:
                Bench(options, flavour, directory).measure(kernel)


if __name__ == "__main__":
    main()
