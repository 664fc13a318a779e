#!/usr/bin/env python3
"""How fast do rank 1's operations on rank 0 advance while rank 0 waits in a collective: bare, and with an engine that
carries the collective? (progress.c)

There are two ranks. Rank 1 makes passive-target epochs on rank 0, or receives 8 MiB that rank 0 has begun to send.
Pairs of bare and shunted runs in alternating order; `us` is the time of one epoch or receive. Open MPI runs with `osc
pt2pt` and without single copies, because otherwise these operations need no progress by rank 0. With --hosts the ranks
are on two hosts of a virtual cluster (root).
"""
import lab

TIMES = {"epochs": 2000, "rendezvous": 20}
HOST_OPTIONS = {("openmpi", "epochs"): ["--mca", "osc", "pt2pt"],
                ("openmpi", "rendezvous"): ["--mca", "btl_vader_single_copy_mechanism", "none"]}
# For each engine: rules, and the collective in which rank 0 waits.
ON_A_NODE = {"pipeline": ("barrier -> pipeline choose=always", "barrier"), "phased": ("alltoall -> phased choose=always", "alltoall")}
ON_HOSTS = {"multicast": ("barrier -> multicast choose=always", "barrier"), "phased": ("alltoall -> phased choose=always", "alltoall")}


def run(options, flavour, what, call, settings):
    words = [lab.program(options, flavour, "progress"), what, str(options.times or TIMES[what]), call]
    line = lab.command(options, flavour, 2, words, settings, yields=False)
    place = line.index(lab.launcher(flavour))
    line[place + 1:place + 1] = HOST_OPTIONS.get((flavour, what), [])
    line[place:place] = lab.by_hosts(options)
    return lab.run(line, options.timeout)


def compare(options):
    print(f"mpi,waits_in,carried_by,wait,what,measure,{lab.SUMMARY}")
    for flavour in lab.flavours(options):
        for engine, (rules, call) in (ON_HOSTS if options.hosts else ON_A_NODE).items():
            for what in options.what or TIMES:
                settings = {"LD_PRELOAD": lab.library(options), "SHUNT_PROFILE": "progress.shunt", "SHUNT_RECORD": "off", "SHUNT_RULES": rules,
                            "SHUNT_WAIT": options.wait}
                lab.compare(options, f"{flavour},{call},{engine},{options.wait},{what}", lambda: run(options, flavour, what, call, {}),
                            lambda: run(options, flavour, what, call, settings), {"us": lambda r: r.value("us")})


def main():
    parser = lab.arguments(__doc__, pairs=9)
    parser.add_argument("--what", choices=TIMES, action="append",
                        help="operations of rank 1 (may be given twice); if not given: both")
    parser.add_argument("--wait", choices=["auto", "host", "gentle"], default="auto", help="SHUNT_WAIT")
    parser.add_argument("--times", type=int, help="epochs or receives per run")
    lab.arguments_of_hosts(parser, "progress", "1gbit")
    options = parser.parse_args()
    options.build = options.build.resolve()
    lab.header(options)
    with lab.on_hosts(options, 2):
        compare(options)


if __name__ == "__main__":
    main()
