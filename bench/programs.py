#!/usr/bin/env python3
"""How long do whole programs of Debian take with `* -> auto`, from nothing and in the next run, beside the bare host?

Three runs take turns: bare; with `* -> auto`, recording, and an empty knowledge file; the same with the knowledge of the
run before. Times are of the whole command, with the launcher and MPI_Init. The ratios are medians over the turns. With
--hosts each rank is on a host of a virtual cluster (root), with the cores of this machine for all of them.
  hpcc (hpcc), LAMMPS (lammps; its input melt), ScaLAPACK's tests of LU, QR and of symmetric eigenvalues
  (scalapack-mpi-test). Programs that are not installed are named and left out.
"""
import pathlib
import shutil
import tempfile

import lab

HPCC_INPUT = pathlib.Path(__file__).with_name("hpccinf.txt")
LAMMPS_INPUT = """units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 8 0 8 0 8
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
fix 1 all nve
thermo 10
run 1000
"""


def hpcc(options, flavour, folder):
    rows = max(r for r in range(1, int(options.ranks**0.5) + 1) if options.ranks % r == 0)
    text = HPCC_INPUT.read_text().replace("@N@", "600").replace("@P@", str(rows)).replace("@Q@", str(options.ranks // rows))
    (folder / "hpccinf.txt").write_text(text)
    return ["hpcc"] if flavour == "openmpi" and shutil.which("hpcc") else None


def lammps(options, flavour, folder):
    (folder / "in.melt").write_text(LAMMPS_INPUT)
    return ["lmp", "-in", "in.melt", "-log", "none"] if flavour == "openmpi" and shutil.which("lmp") else None


def scalapack(name):
    def words(options, flavour, folder):
        home = pathlib.Path("/usr/lib/x86_64-linux-gnu/scalapack") / f"{flavour}-tests"
        for data in home.glob("*.dat"):
            shutil.copy(data, folder)
        return [str(home / name)] if (home / name).exists() else None
    return words


PROGRAMS = {"hpcc": hpcc, "lammps": lammps, "xdlu": scalapack("xdlu"), "xdqr": scalapack("xdqr"), "xdsep": scalapack("xdsep")}


def run(options, flavour, name, settings):
    with tempfile.TemporaryDirectory(prefix="shunt-programs-") as directory:
        words = PROGRAMS[name](options, flavour, pathlib.Path(directory))
        line = lab.command(options, flavour, options.ranks, words, settings)
        line[0:0] = lab.by_hosts(options)
        return lab.run(line, options.timeout, directory).wall_s


def turn(options, flavour, name):
    with tempfile.TemporaryDirectory(prefix="shunt-knowledge-") as directory:
        auto = {"LD_PRELOAD": lab.library(options), "SHUNT_RULES": "* -> auto", "SHUNT_PROFILE": f"{directory}/run.shunt",
                "SHUNT_AUTO_KNOWLEDGE": f"{directory}/knowledge"}
        return [run(options, flavour, name, settings) for settings in ({}, auto, auto)]


def measure(options):
    print("mpi,ranks,program,turns,bare_s,first_s,second_s,first_over_bare,second_over_bare,second_over_first")
    for flavour in lab.flavours(options):
        for name in options.program or PROGRAMS:
            with tempfile.TemporaryDirectory() as directory:
                if PROGRAMS[name](options, flavour, pathlib.Path(directory)) is None:
                    lab.progress(f"  {name} is not installed for {flavour}: left out\n")
                    continue
            run(options, flavour, name, {})   # warm-up
            turns = []
            for number in range(options.pairs):
                lab.progress(f"  {flavour} {name} {number + 1}/{options.pairs}")
                turns.append(turn(options, flavour, name))
            bare, first, second = (lab.median(column) for column in zip(*turns))
            ratios = [lab.median([one[a] / one[b] for one in turns]) for a, b in ((1, 0), (2, 0), (2, 1))]
            print(f"{flavour},{options.ranks},{name},{options.pairs},{bare:.3f},{first:.3f},{second:.3f}," +
                  ",".join(f"{ratio:.3f}" for ratio in ratios), flush=True)
    lab.progress("")


def main():
    parser = lab.arguments(__doc__, pairs=11)
    parser.add_argument("--program", choices=PROGRAMS, action="append", help="may be given several times; if not given: all")
    parser.add_argument("--ranks", type=int, default=2, help="ranks")
    lab.arguments_of_hosts(parser, "programs", "100mbit")
    options = parser.parse_args()
    options.build = options.build.resolve()
    lab.header(options)
    with lab.on_hosts(options, options.ranks):
        measure(options)


if __name__ == "__main__":
    main()
