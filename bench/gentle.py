#!/usr/bin/env python3
"""How much does gentle waiting gain with more ranks than cores, and cost with fewer? (gentle.c, gentle_fortran.f90)

Pairs of bare and shunted runs of the same number of steps, in alternating order. The program measures `kernel_s`
between two barriers; `wall_s` is the time of the whole run with its launcher. `sweep` tries values of wait.spin,
wait.yield and wait.sleep-max instead.
"""
import itertools

import lab


def run(options, flavour, ranks, kernel, steps, settings, yields=True):
    program, variant, work = kernel
    words = [lab.program(options, flavour, program), str(steps), variant] + ([str(work)] if work else [])
    return lab.run(lab.command(options, flavour, ranks, words, settings, yields), options.timeout)


def shunt(options, record="on", **wait):
    settings = {"SHUNT_WAIT" + ("_" + k.upper() if k != "mode" else ""): str(v) for k, v in wait.items()}
    return dict(settings, LD_PRELOAD=lab.library(options), SHUNT_PROFILE="gentle.shunt", SHUNT_RECORD=record)


MEASURES = {"kernel_s": lambda r: r.value("kernel_s"), "wall_s": lambda r: r.wall_s, "cpu_s": lambda r: r.cpu_s}
KERNELS = {"c": ("gentle", "waitall", 0), "c-sendrecv": ("gentle", "sendrecv", 0), "fortran": ("gentle_fortran", "waitall", 0),
           "fortran-sendrecv": ("gentle_fortran", "sendrecv", 0), "c-uneven": ("gentle", "waitall", 1000)}


def steps_for(options, flavour, ranks, kernel, yields):
    """The number of steps that the bare kernel makes in about options.seconds."""
    steps = 10
    while True:
        took = run(options, flavour, ranks, kernel, steps, {}, yields).value("kernel_s")
        if took > 0.05 or steps > 300_000:
            return max(10, int(steps * options.seconds / max(took, 1e-6)))
        steps *= 8


def compare(options):
    lab.header(options)
    print(f"mpi,yields,ranks,kernel,wait,record,steps,measure,{lab.SUMMARY}")
    for flavour, ranks, name in itertools.product(lab.flavours(options), options.ranks or [2, 4, 8], options.kernel or ["c", "fortran"]):
        kernel, yields = KERNELS[name], not options.no_yield
        steps = options.steps or steps_for(options, flavour, ranks, kernel, yields)
        for mode, record in itertools.product(options.wait or ["auto"], options.record or ["off", "on"]):
            label = f"{flavour},{'yes' if flavour == 'openmpi' and yields else 'no'},{ranks},{name},{mode},{record},{steps}"
            lab.compare(options, label, lambda: run(options, flavour, ranks, kernel, steps, {}, yields),
                        lambda: run(options, flavour, ranks, kernel, steps, shunt(options, record, mode=mode), yields), MEASURES)


def sweep(options):
    """Each round runs every combination once, so that a disturbance of the machine affects all combinations alike."""
    lab.header(options)
    print("mpi,ranks,kernel,steps,spin,yield,sleep_max,n,kernel_s_median,kernel_s_p10,kernel_s_p90,cpu_s_median,other_median")
    combinations = list(itertools.product(options.spin, options.yields, options.sleep_max))
    for flavour, ranks, name in itertools.product(lab.flavours(options), options.ranks or [4, 8], options.kernel or ["c", "c-uneven"]):
        steps = options.steps or 300
        taken = {combination: [] for combination in combinations}
        for number in range(options.pairs):
            for spin, count, longest in combinations:
                lab.progress(f"  {flavour} {ranks} {name}: round {number + 1}/{options.pairs}, spin {spin} yield {count} sleep-max {longest}")
                settings = shunt(options, mode="gentle", spin=spin, **{"yield": count, "sleep_max": longest})
                taken[spin, count, longest].append(run(options, flavour, ranks, KERNELS[name], steps, settings, not options.no_yield))
        for combination, runs in taken.items():
            kernel = [r.value("kernel_s") for r in runs]
            numbers = [lab.median(kernel), lab.quantile(kernel, 0.1), lab.quantile(kernel, 0.9), lab.median([r.cpu_s for r in runs]),
                       lab.median([r.other_share for r in runs])]
            print(",".join([flavour, str(ranks), name, str(steps), *map(str, combination), str(len(runs))] + [f"{n:.5g}" for n in numbers]), flush=True)
    lab.progress("")


def words(text):
    return text.split(",")


def main():
    parser = lab.arguments(__doc__, pairs=9)
    parser.add_argument("what", nargs="?", default="compare", choices=["compare", "sweep"],
                        help="compare bare and shunted runs, or sweep values of the options")
    parser.add_argument("--ranks", type=int, action="append",
                        help="number of ranks (may be given several times); if not given: 2, 4 and 8")
    parser.add_argument("--kernel", choices=KERNELS, action="append",
                        help="kernel (may be given several times); if not given: c and fortran")
    parser.add_argument("--wait", choices=["auto", "host", "gentle"], action="append",
                        help="mode of waiting (may be given several times); if not given: auto")
    parser.add_argument("--record", choices=["on", "off"], action="append",
                        help="whether calls are recorded (these times include its cost); if not given: both")
    parser.add_argument("--no-yield", action="store_true", help="run Open MPI without mpi_yield_when_idle")
    parser.add_argument("--steps", type=int,
                        help="steps of the kernel; if not given: as many as the bare kernel makes in --seconds")
    parser.add_argument("--seconds", type=float, default=1.0, help="duration of the bare kernel")
    parser.add_argument("--spin", type=words, default="0,16,128", help="sweep: values of wait.spin")
    parser.add_argument("--yield", dest="yields", type=words, default="0,16,64,256,1024", help="sweep: values of wait.yield")
    parser.add_argument("--sleep-max", type=words, default="50us,200us,1ms,10ms", help="sweep: values of wait.sleep-max")
    options = parser.parse_args()
    sweep(options) if options.what == "sweep" else compare(options)


if __name__ == "__main__":
    main()
