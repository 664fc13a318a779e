#!/usr/bin/env python3
"""Runs MPICH's conformance test suite bare and under Shunt, and says where a program behaves otherwise.

    run.py --suite BUILD --source SOURCE --host openmpi|mpich --library libshunt.so --results FILE [options]
    run.py --results FILE --report

BUILD is the suite as built for that host, SOURCE where it was unpacked (both its folder test/mpi). What FILE holds already is not run
again, so a run that was broken off goes on, and bare results serve every later build of the library; --most N ends after N tests.
Exit status: 0 all is run and nothing differs, 1 something differs, 2 there is more to run.
"""
import argparse
import collections
import concurrent.futures
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

PHASED = "alltoall alltoallv alltoallw allgather allgatherv gather gatherv scatter scatterv".split()
MODES = {
    "bare": None,
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
    "plm:rsh: Warning: setpgid",                             # Open MPI, sometimes, of its own agents when they start other hosts
    "shunt[0]: without MPI_COMM_WORLD records are not merged",   # what shunt recover is for, after programs of sessions alone
)
CRASHES = {128 + number for number in (signal.SIGILL, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV)}
KINDS = ["passes", "as bare", "differs", "unclear", "not run"]   # "as bare": fails, but not only under Shunt
SLOWER = 10   # so many times the bare time is a difference, from --slow-from seconds on


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


def command_of(options, mode, test):
    settings = dict(MODES[mode] or {})
    if mode != "bare":
        settings["LD_PRELOAD"] = str(options.library)
    command = options.launch.split() + [options.launcher or f"mpiexec.{options.host}"]
    if options.host == "openmpi":
        # Of its one-sided components rdma crashes in its atomics over shared memory, and ucx moves nothing while the target computes
        # or waits in a barrier: a tenth of the folder rma hangs bare. The others do well.
        command += "--oversubscribe --mca mpi_yield_when_idle 1 --mca osc ^rdma,ucx".split()
        if not options.launch:
            command += "--mca plm isolated".split()   # all on this host, whatever a batch system says
        command += [word for key, value in settings.items() for word in ("-x", f"{key}={value}")]
    else:
        command += [word for key, value in settings.items() for word in ("-genv", key, value)]
    return command + ["-n", str(test.ranks), *test.launcher_arguments, f"./{os.path.basename(test.program)}", *test.arguments]


RUNNING = {}   # launchers, and the marks of what they started
BROKEN_OFF = threading.Event()   # nothing may begin any more


def stop_if_broken_off():
    while BROKEN_OFF.is_set():
        time.sleep(1)


def end_and_exit(number, _):
    """Breaks off: no rank may be left behind, as some spin for ever."""
    BROKEN_OFF.set()
    time.sleep(0.5)   # what is just beginning is then among those that run
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


def differs(bare, other, slow_from):
    if bare["outcome"] == "hangs":
        return False   # nothing can be compared
    slower = other["seconds"] > max(slow_from, SLOWER * bare["seconds"])
    return other["outcome"] not in (bare["outcome"], *bare.get("other_outcomes", [])) or slower


def needs_bare(result, slow_from):
    """With --bare-late: whether bare must be run, too, before anything can be said."""
    return result["outcome"] != "passes" or result["seconds"] > slow_from


def read_results(path):
    """The latest result of each test, host and mode."""
    results = {}
    if path.exists():
        for line in path.read_text().splitlines():
            result = json.loads(line)
            if result["test"].split(" ")[0] not in left_out_tests(result["host"]):
                results[result["host"], result["mode"], result["test"]] = result
    return results


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
            for _ in range(options.tries - 1):   # some programs fail now and then, bare too
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


def folder_of(name):
    """The chapter of the suite: two folders where the first is but a language or `errors`."""
    parts = name.split(" ")[0].split("/")[:-1]
    return "/".join(parts[:2]) if parts[0] == "errors" else parts[0]


def kind_of(result, bare, slow_from):
    """One of KINDS: how a test did in a mode."""
    if bare and bare["outcome"] == "hangs":
        return "hangs bare"
    if not bare and needs_bare(result, slow_from):
        return "unclear"
    if bare and differs(bare, result, slow_from):
        return "differs"
    return "passes" if result["outcome"] == "passes" else "as bare"


def table(results, host, modes, slow_from):
    """Lines of Markdown: for each folder how many of its tests passed, failed as bare, differ, are unclear, or were not run in each mode."""
    folders = collections.defaultdict(collections.Counter)
    tests = {name for of_host, _, name in results if of_host == host}
    for name in tests:
        bare = results.get((host, "bare", name))
        counts = folders[folder_of(name)]
        counts["tests"] += 1
        if bare and bare["outcome"] == "hangs":
            counts["hang"] += 1
            continue
        for mode in modes:
            result = results.get((host, mode, name))
            counts[mode, kind_of(result, bare, slow_from) if result else "not run"] += 1
    folders["all"] = sum(folders.values(), collections.Counter())
    yield f"In each mode: {', '.join(KINDS)}.\n"
    yield "| folder | tests | hang bare | " + " | ".join(f"`{mode}`" for mode in modes) + " |"
    yield "|---" * (3 + len(modes)) + "|"
    for folder in [*sorted(set(folders) - {"all"}), "all"]:
        counts = folders[folder]
        cells = [", ".join(str(counts[mode, kind]) for kind in KINDS) for mode in modes]
        yield f"| {folder} | {counts['tests']} | {counts['hang']} | " + " | ".join(cells) + " |"


def items(names):
    return "\n".join(f"- `{name}`" for name in names) or "- none"


def report(options):
    """Prints Markdown; returns whether anything differs."""
    results = read_results(options.results)
    count = 0
    for host in sorted({key[0] for key in results}):
        modes = [mode for mode in MODES if mode != "bare" and any(key[:2] == (host, mode) for key in results)]
        print(f"## {host}\n")
        print("\n".join(table(results, host, modes, options.slow_from)))
        different, without = [], []
        for (of_host, mode, name), result in sorted(results.items()):
            bare = results.get((host, "bare", name))
            said = f"{result['outcome']} in {result['seconds']} s"
            if of_host != host or mode == "bare":
                continue
            if not bare and needs_bare(result, options.slow_from):
                without.append(f"{name}` {mode}: `{said}")
            elif bare and differs(bare, result, options.slow_from):
                different.append(f"{name}` {mode}: `{said}`, bare `{bare['outcome']} in {bare['seconds']} s")
        hanging = sorted(key[2] for key, result in results.items() if key[:2] == (host, "bare") and result["outcome"] == "hangs")
        count += len(different)
        print(f"\n{host}: differences\n{items(different)}\n\n{host}: does not pass, and bare is still to be run\n{items(without)}\n\n"
              f"{host}: {len(hanging)} do not end bare, and are not compared\n{items(hanging)}\n")
    return count > 0


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
    return 1 if report(options) else 0


if __name__ == "__main__":
    sys.exit(main())
