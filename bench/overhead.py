#!/usr/bin/env python3
"""How much time does recording add to a call that does little, and how much remains with everything switched off?
(overhead.cpp)

The program compares bare and intercepted calls in one process. This driver repeats the run of each setting, with the
settings in turn, and prints the medians over the repetitions.
"""
import tempfile

import lab

# Whose lines hold in this run, but for no call of it.
PLAN = """plan 1
program overhead
ranks 2
bcast 256K.. comm world -> pipeline
allreduce 256K.. comm world -> pipeline
allgather 256K.. comm world -> phased
"""

RULES = "bcast,reduce,allreduce 64K.. -> pipeline; allgather,alltoall 64K.. -> phased"

SETTINGS = {
    "none": None,   # not preloaded: the error of the method
    "record": {"SHUNT_WAIT": "auto"},
    "record, every call timed": {"SHUNT_RECORD_TIMING_SAMPLE": "1", "SHUNT_RECORD_PREPOSTED": "1"},
    "record=off wait=host": {"SHUNT_RECORD": "off", "SHUNT_WAIT": "host"},
    "the same with rules": {"SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "SHUNT_RULES": RULES},
    "the same with a plan": {"SHUNT_RECORD": "off", "SHUNT_WAIT": "host", "SHUNT_RULES": RULES},   # and with SHUNT_PLAN
    "SHUNT=off": {"SHUNT": "off"},
}


def measure(options, flavour, settings):
    words = [lab.program(options, flavour, "overhead")]
    environment = {} if settings is None else dict(settings, LD_PRELOAD=lab.library(options), SHUNT_PROFILE="overhead.shunt")
    done = lab.run(lab.command(options, flavour, 2, words, environment, options.yields), options.timeout)
    lines = done.output.strip().splitlines()
    rows = {}
    for line in lines[lines.index("call,n,bare_ns,shunt_ns,added_ns,added_p5_ns,added_p95_ns") + 1:]:
        name, *numbers = line.split(",")
        rows[name] = [float(n) for n in numbers[1:]]
    return rows, done.other_share


def compare(options):
    print("mpi,setting,call,runs,bare_ns,shunt_ns,added_ns,added_least_run_ns,added_most_run_ns,added_p5_ns,added_p95_ns,other_median")
    for flavour in lab.flavours(options):
        taken = {name: [] for name in SETTINGS}
        for number in range(options.runs):
            lab.progress(f"  {flavour} {number + 1}/{options.runs}")
            for name, settings in SETTINGS.items():
                taken[name].append(measure(options, flavour, settings))
        for name, runs in taken.items():
            other = lab.median([share for _, share in runs])
            for call in runs[0][0]:
                columns = [[rows[call][i] for rows, _ in runs] for i in range(5)]
                bare, shunt, added, p5, p95 = (lab.median(column) for column in columns)
                print(f"{flavour},\"{name}\",\"{call}\",{len(runs)},{bare:.2f},{shunt:.2f},{added:.2f},{min(columns[2]):.2f},"
                      f"{max(columns[2]):.2f},{p5:.2f},{p95:.2f},{other:.3f}", flush=True)


def main():
    parser = lab.arguments(__doc__)
    parser.add_argument("--runs", type=int, default=7, help="runs of each setting; --pairs has no effect")
    parser.add_argument("--yields", action="store_true",
                        help="run Open MPI with its yield option: each poll for messages then costs a system call")
    options = parser.parse_args()
    lab.header(options)
    with tempfile.NamedTemporaryFile("w", suffix=".plan") as plan:
        plan.write(PLAN)
        plan.flush()
        SETTINGS["the same with a plan"]["SHUNT_PLAN"] = plan.name
        compare(options)
    lab.progress("")


if __name__ == "__main__":
    main()
