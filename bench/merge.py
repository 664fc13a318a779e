#!/usr/bin/env python3
"""How long after the last rank has entered MPI_Finalize is the profile complete, and has the last rank left? (merge.c)

The same program is measured bare, for comparison. MPICH runs bare only with --bare-mpich: 64 ranks that spin while they
wait need minutes. The rows also show the memory of a rank: the mapping of its spool (record.memory), and the high-water
mark before and after the merge.
"""
import pathlib
import tempfile

import lab


class Finalize:
    """Measurements of one run: seconds from the last rank's entry into MPI_Finalize, and KiB."""

    def __init__(self, run, directory, ranks, profile):
        lines = [(pathlib.Path(directory) / f"rank.{r}").read_text().split() for r in range(ranks)]
        enter, leave, before, after, spool, resident = zip(*[[float(n) for n in line] for line in lines])
        self.run, self.leave_s, self.spread_s = run, max(leave) - max(enter), max(enter) - min(enter)
        self.renamed_s = profile.stat().st_ctime_ns * 1e-9 - max(enter) if profile.exists() else float("nan")
        self.profile_bytes = profile.stat().st_size if profile.exists() else 0
        self.hwm_before, self.hwm_after = max(before), max(after)
        self.spool, self.resident = max(spool), max(resident)


def run(options, flavour, rows, settings):
    with tempfile.TemporaryDirectory(prefix="shunt-merge-") as directory:
        profile = pathlib.Path(directory) / "merge.shunt"
        if settings:
            settings = dict(settings, LD_PRELOAD=lab.library(options), SHUNT_PROFILE=str(profile))
        words = [lab.program(options, flavour, "merge"), str(rows), directory]
        done = lab.run(lab.command(options, flavour, options.ranks, words, settings), options.timeout, directory)
        if settings and not profile.exists():
            raise SystemExit(f"no profile was written: {done.output}")
        return Finalize(done, directory, options.ranks, profile)


COLUMNS = ["leave_s", "renamed_s", "spread_s", "hwm_before", "hwm_after", "spool", "resident", "profile_bytes"]


def main():
    parser = lab.arguments(__doc__, pairs=7)
    parser.add_argument("--ranks", type=int, default=64, help="number of ranks")
    parser.add_argument("--rows", type=int, default=4000, help="rows of each rank's record")
    parser.add_argument("--memory", default="8M", help="record.memory")
    parser.add_argument("--bare-mpich", action="store_true", help="run MPICH bare too")
    options = parser.parse_args()
    lab.header(options)
    print("mpi,ranks,rows,memory,who,n,leave_s_median,leave_s_max,renamed_s_median,renamed_s_max,arrival_spread_s,hwm_before_kib,hwm_after_kib,"
          "spool_kib,spool_resident_kib,profile_bytes,wall_s_median,other_median")
    for flavour in lab.flavours(options):
        both = {"shunt": {"SHUNT_RECORD_MEMORY": options.memory}}
        if flavour != "mpich" or options.bare_mpich:
            both["bare"] = {}
        taken = {who: [] for who in both}
        for number in range(options.pairs):
            for who in sorted(both, reverse=number % 2 == 1):
                lab.progress(f"  {flavour} {who} {number + 1}/{options.pairs}")
                taken[who].append(run(options, flavour, options.rows, both[who]))
        for who, runs in taken.items():
            c = {name: [getattr(r, name) for r in runs] for name in COLUMNS}
            numbers = [lab.median(c["leave_s"]), max(c["leave_s"]), lab.median(c["renamed_s"]), max(c["renamed_s"]), lab.median(c["spread_s"]),
                       max(c["hwm_before"]), max(c["hwm_after"]), max(c["spool"]), max(c["resident"]), max(c["profile_bytes"]),
                       lab.median([r.run.wall_s for r in runs]), lab.median([r.run.other_share for r in runs])]
            print(",".join([flavour, str(options.ranks), str(options.rows), options.memory, who, str(len(runs))] + [f"{n:.5g}" for n in numbers]), flush=True)
    lab.progress("")


if __name__ == "__main__":
    main()
