#!/usr/bin/env python3
"""How fast are puts of the RDMA transport, compared with the tools of perftest, and collectives and messages over RDMA,
compared with the host's own? Runs in the guest of tests/verbs, or on devices of this machine; prints CSV.

usage: verbs.py [--build DIR] [--rounds N]                    boots the guest
       verbs.py --devices A B --gid N [--build DIR] [...]     on a machine that has such devices

The first table: each round runs ib_write_bw (or ib_write_lat), then bench_verbs; the figures are medians over the
rounds. `ratio` is bench_verbs over perftest. Rows `words` are us in one direction (8 bytes; the receiver may sleep or
poll), rows `puts` and `copies` MB/s (10^6).
The second table has the median call of collectives in us, with two ranks of Open MPI that have a node and a device
each: by pipelines over RDMA and over TCP, and by the host over RDMA (UCX) and over TCP. `ratio` is the host over RDMA
divided by the pipeline over RDMA: above 1, the pipeline is faster. `wire` is the time that ib_write_bw with 1 MB needs
for as many bytes, divided by the pipeline's time. (In the guest the processor emulates RDMA. TCP stays within one
kernel there, and is faster.)
The third table has messages between those two ranks in us: half a round trip, one message in one direction, an exchange
in both directions at once; by remote write over RDMA and TCP, by the host over RDMA and TCP, and the time that
ib_write_lat and ib_write_bw need for as many bytes in one direction.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RANK = ROOT / "tests/verbs/mpi/on_node.sh"
OPERATIONS = ("bcast", "reduce")
FIRST, LAST, CALLS = 65536, 4 << 20, 12
MESSAGES, MESSAGE_SIZES = 10, (8, 65536, 1 << 20, 4 << 20)
SIZES = ((4096, 1000), (65536, 200), (1 << 20, 30), (4 << 20, 10))


def perftest(tool, arguments, devices, gid, port):
    """The last line of the table that a tool of perftest prints, as words."""
    common = [tool, "-x", str(gid), "-p", str(port), *arguments]
    server = subprocess.Popen([*common, "-d", devices[0]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(40):  # until the server listens
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


def run_ranks(build, devices, way, program, settings):
    """The output of two ranks of `program`; empty if the host fails. `way`: verbs or tcp (an engine, by `settings`),
    ucx or ob1 (the host)."""
    launcher = ["mpirun.openmpi", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "--mca", "plm", "isolated", "--mca", "osc", "^rdma"]
    launcher += ["--mca", "pml", "ucx"] if way == "ucx" else ["--mca", "pml", "ob1", "--mca", "btl", "self,tcp"]
    first = f"export SHUNT_VERBS_DEVICE={devices[0]} UCX_NET_DEVICES={devices[0]}:1"
    second = f"export SHUNT_VERBS_DEVICE={devices[1]} UCX_NET_DEVICES={devices[1]}:1"
    rank = ["bash", "-c", f'if [ "$OMPI_COMM_WORLD_RANK" = 0 ]; then {first}; else {second}; fi; exec "$@"', "rank", str(RANK), "1"]
    environment = dict(os.environ, UCX_TLS="self,rc_verbs,ud_verbs", UCX_IB_GID_INDEX="0", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    if way in ("verbs", "tcp"):
        settings = {"LD_PRELOAD": build / "lib/libshunt.so", "SHUNT_PIPELINE_INTERFACE": "127.0.0.0/8", "SHUNT_WAIT": "host", "SHUNT_RECORD": "off",
                    **settings}
        program = ["env", *(f"{key}={value}" for key, value in settings.items()), *program]
    try:
        done = subprocess.run([*launcher, "-np", "2", *rank, *program], capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, timeout=120)
    except subprocess.TimeoutExpired:
        return ""
    if done.returncode != 0 and way in ("verbs", "tcp"):
        sys.exit(f"{program} by {way}: status {done.returncode}\n{done.stdout}{done.stderr}")
    if "RDMA" in done.stderr:
        sys.exit(done.stderr)
    return done.stdout


def collective(build, devices, operation, way, costs):
    """{bytes: us} of one run."""
    program = [str(build / "bench/openmpi/pipeline"), operation, str(FIRST), str(LAST), str(CALLS), "1", "1"]
    settings = {"SHUNT_RULES": "bcast -> pipeline choose=always; reduce -> pipeline choose=always", "SHUNT_PIPELINE_WAY": way, **costs}
    said = run_ranks(build, devices, way, program, settings)
    return {int(row.split()[0]): float(row.split()[2]) for row in said.splitlines() if row[:1].isdigit()}


def messages_once(build, devices, way):
    """{(what, bytes): us} of one run."""
    program = [str(build / "bench/openmpi/messages_cluster"), str(MESSAGES), ",".join(str(size) for size in MESSAGE_SIZES)]
    said = run_ranks(build, devices, way, program, {"SHUNT_RULES": "p2p -> remote_write", "SHUNT_P2P_WAY": way})
    rows = [dict(pair.split("=") for pair in row.split()) for row in said.splitlines() if row.startswith("what=")]
    return {(row["what"], int(row["bytes"])): float(row["median_s"]) * 1e6 for row in rows}


def messages(build, devices, gid, rounds):
    print("messages,bytes,verbs,tcp,host ucx,host tcp,perftest,perftest/verbs")
    found, limits = {}, {}
    for number in range(rounds):
        port = 18800 + 10 * number
        limits.setdefault("half", []).append(float(perftest("ib_write_lat", ["-s", "8", "-n", "500"], devices, gid, port)[4]))
        for i, size in enumerate(MESSAGE_SIZES[1:]):
            tool = ["-s", str(size), "-n", "30", "--report_gbits"]
            limits.setdefault(size, []).append(size / 125 / float(perftest("ib_write_bw", tool, devices, gid, port + i + 1)[3]))
        for way in ("verbs", "ucx", "tcp", "ob1"):
            for key, us in messages_once(build, devices, way).items():
                found.setdefault(key, {}).setdefault(way, []).append(us)
    for (what, size), us in found.items():
        median = {way: statistics.median(us[way]) if way in us else float("nan") for way in ("verbs", "tcp", "ucx", "ob1")}
        limit = statistics.median(limits["half" if size == MESSAGE_SIZES[0] else size])
        row = ",".join(f"{each:.1f}" for each in median.values())
        print(f"{what},{size},{row},{limit:.1f},{limit / median['verbs']:.2f}", flush=True)


def pipelines(build, devices, gid, rounds):
    print("operation,bytes,pipeline verbs,pipeline tcp,host ucx,host tcp,ratio,wire")
    bandwidth, costs = [], {}
    ways = ("verbs", "ucx", "tcp", "ob1")
    for operation in OPERATIONS:
        found = {way: {} for way in ways}
        for _ in range(rounds):
            port = 18400 + len(bandwidth)
            bandwidth.append(float(perftest("ib_write_bw", ["-s", str(1 << 20), "-n", "30", "--report_gbits"], devices, gid, port)[3]) * 125)
            if not costs:  # the costs that determine block sizes
                costs["SHUNT_PIPELINE_VERBS_LATENCY"] = f"{ours(build, devices, 'words', 8, 300):.0f}us"
                costs["SHUNT_PIPELINE_VERBS_MOVE"] = f"{(1 << 20) / bandwidth[0]:.0f}us"
            for way in ways:
                for size, us in collective(build, devices, operation, way, costs).items():
                    found[way].setdefault(size, []).append(us)
        size = FIRST
        while size <= LAST:
            us = {way: statistics.median(found[way][size]) if size in found[way] else float("nan") for way in ways}
            row = ",".join(f"{us[way]:.0f}" for way in ("verbs", "tcp", "ucx", "ob1"))
            wire = size / statistics.median(bandwidth) / us["verbs"]
            print(f"{operation},{size},{row},{us['ucx'] / us['verbs']:.2f},{wire:.2f}", flush=True)
            size *= 2


def show(what, size, own, theirs):
    mine, other = statistics.median(own), statistics.median(theirs)
    print(f"{what},{size},{mine:.2f},{other:.2f},{mine / other:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--devices", nargs=2)
    parser.add_argument("--gid", type=int, default=1)
    parser.add_argument("--what", choices=("puts", "pipelines", "messages", "all"), default="all")
    given = parser.parse_args()
    build = given.build.resolve()
    if given.devices:
        for what, table in (("puts", measure), ("pipelines", pipelines), ("messages", messages)):
            if given.what in (what, "all"):
                table(build, given.devices, given.gid, given.rounds)
        return
    guest = ROOT / "tests/verbs/guest/run"
    again = [sys.executable, __file__, "--build", str(build), "--rounds", str(given.rounds), "--what", given.what, "--devices", "rxe0", "rxe1"]
    os.execv(guest, [str(guest), "--timeout", "1200", "--", *again])


if __name__ == "__main__":
    main()
