#!/usr/bin/env python3
"""Puts of the RDMA transport beside the tools of perftest, in the guest of tests/verbs or on devices of this machine; CSV on stdout.

usage: verbs.py [--build DIR] [--rounds N]                    boots the guest
       verbs.py --devices A B --gid N [--build DIR] [...]     where such devices are

Each round runs ib_write_bw (or ib_write_lat) and ours, one right after the other; medians of the rounds. `ratio` is ours over theirs.
Rows `words` are us one way (8 bytes, receiver asleep or polling as it likes), `puts` and `copies` MB/s (10^6).
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIZES = ((4096, 1000), (65536, 200), (1 << 20, 30), (4 << 20, 10))


def perftest(tool, arguments, devices, gid, port):
    """The last line of one tool's table, as words."""
    common = [tool, "-x", str(gid), "-p", str(port), *arguments]
    server = subprocess.Popen([*common, "-d", devices[0]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(40):  # until it listens
            time.sleep(0.25)
            client = subprocess.run([*common, "-d", devices[1], "127.0.0.1"], capture_output=True, text=True)
            if client.returncode == 0:
                break
        server.wait(60)
    finally:
        server.kill()
    rows = [line.split() for line in client.stdout.splitlines() if line.split() and line.split()[0].isdigit()]
    if not rows:
        sys.exit(f"{tool} gave no figures:\n{client.stdout}{client.stderr}")
    return rows[-1]


def ours(build, devices, mode, size, count):
    done = subprocess.run([build / "bin/bench_verbs", *devices, mode, str(size), str(count)], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"bench_verbs {mode} {size} failed: {done.stderr}")
    return float(done.stdout)


def measure(build, devices, gid, rounds):
    print("what,bytes,ours,perftest,ratio")
    port = 18600
    latency, own = [], []
    for _ in range(rounds):
        port += 1
        latency.append(float(perftest("ib_write_lat", ["-s", "8", "-n", "500"], devices, gid, port)[4]))
        own.append(ours(build, devices, "words", 8, 500))
    show("words", 8, own, latency)
    for size, count in SIZES:
        bandwidth, puts, copies = [], [], []
        for _ in range(rounds):
            port += 1
            bandwidth.append(float(perftest("ib_write_bw", ["-s", str(size), "-n", str(count), "--report_gbits"], devices, gid, port)[3]) * 125)
            puts.append(ours(build, devices, "puts", size, count))
            copies.append(ours(build, devices, "copies", size, count))
        show("puts", size, puts, bandwidth)
        show("copies", size, copies, bandwidth)


def show(what, size, own, theirs):
    mine, other = statistics.median(own), statistics.median(theirs)
    print(f"{what},{size},{mine:.2f},{other:.2f},{mine / other:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--devices", nargs=2)
    parser.add_argument("--gid", type=int, default=1)
    given = parser.parse_args()
    build = given.build.resolve()
    if given.devices:
        return measure(build, given.devices, given.gid, given.rounds)
    guest = ROOT / "tests/verbs/guest/run"
    again = [sys.executable, __file__, "--build", str(build), "--rounds", str(given.rounds), "--devices", "rxe0", "rxe1"]
    os.execv(guest, [str(guest), "--timeout", "1200", "--", *again])


if __name__ == "__main__":
    main()
