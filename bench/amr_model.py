#!/usr/bin/env python3
"""How much do channels gain on machines with hundreds of ranks? A model (amr_model.cpp) of the kernel of amr.c, with
measured costs (amr_model.parameters).

PRO-MPI's experiment: each rank has a core of its own, and may have --channels low-latency channels. The table shows the
share of the messages sent by a channel, and the time of a step. The channels go to the ranks that a rank sends to
first, to those that a plan names (of an exact or an inexact profile), to those that get most messages while the kernel
runs ("seen"), to those of a plan and "seen" together, or to all ranks.

--measure measures the costs of messages and stores them: between two ranks of this machine, by a mailbox of the pair
and by the mailbox that all ranks write to (amr_costs.c), and between hosts of a virtual cluster (root). --check runs
amr.c on such a cluster, and compares its time with the model's.
"""
import pathlib
import re
import subprocess
import tempfile

import cluster
import lab

PARAMETERS = pathlib.Path(__file__).resolve().with_suffix(".parameters")
BYTES = "128"
LINE = re.compile(r"window=(\d+) us=(\S+) cpu_us=(\S+)")
ALLREDUCE = re.compile(r"allreduce us=(\S+)")
RULES = "p2p -> remote_write"
# The only channels are those of rank 0 with rank 2 and rank 1 with rank 3, which exchange no messages. So ranks 0 and 1
# use the mailbox that all ranks write to.
NO_CHANNELS = ["plan 1", "program amr_costs", "ranks 4", "set p2p.channels = 1", "channels from 0 to 2", "channels from 1 to 3"]


def read_costs(output):
    """({window: us}, {window: us of processor time}, us of the Allreduce)"""
    found = LINE.findall(output)
    allreduce = ALLREDUCE.search(output)
    if not found or not allreduce:
        raise SystemExit(f"amr_costs did not work:\n{output}")
    return ({int(window): float(us) for window, us, _ in found}, {int(window): float(cpu) for window, _, cpu in found}, float(allreduce.group(1)))


def costs_on_node(options, ways):
    """Runs all ways, each (ranks, settings), in turn. Returns for each way the medians (us of a message, us until it
    arrives, us of the Allreduce)."""
    words = [lab.program(options, "openmpi", "amr_costs"), BYTES]
    common = {"LD_PRELOAD": lab.library(options), "SHUNT_RECORD": "off", "SHUNT_RULES": RULES}
    runs = [[] for _ in ways]
    for _ in range(4 * options.rounds + 1):
        for found, (ranks, settings) in zip(runs, ways):
            us, _, allreduce = read_costs(lab.run(lab.command(options, "openmpi", ranks, words, {**common, **settings}), options.timeout).output)
            message = (us[64] - us[8]) / 56
            found.append((message, us[1] - message, allreduce))
    return [[lab.median(column) for column in zip(*found)] for found in runs]


def on_cluster(options, program, words):
    settings = (("LD_PRELOAD", lab.library(options)), ("SHUNT_RECORD", "off"), ("SHUNT_RULES", RULES))
    done = cluster.run_command(options, cluster.command(options, cluster.Variant("", (), settings), program, words))
    if done.returncode != 0:
        raise SystemExit(f"{program}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def costs_on_cluster(options):
    runs = [read_costs(on_cluster(options, "amr_costs", [BYTES, "5"])) for _ in range(options.rounds)]
    # Window 8: a pair of ranks of the kernel exchanges about 8 messages.
    wire = lab.median([(us[8] - us[1]) / 7 for us, _, _ in runs])
    more_wire = lab.median([(us[64] - us[8]) / 56 for us, _, _ in runs])
    message = lab.median([(cpu[64] - cpu[8]) / 56 / 2 for _, cpu, _ in runs])   # two messages per exchange
    latency = lab.median([us[1] - message - 2 * wire for us, _, _ in runs])
    return message, max(0, latency), wire, more_wire, lab.median([allreduce for _, _, allreduce in runs])


def measure(options):
    with tempfile.TemporaryDirectory(prefix="shunt-bench-") as folder:
        plan = pathlib.Path(folder) / "none.plan"
        plan.write_text("\n".join(NO_CHANNELS) + "\n")
        channel, mailbox, alone = costs_on_node(options, [(4, {}), (4, {"SHUNT_PLAN": str(plan)}), (2, {})])
    message, latency, wire, more_wire, allreduce = costs_on_cluster(options)
    values = {"node.message_us": channel[0], "node.latency_us": channel[1], "node.mailbox_us": mailbox[0], "node.mailbox_latency_us": mailbox[1],
              "node.allreduce_round_us": alone[2], "cluster.message_us": message, "cluster.latency_us": latency, "cluster.wire_us": wire, "cluster.more_wire_us": more_wire,
              "cluster.allreduce_us": allreduce}
    text = f"# Messages of {BYTES} bytes; Open MPI; {options.hosts} hosts with ports of {options.rate}; measured by amr_model.py --measure.\n"
    PARAMETERS.write_text(text + "".join(f"{key} = {value:.3f}\n" for key, value in values.items()))
    print(PARAMETERS.read_text(), end="")


def parameters():
    if not PARAMETERS.exists():
        raise SystemExit(f"{PARAMETERS} is missing: run with --measure to make it")
    lines = [line.split("=") for line in PARAMETERS.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return {key.strip(): float(value) for key, value in lines}


def model(options, place, costs, cores, ranks, size):
    """{kind: (share of the messages sent by a channel, us of a step)}"""
    words = [place, *(str(value) for value in costs[:6]), str(cores), str(costs[6]), str(ranks), str(options.channels), *size]
    done = subprocess.run([options.build / "bin" / "bench_amr_model", *words], capture_output=True, text=True, check=True)
    return {kind: (float(share), float(us)) for kind, share, us in (line.split(",") for line in done.stdout.splitlines())}


def check(options, known):
    costs = (known["cluster.message_us"], known["cluster.latency_us"]) * 2
    costs += tuple(known["cluster." + key] for key in ("wire_us", "more_wire_us", "allreduce_us"))
    print("ranks,blocks,levels,measured ms,model ms,model of measured")
    for blocks, levels in (("32", "2"), ("32", "1"), ("16", "2")):
        runs = []
        for _ in range(options.rounds):
            output = on_cluster(options, "amr", [blocks, levels, "10", "10", BYTES])
            runs.append(float(re.search(r"us=(\d+)", output).group(1)) / 100)
        measured, expected = lab.median(runs), model(options, "cluster", costs, lab.cores(), options.hosts, (blocks, levels, "10", "10"))["all"][1]
        print(f"{options.hosts},{blocks},{levels},{measured / 1e3:.2f},{expected / 1e3:.2f},{expected / measured:.3f}", flush=True)


def show(options, known):
    rounds = (options.ranks - 1).bit_length()
    costs = tuple(known["node." + key] for key in ("message_us", "latency_us", "mailbox_us", "mailbox_latency_us"))
    found = model(options, "node", (*costs, 0, 0, rounds * known["node.allreduce_round_us"]), 0, options.ranks, (str(options.blocks), "2", "10", str(options.steps)))
    print("ranks,blocks,channels each,channels by,messages by a channel %,step us,sooner than by the first %")
    for kind, (share, us) in found.items():
        print(f"{options.ranks},{options.blocks},{options.channels},{kind},{100 * share:.1f},{us:.2f},{100 * (1 - us / found['first'][1]):.1f}")


def main():
    parser = cluster.arguments(__doc__)
    parser.set_defaults(name="amrmodel", hosts=16, rounds=3)
    parser.add_argument("--ranks", type=int, default=512)
    parser.add_argument("--channels", type=int, default=4, help="channels of a rank in each direction")
    parser.add_argument("--blocks", type=int, default=128, help="blocks along a side of the grid")
    parser.add_argument("--steps", type=int, default=40, help="steps of a phase")
    parser.add_argument("--measure", action="store_true", help="measure the costs of messages and store them")
    parser.add_argument("--check", action="store_true", help="compare the model with the kernel on a virtual cluster")
    options = cluster.parse(parser)
    options.node, options.priority = 0, False
    if not options.measure and not options.check:
        return show(options, parameters())
    made = cluster.bring_up(options)
    try:
        if options.measure:
            measure(options)
        if options.check:
            check(options, parameters())
    finally:
        if made:
            cluster.run_shunt(options, "down", "--name", options.name, "--force")


if __name__ == "__main__":
    main()
