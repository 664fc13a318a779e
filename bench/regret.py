#!/usr/bin/env python3
"""Draws how much longer simulated runs under `auto` take than with the fastest candidate, as SVG on standard output.

    bench/regret.py BUILD_DIR [SEEDS] > regret.svg     after `ninja -C BUILD_DIR bench_regret`
"""
import csv
import subprocess
import sys

import chart


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    output = subprocess.run([f"{sys.argv[1]}/bin/bench_regret", *sys.argv[2:]], check=True, capture_output=True, text=True).stdout
    print(output, end="", file=sys.stderr)
    rows = list(csv.DictReader(output.splitlines()))
    columns = [(int(row["calls"]), row["calls"]) for row in rows]
    lines = {"auto": [float(row["regret"]) for row in rows], "without a budget": [float(row["regret_unlimited"]) for row in rows]}
    sys.stdout.write(chart.line_chart("Time of simulated runs", "calls", "divided by the time with the fastest candidate", columns, lines))


if __name__ == "__main__":
    main()
