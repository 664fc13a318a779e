"""What all drivers share: finding MPIs and their launchers, runs with a time limit, pairs of bare and shunted runs,
CSV."""
import argparse
import contextlib
import datetime
import math
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAVOURS = ("openmpi", "mpich")


class Run:
    """A finished run: wall time, processor time of all its processes, the share of the machine that other processes
    used during the run, output."""

    def __init__(self, wall_s, cpu_s, other_share, output):
        self.wall_s, self.cpu_s, self.other_share, self.output = wall_s, cpu_s, other_share, output

    def value(self, name):
        """The number after `name=` in the output."""
        for word in self.output.split():
            if word.startswith(name + "="):
                return float(word.split("=", 1)[1])
        raise SystemExit(f"no {name}= in: {self.output!r}")


def arguments(description, **defaults):
    """A parser with the options that all drivers have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="build directory; `bench` must be built in it")
    parser.add_argument("--mpi", choices=FLAVOURS, action="append",
                        help="MPI to measure (may be given twice); if not given: every one found")
    parser.add_argument("--pairs", type=int, default=defaults.get("pairs", 15), help="pairs of bare and shunted runs")
    parser.add_argument("--raw", type=argparse.FileType("w"), help="file for the figures of the single runs")
    parser.add_argument("--max-other", type=float, default=0.03,
                        help="share of the machine; a pair in which other processes use more is run again")
    parser.add_argument("--retries", type=int, default=3, help="how often a disturbed pair is run again")
    parser.add_argument("--priority", action="store_true",
                        help="give the ranks priority over all other processes (root), if the machine is never quiet")
    parser.add_argument("--timeout", type=float, default=120, help="seconds after which a run is ended and the driver stops")
    return parser


def flavours(options):
    found = [f for f in (options.mpi or FLAVOURS) if launcher(f)]
    if not found:
        raise SystemExit("no MPI found")
    return found


def launcher(flavour):
    return shutil.which("mpirun." + flavour)


def program(options, flavour, name):
    path = options.build / "bench" / flavour / name
    if not path.exists():
        raise SystemExit(f"{path} is missing: cmake --build {options.build} --target bench")
    return str(path.resolve())


def library(options):
    return str((options.build / "lib" / "libshunt.so").resolve())


def cores():
    return len(os.sched_getaffinity(0))


# If sessions are scheduled as groups (sched_autogroup_enabled), nice alone has an effect only within one session.
FIRST = ["sh", "-c", 'echo -20 2>/dev/null >/proc/self/autogroup; exec "$0" "$@"']


def command(options, flavour, ranks, words, settings, yields=True):
    """The launcher's command line. Only the ranks get `settings`, so that the launcher does not run under Shunt."""
    line = ["nice", "-n", "-20"] * options.priority + [launcher(flavour)]
    if flavour == "openmpi":
        line += ["--oversubscribe"] + ["--allow-run-as-root"] * (os.getuid() == 0)
        line += ["--mca", "mpi_yield_when_idle", "1" if yields else "0"]   # if unset, Open MPI sets it when there are too few slots
        for key, value in settings.items():
            line += ["-x", f"{key}={value}"]
    else:
        for key, value in settings.items():
            line += ["-genv", key, value]
    return line + ["-np", str(ranks)] + FIRST * options.priority + list(words)


def _busy_s():
    """Processor time that all processes of this machine have used so far. Stolen time counts too."""
    numbers = [int(n) for n in open("/proc/stat").readline().split()[1:9]]
    return (sum(numbers) - numbers[3] - numbers[4]) / os.sysconf("SC_CLK_TCK")


def run(line, timeout, directory=None):
    """Runs `line` in `directory`, or in a new one.   Ends the driver if `line` fails or takes too long."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SHUNT") and k != "LD_PRELOAD"}
    with tempfile.TemporaryDirectory(prefix="shunt-bench-") as scratch:
        before, busy = resource.getrusage(resource.RUSAGE_CHILDREN), _busy_s()
        start = time.monotonic()
        child = subprocess.Popen(line, cwd=directory or scratch, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)
        try:
            output, _ = child.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGTERM)   # the launcher ends its ranks
            try:
                child.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
            raise SystemExit(f"not done after {timeout} s: {' '.join(line)}")
        wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = _busy_s() - busy
    if child.returncode != 0:
        raise SystemExit(f"exit code {child.returncode}: {' '.join(line)}\n{output}")
    own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(wall, own, max(0.0, busy - own) / (wall * (os.cpu_count() or 1)), output)


def pairs(options, run_bare, run_shunt):
    """Runs `options.pairs` pairs, in alternating order. A disturbed pair is run again. Yields (bare, shunt)."""
    for number in range(options.pairs):
        best = None
        for _ in range(1 + options.retries):
            first, second = (run_bare, run_shunt) if number % 2 == 0 else (run_shunt, run_bare)
            a, b = first(), second()
            pair = (a, b) if number % 2 == 0 else (b, a)
            if best is None or disturbance(pair) < disturbance(best):
                best = pair
            if disturbance(best) <= options.max_other:
                break
        progress(f"  pair {number + 1}/{options.pairs}")
        yield best
    progress("")


def disturbance(runs):
    return max(r.other_share for r in runs)


def progress(text):
    if sys.stderr.isatty():
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)


def quantile(values, which):
    ordered = sorted(values)
    place = which * (len(ordered) - 1)
    low, high = math.floor(place), math.ceil(place)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def median(values):
    return quantile(values, 0.5)


def median_bounds(values):
    """The order statistics between which the median of the population lies with at least 95 %."""
    n, ordered = len(values), sorted(values)
    tail, k = 0.0, 0
    while k < n // 2:
        tail += math.comb(n, k) / 2**n
        if tail > 0.025:
            break
        k += 1
    return (ordered[k - 1], ordered[n - k]) if k else (ordered[0], ordered[-1])


SUMMARY = "n,bare_median,shunt_median,ratio_median,ratio_low95,ratio_high95,ratio_p10,ratio_p90,other_median,other_max"


def summary(measured, other):
    """The columns SUMMARY of [(bare, shunt)]. The ratio is shunt / bare: below 1, Shunt is faster."""
    ratios = [s / b for b, s in measured]
    low, high = median_bounds(ratios)
    numbers = [median([b for b, _ in measured]), median([s for _, s in measured]), median(ratios), low, high,
               quantile(ratios, 0.1), quantile(ratios, 0.9), median(other), max(other)]
    return ",".join([str(len(measured))] + [f"{n:.6g}" for n in numbers])


def compare(options, label, run_bare, run_shunt, measures):
    """Runs the pairs and prints one row for each of `measures`: {name: function(Run)}."""
    done = list(pairs(options, run_bare, run_shunt))
    other = [disturbance(pair) for pair in done]
    for name, measure in measures.items():
        measured = [(measure(b), measure(s)) for b, s in done]
        print(f"{label},{name},{summary(measured, other)}", flush=True)
        for (bare, shunt), share in zip(measured, other):
            if options.raw:
                print(f"{label},{name},{bare:.9g},{shunt:.9g},{share:.4f}", file=options.raw, flush=True)


@contextlib.contextmanager
def cluster(shunt, name, hosts, rate):
    """A virtual cluster, removed at the end. If it cannot be made, the driver ends with the message of `shunt cluster
    up`."""
    up = [shunt, "cluster", "up", "--name", name, "--hosts", str(hosts), "--rate", rate]
    made = subprocess.run(up, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise SystemExit(made.stderr)
    try:
        yield
    finally:
        subprocess.run([shunt, "cluster", "down", "--name", name, "--force"], capture_output=True, check=False)


def arguments_of_hosts(parser, name, rate):
    """--hosts, --rate and --name, for on_hosts() and by_hosts()."""
    parser.add_argument("--hosts", action="store_true", help="run each rank on a host of a virtual cluster (root)")
    parser.add_argument("--rate", default=rate, help="with --hosts: rate of each port")
    parser.add_argument("--name", default=name, help="with --hosts: name of the cluster")


def on_hosts(options, hosts):
    """With --hosts: that cluster, while the driver measures."""
    if not options.hosts:
        return contextlib.nullcontext()
    return cluster(str(options.build / "bin" / "shunt"), options.name, hosts, options.rate)


def by_hosts(options):
    """What stands before the launcher's command line."""
    return [str(options.build / "bin" / "shunt"), "cluster", "run", "--name", options.name, "--"] if options.hosts else []


def _first_line(words):
    try:
        text = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, timeout=20).stdout
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    return text.strip().splitlines()[0] if text.strip() else "?"


def mpi_version(flavour):
    text = subprocess.run([launcher(flavour), "--version"], capture_output=True, text=True, timeout=20).stdout
    number = next((w for w in text.split() if w[0].isdigit() and "." in w), "?")
    return f"{flavour}-{number}"


def _autogroup():
    """Whether each session is a scheduling group of its own. If so, sched_yield gives the core only to processes of the
    same session."""
    path = pathlib.Path("/proc/sys/kernel/sched_autogroup_enabled")
    return path.read_text().strip() if path.exists() else "?"


def header(options):
    """Prints where and when the figures were measured."""
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    changed = subprocess.run(["git", "status", "--porcelain", "--", "shim", "native", "config", "bench"], capture_output=True, text=True, cwd=ROOT).stdout
    commit = _first_line(["git", "rev-parse", "--short=12", "HEAD"]) + ("+changes" if changed.strip() else "")
    facts = {"commit": commit, "cpu": model, "cores": cores(), "kernel": os.uname().release,
             "mpi": " ".join(mpi_version(f) for f in flavours(options)), "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
             "load": " ".join(f"{n:.2f}" for n in os.getloadavg()), "priority": "raised" if options.priority else "usual", "autogroup": _autogroup()}
    text = "\n".join(f"# {key}={value}" for key, value in facts.items())
    for out in [sys.stdout] + [options.raw] * bool(options.raw):
        print(text, file=out, flush=True)
