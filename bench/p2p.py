#!/usr/bin/env python3
"""How long do messages within a node take with the host and with remote write? (p2p.c)

Each of --pairs rounds runs both MPIs, bare and with remote write, one after the other. For each measurement, the table
has the median of the runs' medians, and the time with remote write over that of the faster host. Two ranks are pinned
to a core each; more ranks share the cores, and Open MPI yields.
"""
import statistics

import lab

RULES = "p2p -> remote_write"


def run(options, flavour, settings):
    pins = options.ranks <= lab.cores()
    words = [lab.program(options, flavour, "p2p"), str(options.repeats)] + ["pin"] * pins
    line = lab.command(options, flavour, options.ranks, words, settings, yields=not pins)
    answers = {}
    for text in lab.run(line, options.timeout).output.splitlines():
        words = text.rsplit(",", 3)
        if len(words) == 4 and words[1].isdigit():
            answers[words[0], int(words[1])] = float(words[3])
    return answers


def main():
    parser = lab.arguments(__doc__, pairs=5)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=9, help="repetitions of each measurement in a run")
    parser.add_argument("--rules", default=RULES, help="rules of the runs with remote write")
    parser.add_argument("--wait", default="auto", help="SHUNT_WAIT of the runs with remote write")
    parser.add_argument("--record", default="off", help="SHUNT_RECORD of the runs with remote write")
    options = parser.parse_args()
    options.build = options.build.resolve()
    lab.header(options)
    carried = {"LD_PRELOAD": lab.library(options), "SHUNT_PROFILE": "p2p.shunt", "SHUNT_RECORD": options.record,
               "SHUNT_RULES": options.rules, "SHUNT_WAIT": options.wait}
    kinds = [(flavour, settings) for flavour in lab.flavours(options) for settings in ({}, carried)
             # Bare MPICH spins, so its ranks must not share cores.
             if settings or options.ranks <= lab.cores() or flavour == "openmpi"]
    took = {}
    for _ in range(options.pairs):
        for flavour, settings in kinds:
            for question, us in run(options, flavour, settings).items():
                took.setdefault(question, {}).setdefault((flavour, bool(settings)), []).append(us)
    names = [f"{flavour}{' carried' if settings else ''}" for flavour, settings in kinds]
    ratios = [f"{flavour} carried / better host" for flavour in lab.flavours(options)]
    print(",".join(["what", "bytes"] + [f"{name} us" for name in names] + ratios))
    for (what, size), runs in took.items():
        median = {kind: statistics.median(values) for kind, values in runs.items()}
        better = min(us for (_, is_carried), us in median.items() if not is_carried)
        row = [f"{median[flavour, bool(settings)]:.3f}" for flavour, settings in kinds]
        row += [f"{median[flavour, True] / better:.2f}" for flavour in lab.flavours(options)]
        print(f"{what},{size}," + ",".join(row))


if __name__ == "__main__":
    main()
