#!/usr/bin/env python3
"""How long do collectives on one node take with each host and with the pipeline engine? (pipeline.c) For comparison:
one memcpy of the same data, and the time that the engine's model predicts.

The host and the engine take turns in one process, on the same buffers. Ranks are pinned if there are enough cores. The
MPIs take turns, round by round. The table has medians over the rounds of the median call (the longest time of any
rank), in us. `ratio_to_better` is the faster host's time over the engine's: above 1, the engine is faster. `shunt tune`
measures the model's costs before and after; `error_percent` is the deviation of the model from the measurement. If the
costs before and after differ much, the machine has changed: a virtual machine's cores may have been moved apart, and
data between them then takes several times as long.
"""
import os
import re
import subprocess
import sys

import lab

OPERATIONS = ("bcast", "reduce", "allreduce", "scan", "exscan", "reduce_scatter_block")
COSTS = ("shm-latency", "shm-move", "shm-combine", "attach-call", "attach-move")


def measure(options, flavour, operation):
    """{bytes: (host us, engine us, memcpy us)} of one run."""
    pin = options.ranks <= lab.cores()
    line = [lab.launcher(flavour)]
    if flavour == "openmpi":
        line += (["--bind-to", "core"] if pin else ["--oversubscribe"]) + ["--allow-run-as-root"] * (os.getuid() == 0)
        line += ["--mca", "mpi_yield_when_idle", "0" if pin else "1"]
    elif pin:
        line += ["-bind-to", "core"]
    settings = {"SHUNT_RULES": options.rules, "SHUNT_RECORD": "off", "LD_PRELOAD": lab.library(options)}
    settings.update(item.split("=", 1) for item in options.set)
    for key, value in settings.items():
        line += ["-x", f"{key}={value}"] if flavour == "openmpi" else ["-genv", key, value]
    line += ["-np", str(options.ranks)] + lab.FIRST * options.priority
    line += [lab.program(options, flavour, "pipeline"), operation] + [str(n) for n in (options.first, options.last, options.calls, 4, options.buffers)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    done = subprocess.run((["nice", "-n", "-20"] if options.priority else []) + ["timeout", "-k", "10", str(options.timeout)] + line,
                          capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{flavour} {operation}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return {int(size): tuple(map(float, us)) for size, *us in re.findall(r"^(\d+) (\S+) (\S+) (\S+)$", done.stdout, re.M)}


def tuned(options):
    """The costs of this machine in ns, measured by `shunt tune`."""
    text = subprocess.run([options.build / "bin" / "shunt", "tune"], capture_output=True, text=True, check=True).stdout
    return [re.search(rf"^{name} = (\d+)ns", text, re.M).group(1) for name in COSTS]


def predicted(options, costs, operation, sizes):
    """{bytes: us} that the model predicts."""
    line = [options.build / "bin" / "bench_pipeline_model", "predict", operation, str(options.ranks), str(lab.cores())] + costs + [str(s) for s in sizes]
    return {int(size): float(us) for size, us, *_ in (row.split() for row in subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines())}


def print_rows(options, operation, taken, model):
    flavours = lab.flavours(options)
    sizes = sorted({size for _, size in taken})
    medians = {key: [lab.median(column) for column in zip(*rows)] for key, rows in taken.items()}
    for flavour in flavours:
        for size in sizes:
            hosts = {f: medians[f, size][0] for f in flavours}
            engine, copy = medians[flavour, size][1:]
            row = [f"{hosts[f]:.2f}" for f in flavours] + [f"{engine:.2f}", f"{min(hosts.values()) / engine:.2f}", f"{hosts[flavour] / engine:.2f}"]
            print(f"{operation},{flavour},{size}," + ",".join(row) + f",{copy:.2f},{model[size]:.2f},{100 * (model[size] / engine - 1):+.0f}", flush=True)


def main():
    parser = lab.arguments(__doc__, pairs=5)
    parser.add_argument("--ranks", type=int, default=2, help="number of ranks on this node")
    parser.add_argument("--operations", default="bcast,reduce,allreduce,scan", help=f"some of {','.join(OPERATIONS)}")
    parser.add_argument("--first", type=int, default=8, help="smallest size in bytes")
    parser.add_argument("--last", type=int, default=16 << 20, help="largest size in bytes")
    parser.add_argument("--calls", type=int, default=20,
                        help="timed calls of each size in each of four rounds; a quarter of them above 1 MB")
    parser.add_argument("--buffers", type=int, default=1,
                        help="pairs of buffers that the calls use in turn; 1: always the same, as in OSU's programs")
    parser.add_argument("--rules", default="* -> pipeline",
                        help="`* -> pipeline choose=always` measures the engine also for sizes below its crossover")
    parser.add_argument("--set", action="append", default=[], metavar="SHUNT_NAME=VALUE", help="a setting of Shunt")
    options = parser.parse_args()
    lab.header(options)
    costs = tuned(options)
    print(f"# ranks={options.ranks} rules={options.rules} buffers={options.buffers} costs_ns: " + " ".join(f"{n}={c}" for n, c in zip(COSTS, costs)))
    print("operation,engine_in,bytes," + ",".join(f"{f}_us" for f in lab.flavours(options)) +
          ",engine_us,ratio_to_better,ratio_to_own,memcpy_us,model_us,error_percent")
    for operation in options.operations.split(","):
        taken = {}
        for number in range(options.pairs):
            for flavour in lab.flavours(options)[:: 1 if number % 2 else -1]:
                lab.progress(f"  {operation}: round {number + 1}/{options.pairs}, {flavour}")
                for size, us in measure(options, flavour, operation).items():
                    taken.setdefault((flavour, size), []).append(us)
        lab.progress("")
        print_rows(options, operation, taken, predicted(options, costs, operation, sorted({size for _, size in taken})))
    print("# afterwards costs_ns: " + " ".join(f"{n}={c}" for n, c in zip(COSTS, tuned(options))))


if __name__ == "__main__":
    sys.exit(main())
