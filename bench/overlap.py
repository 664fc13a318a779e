#!/usr/bin/env python3
"""How much of a nonblocking collective runs while the program computes: bare, carried by an engine, and carried with the
progress thread always running? (overlap.c)

Each rank begins the collective, computes for 50 ms without an MPI call, and waits. `alone` is the time of the collective
with nothing in between, `exposed` what remains of it behind the computation, both in us. Bare and carried runs take
turns; medians. With --hosts each rank is on a host of a virtual cluster (root), with two cores for all of them.
"""
import lab

OPERATIONS = {"allreduce": 1 << 20, "alltoall": 1 << 20, "bcast": 4 << 20}
ON_A_NODE = {"allreduce": "pipeline", "alltoall": "phased", "bcast": "pipeline"}
ON_HOSTS = {"allreduce": "pipeline", "alltoall": "phased", "bcast": "multicast"}


def run(options, flavour, operation, settings):
    words = [lab.program(options, flavour, "overlap"), operation, str(options.bytes or OPERATIONS[operation]), str(options.times), "50"]
    line = lab.command(options, flavour, options.ranks, words, settings, yields=False)
    place = line.index(lab.launcher(flavour))
    line[place:place] = lab.by_hosts(options)
    return lab.run(line, options.timeout)


def compare(options):
    print("mpi,operation,carried_by,pairs,bare_alone_us,bare_exposed_us,carried_alone_us,carried_exposed_us,"
          "thread_alone_us,thread_exposed_us")
    for flavour in lab.flavours(options):
        for operation in options.operation or OPERATIONS:
            engine = (ON_HOSTS if options.hosts else ON_A_NODE)[operation]
            carried = {"LD_PRELOAD": lab.library(options), "SHUNT_RECORD": "off", "SHUNT_WAIT": "host",
                       "SHUNT_RULES": f"{operation} -> {engine} choose=always"}
            columns = [{}, carried, dict(carried, SHUNT_PROGRESS_THREAD="on")]
            taken = [[] for _ in columns]
            for number in range(options.pairs):
                lab.progress(f"  {flavour} {operation} {number + 1}/{options.pairs}")
                for column, settings in zip(taken, columns):
                    column.append(run(options, flavour, operation, settings))
            medians = [lab.median([r.value(what) for r in column]) for column in taken for what in ("alone_us", "exposed_us")]
            print(f"{flavour},{operation},{engine},{options.pairs}," + ",".join(f"{one:.0f}" for one in medians), flush=True)
    lab.progress("")


def main():
    parser = lab.arguments(__doc__, pairs=5)
    parser.add_argument("--operation", choices=OPERATIONS, action="append", help="may be given several times; if not given: all")
    parser.add_argument("--bytes", type=int, help="bytes of the collective; of a block of the all-to-all")
    parser.add_argument("--times", type=int, default=20, help="collectives per run")
    parser.add_argument("--ranks", type=int, default=2, help="ranks")
    lab.arguments_of_hosts(parser, "overlap", "1gbit")
    options = parser.parse_args()
    options.build = options.build.resolve()
    lab.header(options)
    with lab.on_hosts(options, options.ranks):
        compare(options)


if __name__ == "__main__":
    main()
