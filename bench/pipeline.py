#!/usr/bin/env python3
"""Collectives on one node: the hosts' own against the pipeline engine (pipeline.c), and what the model says of the engine.

Ranks are pinned where there are cores for them. Host and engine follow each other, round by round; the table has medians over the rounds of the
median call (the longest time of any rank), in us, and the ratio of the better host to the engine: above 1 the engine is faster.
The model's costs are measured first by `shunt tune`; `error` is how far it is from the measurement.
"""
import os
import re
import subprocess
import sys

import lab

OPERATIONS = ("bcast", "reduce", "allreduce", "scan", "exscan", "reduce_scatter_block")


def measure(options, flavour, operation, rules):
    """{bytes: us} of one run; nothing where the host fails by itself."""
    pin = options.ranks <= lab.cores()
    line = [lab.launcher(flavour)]
    if flavour == "openmpi":
        line += (["--bind-to", "core"] if pin else ["--oversubscribe"]) + ["--allow-run-as-root"] * (os.getuid() == 0)
        line += ["--mca", "mpi_yield_when_idle", "0" if pin else "1"]
    elif pin:
        line += ["-bind-to", "core"]
    settings = {"SHUNT_RULES": rules, "SHUNT_RECORD": "off", "LD_PRELOAD": lab.library(options)} if rules else {}
    for key, value in settings.items():
        line += ["-x", f"{key}={value}"] if flavour == "openmpi" else ["-genv", key, value]
    line += ["-np", str(options.ranks)] + lab.FIRST * options.priority
    line += [lab.program(options, flavour, "pipeline"), operation, str(options.first), str(options.last), str(options.calls)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    done = subprocess.run((["nice", "-n", "-20"] if options.priority else []) + ["timeout", "-k", "10", str(options.timeout)] + line,
                          capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0 and rules:
        raise SystemExit(f"{flavour} {operation}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return {int(size): float(us) for size, us in re.findall(r"^(\d+) \S+ (\S+)$", done.stdout, re.M)}


def tuned(options):
    """The costs of this machine: latency, move, combine in ns."""
    text = subprocess.run([options.build / "bin" / "shunt", "tune"], capture_output=True, text=True, check=True).stdout
    return [re.search(rf"^shm-{name} = (\d+)ns", text, re.M).group(1) for name in ("latency", "move", "combine")]


def predicted(options, costs, operation, sizes):
    """{bytes: us} by the model."""
    line = [options.build / "bin" / "bench_pipeline_model", "predict", operation, str(options.ranks), str(lab.cores())] + costs + [str(s) for s in sizes]
    return {int(size): float(us) for size, us, _ in (row.split() for row in subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines())}


def main():
    parser = lab.arguments(__doc__, pairs=5)
    parser.add_argument("--ranks", type=int, default=2, help="on this node")
    parser.add_argument("--operations", default="bcast,reduce,allreduce,scan", help=f"of {','.join(OPERATIONS)}")
    parser.add_argument("--first", type=int, default=8, help="bytes")
    parser.add_argument("--last", type=int, default=16 << 20, help="bytes")
    parser.add_argument("--calls", type=int, default=60, help="timed, of each size; a quarter above 1 MB")
    parser.add_argument("--rules", default="* -> pipeline", help="`* -> pipeline choose=always` measures the engine below its crossover too")
    options = parser.parse_args()
    lab.header(options)
    costs = tuned(options)
    print(f"# ranks={options.ranks} rules={options.rules} costs_ns={','.join(costs)} (latency, move and combine 1 MiB)")
    print("operation,engine_in,bytes," + ",".join(f"{f}_us" for f in lab.flavours(options)) + ",engine_us,ratio_to_better,ratio_to_own,model_us,error_percent")
    for operation in options.operations.split(","):
        taken = {}
        for number in range(options.pairs):
            for flavour in lab.flavours(options):
                for rules in ("", options.rules)[:: 1 if number % 2 else -1]:
                    lab.progress(f"  {operation}: round {number + 1}/{options.pairs}, {flavour}{' with Shunt' if rules else ''}")
                    for size, us in measure(options, flavour, operation, rules).items():
                        taken.setdefault((flavour, bool(rules), size), []).append(us)
        lab.progress("")
        sizes = sorted({size for _, _, size in taken})
        model = predicted(options, costs, operation, sizes)
        for flavour in lab.flavours(options):
            for size in sizes:
                hosts = {f: lab.median(taken[f, False, size]) for f in lab.flavours(options) if (f, False, size) in taken}
                engine = lab.median(taken[flavour, True, size])
                row = [f"{hosts[f]:.2f}" if f in hosts else "" for f in lab.flavours(options)]
                own = f"{hosts[flavour] / engine:.2f}" if flavour in hosts else ""
                print(f"{operation},{flavour},{size}," + ",".join(row) + f",{engine:.2f},{min(hosts.values()) / engine:.2f},{own},"
                      f"{model[size]:.2f},{100 * (model[size] / engine - 1):+.0f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
