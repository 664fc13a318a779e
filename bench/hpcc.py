#!/usr/bin/env python3
"""How much longer does a whole run of hpcc take under Shunt, including the launcher, MPI_Init and writing the profile?

Pairs of a bare and a shunted run in alternating order, each in a new directory. Debian's hpcc is an Open MPI program.
"""
import pathlib
import shutil
import tempfile

import lab

INPUT = pathlib.Path(__file__).with_name("hpccinf.txt")


def run(options, ranks, size, settings):
    with tempfile.TemporaryDirectory(prefix="shunt-hpcc-") as directory:
        rows, columns = grid(ranks)
        text = INPUT.read_text().replace("@N@", str(size)).replace("@P@", str(rows)).replace("@Q@", str(columns))
        (pathlib.Path(directory) / "hpccinf.txt").write_text(text)
        done = lab.run(lab.command(options, "openmpi", ranks, ["hpcc"], settings), options.timeout, directory)
        result = (pathlib.Path(directory) / "hpccoutf.txt").read_text()
        if "Success=1" not in result:
            raise SystemExit(f"hpcc failed: {result[-2000:]}")
        if settings and not (pathlib.Path(directory) / "hpcc.shunt").exists():
            raise SystemExit(f"no profile was written: {done.output}")
        return done


def grid(ranks):
    """The most square process grid."""
    rows = max(r for r in range(1, int(ranks**0.5) + 1) if ranks % r == 0)
    return rows, ranks // rows


def main():
    parser = lab.arguments(__doc__, pairs=21)
    parser.add_argument("--ranks", type=int, action="append",
                        help="number of ranks (may be given several times); if not given: 2 and 4")
    parser.add_argument("--size", type=int, default=600, help="order of the matrices")
    parser.add_argument("--wait", default="auto", choices=["auto", "host", "gentle"],
                        help="mode of waiting under Shunt")
    options = parser.parse_args()
    if not shutil.which("hpcc"):
        raise SystemExit("hpcc is not installed (Debian: apt-get install hpcc)")
    options.mpi = ["openmpi"]
    lab.header(options)
    print(f"mpi,ranks,size,wait,measure,{lab.SUMMARY}")
    settings = {"LD_PRELOAD": lab.library(options), "SHUNT_PROFILE": "hpcc.shunt", "SHUNT_WAIT": options.wait}
    for ranks in options.ranks or [2, 4]:
        run(options, ranks, options.size, {})   # warm-up
        lab.compare(options, f"openmpi,{ranks},{options.size},{options.wait}", lambda: run(options, ranks, options.size, {}),
                    lambda: run(options, ranks, options.size, settings), {"wall_s": lambda r: r.wall_s, "cpu_s": lambda r: r.cpu_s})


if __name__ == "__main__":
    main()
