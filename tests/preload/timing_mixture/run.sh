#!/usr/bin/env bash
# MPI_Wait and MPI_Sendrecv are always timed, but only sampled where a rank has only messages to itself. The record must not confuse the two
# cases.
source "$(dirname "$0")/../common.sh"
compile "$here/waits.c"
bare bare 2 "$work/waits"
expect_status bare 0
under under 2 "$work/waits"
expect_same bare under
expect_clean under 2
expect_counts under <<END
9612 MPI_Wait
4806 MPI_Sendrecv
END

[ -z "$bare_only" ] || exit 0
query under images >/dev/null
# Compares the program's own times of the long calls with the record's times of all calls; the short calls (some us each) add little.
/usr/bin/python3 - "$work/under.err" "$work/under.tables" <<'PYTHON' || fail "the record's times are not the program's"
import csv, re, sys
told = dict((m[1], (int(m[2]), int(m[3]))) for m in re.finditer(r"rank (\d): (\d+) (\d+)", open(sys.argv[1]).read()))
table = lambda name: list(csv.DictReader(open(f"{sys.argv[2]}/{name}.csv", newline="")))
wrong = []
for rank in table("ranks"):
    rows = [row for row in table("calls") if row["rank"] == rank["rank"] and row["is_call"] == "1"]
    time = lambda function: sum(float(row["time_ns"]) for row in rows if row["function"] == function)
    span = float(rank["elapsed_ns"])
    for function, own in zip(("MPI_Wait", "MPI_Sendrecv"), told[rank["rank"]]):
        if not 0.95 * own < time(function) < 1.5 * own + 30e6:
            wrong.append(f"rank {rank['rank']}: {function} {time(function) / 1e6:.1f} ms, by the program {own / 1e6:.1f}")
    if sum(float(row["time_ns"]) for row in rows) > 1.001 * span or any(float(row["time_ns"]) > span for row in rows):
        wrong.append(f"rank {rank['rank']}: more MPI time than the run's {span / 1e6:.1f} ms")
    # The record over time has the same sums for the whole run.
    bins = [row for row in table("time") if row["rank"] == rank["rank"]]
    kinds_of = {"wait_ns": ("wait", "probe"), "message_ns": ("send", "recv", "sendrecv", "start"), "collective_ns": ("collective",)}
    for column, kinds in kinds_of.items():
        in_rows = sum(float(row["time_ns"]) for row in rows if row["kind"] in kinds)
        in_bins = sum(float(row[column]) for row in bins)
        if abs(in_bins - in_rows) > 0.1 * in_rows + 30e6:
            wrong.append(f"rank {rank['rank']}: {column} over time {in_bins / 1e6:.1f} ms, in rows {in_rows / 1e6:.1f}")
    own = [row for row in table("calls") if row["rank"] == rank["rank"]]
    sent = sum(int(row["count"]) * int(row["bytes"]) for row in own if row["is_traffic"] == "1" and row["is_receive"] == "0")
    if sum(int(row["bytes"]) for row in bins) != sent:
        wrong.append(f"rank {rank['rank']}: other bytes over time than in rows")
    if not 1 < len(bins) <= 128 or float(bins[-1]["end_ns"]) < 0.99 * span:
        wrong.append(f"rank {rank['rank']}: {len(bins)} stretches of time do not cover the run")
print("\n".join(wrong), file=sys.stderr)
sys.exit(bool(wrong))
PYTHON
