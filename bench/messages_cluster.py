#!/usr/bin/env python3
"""How long do messages between hosts take with the host MPI and with remote write? (messages_cluster.c)

One rank on each of two hosts of a virtual cluster. Each of --rounds rounds runs both MPIs, bare and with remote write,
one after the other. For each measurement, the table has the median of the runs' medians, the share of the network's
rate that it reaches (1448 of the 1514 bytes of a packet are data), and the time with remote write over the bare time.
Processor time is that of both ranks.
"""
import collections
import re
import statistics

import cluster
import lab

LINE = re.compile(r"what=(\S+) bytes=(\d+) median_s=(\S+) cpu_s=(\S+)")
RULES = "p2p -> remote_write"
DATA, PACKET = 1448, 1514


def run(options, flavour, settings):
    """{(what, bytes): (seconds, processor seconds)}"""
    line = [options.shunt, "cluster", "run", "--name", options.name, "--hosts", "2", "--", lab.launcher(flavour)]
    if flavour == "mpich":
        settings = dict(settings, UCX_TLS="self,tcp")   # hosts must not communicate by this machine's memory
        for key, value in settings.items():
            line += ["-genv", key, value]
    else:
        for key, value in settings.items():
            line += ["-x", f"{key}={value}"]
    line += ["-np", "2", lab.program(options, flavour, "messages_cluster"), str(options.repeats), options.sizes]
    done = cluster.run_command(options, line)
    found = {(what, int(size)): (float(took), float(cpu)) for what, size, took, cpu in LINE.findall(done.stdout)}
    if not found:
        raise SystemExit(f"{flavour} {settings}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return found


def main():
    parser = lab.arguments(__doc__)
    parser.add_argument("--rate", default="20mbit", help="rate of each port")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each kind, interleaved")
    parser.add_argument("--repeats", type=int, default=7, help="repetitions of each measurement in a run")
    parser.add_argument("--sizes", default="0,1048576", help="bytes, separated by commas")
    parser.add_argument("--name", default="msgbench", help="name of the cluster")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.shunt = str(options.build / "bin" / "shunt")
    lab.header(options)
    bits = cluster.bits_of(options.rate)
    carried = {"LD_PRELOAD": lab.library(options), "SHUNT_RECORD": "off", "SHUNT_RULES": RULES}
    kinds = [(flavour, settings) for flavour in lab.flavours(options) for settings in ({}, carried)]
    took = collections.defaultdict(lambda: collections.defaultdict(list))
    with lab.cluster(options.shunt, options.name, 2, options.rate):
        for _ in range(options.rounds):
            for flavour, settings in kinds:
                for question, values in run(options, flavour, settings).items():
                    took[question][flavour, bool(settings)].append(values)
    print(f"# rate={options.rate} rounds={options.rounds}")
    print("what,bytes,mpi,host_s,carried_s,carried_of_host,host_of_wire,carried_of_wire,host_cpu_s,carried_cpu_s,cpu_of_host")
    for (what, size), runs in took.items():
        for flavour in lab.flavours(options):
            (host, host_cpu), (own, own_cpu) = ([statistics.median(column) for column in zip(*runs[flavour, is_carried])] for is_carried in (False, True))
            wire = size * 8 / bits * PACKET / DATA
            share = f"{wire / host:.3f},{wire / own:.3f}" if size >= 65536 and what != "half" else "-,-"
            print(f"{what},{size},{flavour},{host:.9f},{own:.9f},{own / host:.3f},{share},{host_cpu:.9f},{own_cpu:.9f},{own_cpu / max(host_cpu, 1e-12):.3f}")


if __name__ == "__main__":
    main()
