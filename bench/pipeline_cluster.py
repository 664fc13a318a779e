#!/usr/bin/env python3
"""How long do collectives by pipelines take between hosts of a virtual cluster? The table has the host's default, its
fastest algorithm, forced, the engine's chain, its trees, and the shape that the engine chooses (`auto`). For each
shape, it also has the model's prediction and its error, and for each size the limit of the network (wire).

First `shunt tune --peer` measures the model's costs between two hosts of the cluster. The forced algorithms are those
of --forced, or the three fastest for each size in one run of all. Each round runs all columns, one after the other; the
figures are medians.
"""
import collections
import re
import subprocess

import cluster
import lab

SHAPES = ("chain", "tree", "auto")


def shaped(options, operation, shape):
    variant = cluster.engine(options, operation)
    rules = f"{operation} -> pipeline choose=always shape={shape}; * -> host" if shape != "auto" else f"{operation} -> pipeline; * -> host"
    settings = dict(variant.settings, SHUNT_RULES=rules, SHUNT_PIPELINE_TCP_LATENCY=f"{options.costs[0]}ns", SHUNT_PIPELINE_TCP_MOVE=f"{options.costs[1]}ns",
                    SHUNT_PIPELINE_TCP_COMBINE=f"{options.costs[2]}ns", SHUNT_PIPELINE_TCP_LONE=f"{options.costs[3]}ns",
                    SHUNT_PIPELINE_TCP_LEAST=options.least)
    return variant._replace(label=shape, settings=tuple(settings.items()))


def tuned(options):
    """The costs latency, move, combine and lone in ns, and the crossover, measured between the cluster's first two
    hosts."""
    line = [options.shunt, "cluster", "run", "--name", options.name, "--hosts", "2", "--", lab.launcher("openmpi"), "-np", "2", options.shunt, "tune", "--peer",
            f"{options.name}-1"]
    done = cluster.run_command(options, line)
    found = [re.search(rf"^tcp-{name} = (\d+)", done.stdout, re.M) for name in ("latency", "move", "combine", "lone", "least")]
    if not all(found):
        raise SystemExit(f"shunt tune said nothing of the network:\n{done.stdout}{done.stderr}")
    return [one.group(1) for one in found]


def predicted(options, operation, sizes):
    """{(shape, bytes): seconds} that the model predicts, and {bytes: (shape, block)} that it chooses."""
    line = [str(options.build / "bin" / "bench_pipeline_model"), "network", operation, str(options.hosts)] + options.costs + [str(size) for size in sizes]
    times, taken = {}, {}
    for size, chain, chain_block, tree, tree_block, which in (row.split() for row in subprocess.run(line, capture_output=True, text=True, check=True).stdout.splitlines()):
        size = int(size)
        times["chain", size] = float(chain) / 1e3
        if tree != "-":
            times["tree", size] = float(tree) / 1e3
        times["auto", size] = times[which, size]
        taken[size] = (which, int(chain_block if which == "chain" else tree_block))
    return times, taken


def candidates_of(options, operation, sizes):
    if options.forced == "sweep":
        return cluster.sweep(options, operation, sizes)
    named = [one for one in cluster.forced(options, operation) if one.label in options.forced.split(",")]
    return {size: named for size in sizes} if named else {}


def rounds(options, operation, sizes, candidates):
    """{(column or forced variant, bytes): [seconds of each round]}."""
    taken = collections.defaultdict(list)
    variants = {"default": cluster.DEFAULT} | {shape: shaped(options, operation, shape) for shape in options.shapes}
    for number in range(options.rounds):
        for name, variant in variants.items():
            lab.progress(f"  {operation}: round {number + 1}/{options.rounds}, {name}")
            for size, value in cluster.measure(options, operation, variant, sizes, options.reps).items():
                taken[name, size].append(value)
        for variant in dict.fromkeys(one for found in candidates.values() for one in found):
            mine = [size for size in sizes if variant in candidates.get(size, [])]
            for size, value in cluster.measure(options, operation, variant, mine, options.reps).items():
                taken[variant, size].append(value)
    lab.progress("")
    return taken


def show(options, operation, sizes, best, taken):
    model, chosen = predicted(options, operation, sizes)
    for size in sizes:
        wire = cluster.wire_s(options, operation, size)
        row = [operation, size] + [f"{lab.median(taken[name, size]) * 1e3:.2f}" if taken.get((name, size)) else "-" for name in ("default", "forced")]
        row.append(best[size].label if size in best else "-")
        for shape in SHAPES:
            values = taken.get((shape, size))
            said = model.get((shape, size))
            row.append(f"{lab.median(values) * 1e3:.2f}" if values else "-")
            row.append(f"{said * 1e3:.2f}" if said else "-")
            row.append(f"{100 * (said / lab.median(values) - 1):+.0f}" if said and values else "-")
        row += [f"{chosen[size][0]}/{chosen[size][1]}", f"{wire * 1e3:.2f}"]
        line = ",".join(str(one) for one in row)
        print(line, flush=True)
        if options.csv:
            print(line, file=options.csv, flush=True)


def main():
    parser = cluster.arguments(__doc__)
    parser.set_defaults(ops=["bcast", "reduce", "allreduce", "scan"], sizes=cluster.words("1024,4096,16384,65536,262144,1048576"))
    parser.add_argument("--forced", default="sweep",
                        help="`sweep`, or names of algorithms as in the table (pipeline/8K), separated by commas")
    parser.add_argument("--shapes", type=cluster.words, default=list(SHAPES), help="some of chain,tree,auto")
    parser.add_argument("--costs", type=cluster.words,
                        help="latency, move, combine, lone in ns and the crossover in bytes; if not given: measured")
    options = cluster.parse(parser)
    made = cluster.bring_up(options)
    columns = "operation,bytes,default_ms,forced_ms,which," + ",".join(f"{shape}_ms,{shape}_model_ms,{shape}_error_percent" for shape in SHAPES) + ",taken/block,wire_ms"
    try:
        costs = options.costs or tuned(options)
        options.costs, options.least = costs[:4], costs[4]
        cluster.header(options, columns)
        print(f"# costs_ns={','.join(options.costs)} (latency; move, combine, move singly 1 MiB) least={options.least}\n{columns}")
        for operation in options.ops:
            candidates = candidates_of(options, operation, options.sizes)
            taken = rounds(options, operation, options.sizes, candidates)
            show(options, operation, options.sizes, cluster.keep_best(candidates, taken), taken)
    finally:
        if made:
            cluster.run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
