#!/usr/bin/env python3
"""Runs MPICH's conformance test suite bare and under Shunt, and says where a program behaves otherwise.

    run.py --suite BUILD --source SOURCE --host openmpi|mpich --library libshunt.so --results FILE [options]
    run.py --results FILE --report

BUILD is the suite as built for that host, SOURCE where it was unpacked (both its folder test/mpi). What FILE holds already is not run
again, so a run that was broken off goes on, and bare results serve every later build of the library; --most N ends after N tests.
Exit status: 0 all is run and nothing differs, 1 something differs, 2 there is more to run.
"""
import argparse
import concurrent.futures
import functools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

from left_out import LEFT_OUT_FOLDERS, left_out_tests
from results import SLOWER, differs, junit, needs_bare, read_results, report

PHASED = "alltoall alltoallv alltoallw allgather allgatherv gather gatherv scatter scatterv".split()
MODES = {
    "bare": None,
    "auto": {"SHUNT_RULES": "* -> auto; p2p -> remote_write"},
    "record": {},
    "engines": {"SHUNT_RULES": "; ".join(f"{operation} -> phased choose=always" for operation in PHASED) + "; * -> pipeline choose=always"},
    "multicast": {"SHUNT_RULES": "* -> multicast choose=always"},
    "pipeline": {"SHUNT_RULES": "* -> pipeline choose=always"},
    "phased": {"SHUNT_RULES": "* -> phased choose=always"},
    "rules": {"SHUNT_RULES": "; ".join(f"{operation} -> phased" for operation in PHASED) + "; * -> pipeline"},
    "gentle": {"SHUNT_WAIT": "gentle"},
    "messages": {"SHUNT_RULES": "p2p -> remote_write"},
    "pipeline-gentle": {"SHUNT_RULES": "* -> pipeline choose=always", "SHUNT_WAIT": "gentle"},
}
NOT_SAID_BY_TESTS = (
    "FORTRAN STOP",
    "plm:rsh: Warning: setpgid",                             # sometimes printed by Open MPI about its own agents that start other hosts
    "shunt[0]: without MPI_COMM_WORLD records are not merged",   # printed after programs that use sessions alone; shunt recover merges
                                                                 # their records
)
CRASHES = {128 + number for number in (signal.SIGILL, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV)}


class Test:
    """One line of a testlist: PROGRAM RANKS [key=value ...]."""

    def __init__(self, folder, program, ranks, settings):
        self.folder, self.program, self.ranks = folder, program, ranks
        self.arguments = [value for key, value in settings if key == "arg"]
        self.environment = [value for key, value in settings if key == "env"]
        self.launcher_arguments = [value for key, value in settings if key == "mpiexecarg"]
        self.keys = dict(settings)

    def path(self):
        return f"{self.folder}/{self.program}"

    def name(self):
        return " ".join([self.path(), str(self.ranks), *self.arguments, *self.environment])


def read_lists(build, source, names, folder="", xfail=None):
    """The tests of the testlists NAMES of a folder and of the folders they list."""
    tests = []
    for name in names:
        where = next((root / folder / name for root in (build, source) if (root / folder / name).is_file()), None)
        for line in where.read_text().splitlines() if where else []:
            words = line.split("#")[0].split()
            if not words or words[0].startswith("!"):
                continue
            below = os.path.join(folder, words[0])
            if (source / below).is_dir():
                tests += read_lists(build, source, names, below, xfail)
                continue
            settings = [tuple(word.split("=", 1)) for word in words[2:] if "=" in word]
            test = Test(folder, words[0], int(words[1]) if len(words) > 1 else 2, settings)
            if not test.keys.get("xfail"):
                tests.append(test)
            elif xfail is not None:
                xfail.append(test.name())
    return list({test.name(): test for test in tests}.values())


@functools.cache
def openmpi_settings(alone):
    """As words of mpiexec. Of the one-sided components ucx moves nothing while the target computes or waits in a barrier, so that a tenth
    of the folder rma hangs bare. In Open MPI 4, rdma crashes in its atomics over shared memory; pt2pt, which 5 has not, does well.
    ALONE: all ranks run on this host, whatever a batch system says; the launcher of 5 does not know `isolated`."""
    components = subprocess.run(["ompi_info", "--parsable"], stdout=subprocess.PIPE, text=True, check=True).stdout
    words = ["--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "--mca", "osc"]
    if "mca:osc:pt2pt:" not in components:
        return [*words, "^ucx"]
    return [*words, "^rdma,ucx", *(["--mca", "plm", "isolated"] if alone else [])]


def command_of(options, mode, test):
    settings = dict(MODES[mode] or {})
    if mode != "bare":
        settings["LD_PRELOAD"] = str(options.library)
    command = options.launch.split() + [options.launcher or f"mpiexec.{options.host}"]
    if options.host == "openmpi":
        command += openmpi_settings(alone=not options.launch)
        command += [word for key, value in settings.items() for word in ("-x", f"{key}={value}")]
    else:
        command += [word for key, value in settings.items() for word in ("-genv", key, value)]
    return command + ["-n", str(test.ranks), *test.launcher_arguments, f"./{os.path.basename(test.program)}", *test.arguments]


RUNNING = {}   # launchers, and the marks of the processes that they started
BROKEN_OFF = threading.Event()   # no test may begin any more


def stop_if_broken_off():
    while BROKEN_OFF.is_set():
        time.sleep(1)


def end_and_exit(number, _):
    """Breaks off: no rank may be left behind, as some spin for ever."""
    BROKEN_OFF.set()
    time.sleep(0.5)   # a test that is just beginning is then among the running ones
    for process, mark in list(RUNNING.items()):
        end_all(process, mark)
    os._exit(128 + number)


def end_all(process, mark):
    """Ends a launcher and what it started: some launchers put ranks into process groups of their own, so these are known by MARK."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                os.kill(int(entry.name), signal.SIGKILL)
        except OSError:
            pass


def outcome_of(test, status, output):
    """As the suite's own runner judges, in words that can be compared."""
    lines = [line for line in output.splitlines() if line.strip() and not any(words in line for words in NOT_SAID_BY_TESTS)]
    said = any(re.fullmatch(r"\s*No [Ee]rrors\s*", line) for line in lines)
    other = [line for line in lines if not re.fullmatch(r"\s*(No [Ee]rrors|Test [Pp]assed)\s*", line)]
    wanted = test.keys.get("resultTest")
    if wanted in ("TestStatus", "TestErrFatal"):
        return "passes" if status else "fails: exit 0"
    if wanted == "TestStatusNoErrors":
        return "passes" if status and said and not other else "fails: exit 0" if not status else "fails: not as expected"
    if status:
        # Any other status may be a number of errors, which differs from run to run.
        how = "crashes: exit %d" % status if status in CRASHES else "fails: not exit 0"
        return how + (", after No Errors" if said else "")
    return "fails: no No Errors" if not said else "fails: says more than No Errors" if other else "passes"


def run_one(options, mode, test, limit):
    """One test in a folder of its own that has the programs of its folder: some write files, some start others by name."""
    programs = options.suite / test.folder / os.path.dirname(test.program)
    mark = f"CONFORMANCE_RUN={uuid.uuid4()}"
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    environment.update(setting.split("=", 1) for setting in [mark, *test.environment])
    with tempfile.TemporaryDirectory(prefix="conformance-", ignore_cleanup_errors=True) as folder:
        for program in [*programs.iterdir(), *(options.source / test.folder).glob("*.txt")]:
            if program.is_file() and (os.access(program, os.X_OK) or program.suffix == ".txt"):
                os.symlink(program, os.path.join(folder, program.name))
        with open(os.path.join(folder, ".output"), "w+b") as output:
            begin = time.monotonic()
            stop_if_broken_off()
            process = subprocess.Popen(command_of(options, mode, test), cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            RUNNING[process] = mark
            try:
                status = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            stop_if_broken_off()   # such an end is no result
            seconds = time.monotonic() - begin
            end_all(process, mark)
            del RUNNING[process]
            output.seek(0)
            text = output.read(200000).decode(errors="replace")
    outcome = "hangs" if status is None else outcome_of(test, status, text)
    return {"test": test.name(), "host": options.host, "mode": mode, "outcome": outcome, "seconds": round(seconds, 2),
            "output": "" if outcome == "passes" else text[-3000:]}


def run_all(options, tests):
    """Returns whether there is more to run."""
    results = read_results(options.results)
    lock = threading.Lock()

    def wanted(test, mode):
        return options.again or (options.host, mode, test.name()) not in results

    def run_and_keep(test, mode, limit, **more):
        result = results[options.host, mode, test.name()] = run_one(options, mode, test, limit) | more
        with lock, open(options.results, "a") as file:
            file.write(json.dumps(result) + "\n")
        return result

    def run_bare_again(test, bare):
        """Keeps what the test did bare before, beside what it does now."""
        before = sorted({bare["outcome"], *bare.get("other_outcomes", [])})
        return run_and_keep(test, "bare", options.limit, other_outcomes=before)

    def limit_of(bare):
        return min(options.limit, max(30, 2 * SLOWER * bare["seconds"])) if bare else options.limit

    def run_test(test):
        bare = results.get((options.host, "bare", test.name()))
        if not bare and not options.bare_late:
            bare = run_and_keep(test, "bare", options.limit)
        for mode in [mode for mode in options.modes if mode != "bare" and (wanted(test, mode) or lacks_bare(test, mode))]:
            if bare and bare["outcome"] == "hangs":
                break
            result = run_and_keep(test, mode, limit_of(bare)) if wanted(test, mode) else results[options.host, mode, test.name()]
            if not bare and needs_bare(result, options.slow_from) and not options.no_bare:
                bare = run_and_keep(test, "bare", options.limit)
            for _ in range(options.tries - 1):   # some programs fail now and then, in bare runs too
                if not bare or not differs(bare, result, options.slow_from):
                    break
                result = run_and_keep(test, mode, limit_of(bare))
                if differs(bare, result, options.slow_from):
                    bare = run_bare_again(test, bare)
            mark = f"   DIFFERS: bare {bare['outcome']} in {bare['seconds']} s" if bare and differs(bare, result, options.slow_from) else ""
            with lock:
                print(f"{options.host} {mode} {test.name()}: {result['outcome']}, {result['seconds']} s{mark}", flush=True)

    def lacks_bare(test, mode):
        """Whether it was run with --no-bare, and must be compared."""
        result = results.get((options.host, mode, test.name()))
        return bool(result) and not options.no_bare and (options.host, "bare", test.name()) not in results and needs_bare(result, options.slow_from)

    def is_left(test):
        bare = results.get((options.host, "bare", test.name()))
        if any(lacks_bare(test, mode) for mode in options.modes if mode != "bare"):
            return True
        return (not bare and not options.bare_late) or any(wanted(test, mode) and not (bare and bare["outcome"] == "hangs") for mode in options.modes)

    left = [test for test in tests if is_left(test)]
    now = left[:options.most]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in [pool.submit(run_test, test) for test in now]:
            future.result()
    return len(left) > len(now)


def say_what_is_left_out(options, tests, xfail):
    missing = [test.name() for test in tests if not (options.suite / test.folder / test.program).exists()]
    for folder, why in LEFT_OUT_FOLDERS.items():
        print(f"left out: folder {folder}: {why}")
    for name, why in left_out_tests(options.host).items():
        print(f"left out: {name}: {why}")
    print(f"left out: {len(xfail)} that the suite itself expects to fail: {', '.join(xfail)}")
    print(f"left out: {len(missing)} that do not compile with {options.host}: {', '.join(missing)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", type=Path, help="the suite's folder test/mpi, built for the host")
    parser.add_argument("--source", type=Path, help="the same as unpacked")
    parser.add_argument("--host", choices=["openmpi", "mpich"])
    parser.add_argument("--launcher", help="its mpiexec (mpiexec.HOST)")
    parser.add_argument("--launch", default="", help="a command before it, such as 'shunt cluster run --'")
    parser.add_argument("--library", type=Path, help="libshunt.so")
    parser.add_argument("--results", type=Path, required=True, help="where each run is added as a line of JSON")
    parser.add_argument("--report", action="store_true", help="run nothing, say what differs")
    parser.add_argument("--junit", type=Path, help="with --report: also a JUnit file")
    parser.add_argument("--modes", default="record,engines,gentle", help=f"of {', '.join(MODES)}; bare is always run")
    parser.add_argument("--lists", default="testlist", help="the names of testlists, with commas (testlist,testlist.dtp)")
    parser.add_argument("--only", default="", help="a regular expression for the tests' names")
    parser.add_argument("--except", dest="but", default="^$", help="a regular expression for those that are left out")
    parser.add_argument("--most", type=int, help="how many tests at most")
    parser.add_argument("--again", action="store_true", help="also what the results hold already, but bare results")
    parser.add_argument("--bare-late", action="store_true", help="bare only what does not pass under Shunt, or not soon: "
                        "more ranks than cores take long where the host spins")
    parser.add_argument("--no-bare", action="store_true", help="as --bare-late, but these not yet: a later run without it compares them")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time")
    parser.add_argument("--limit", type=float, default=60, help="seconds that a test may take; under Shunt at most 20 times what it took bare, and 30")
    parser.add_argument("--slow-from", type=float, default=8, help="seconds from which ten times the bare time is a difference; more where others "
                        "keep the machine busy")
    parser.add_argument("--tries", type=int, default=2, help="how often a test that differs is run before it counts as such")
    parser.add_argument("--nice", type=int, default=10, help="at what priority")
    options = parser.parse_args()
    options.bare_late |= options.no_bare
    if not options.report:
        for name in ("suite", "source", "library"):
            setattr(options, name, getattr(options, name).resolve())
        os.nice(options.nice)
        options.modes = options.modes.split(",")
        xfail = []
        tests = read_lists(options.suite, options.source, options.lists.split(","), xfail=xfail)
        say_what_is_left_out(options, tests, xfail)
        tests = [test for test in tests if re.search(options.only, test.name()) and not re.search(options.but, test.name())]
        tests = [test for test in tests if test.path() not in left_out_tests(options.host) and (options.suite / test.folder / test.program).exists()]
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end_and_exit)
        return 2 if run_all(options, tests) else 0
    results = read_results(options.results)
    if options.junit:
        junit(results, options.junit, options.slow_from)
    return 1 if report(results, MODES, options.slow_from) else 0


if __name__ == "__main__":
    sys.exit(main())
