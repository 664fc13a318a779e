#!/usr/bin/env python3
"""What do messages within a node take by the host and by remote write? (p2p.c)

Runs of both MPIs, bare and carried, one after the other, --pairs times; of each question the least and the median of the runs' medians, and
how the carried ones compare with the better host's. Two ranks are pinned to a core each; more share the cores, and Open MPI yields.
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
    parser.add_argument("--repeats", type=int, default=9, help="of each question in a run")
    parser.add_argument("--rules", default=RULES, help="of carried runs")
    parser.add_argument("--wait", default="auto", help="SHUNT_WAIT of carried runs")
    parser.add_argument("--record", default="off", help="SHUNT_RECORD of carried runs")
    options = parser.parse_args()
    options.build = options.build.resolve()
    lab.header(options)
    carried = {"LD_PRELOAD": lab.library(options), "SHUNT_PROFILE": "p2p.shunt", "SHUNT_RECORD": options.record,
               "SHUNT_RULES": options.rules, "SHUNT_WAIT": options.wait}
    kinds = [(flavour, settings) for flavour in lab.flavours(options) for settings in ({}, carried)
             if settings or options.ranks <= lab.cores() or flavour == "openmpi"]   # bare MPICH spins where ranks share cores
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
