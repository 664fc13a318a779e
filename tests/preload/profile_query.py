#!/usr/bin/env python3
"""Answers the questions of the tests here about a profile that `shunt export --csv` wrote.

    profile_query.py DIRECTORY images                                ranks in the profile
    profile_query.py DIRECTORY calls NAME[,NAME...] [COLUMN=VALUE]   calls of these functions
    profile_query.py DIRECTORY wrong_counts                          of lines "COUNT NAME[,NAME...] [COLUMN=VALUE]" on standard input,
                                                                     what is not so
    profile_query.py DIRECTORY sent|received [COLUMN=VALUE]          point-to-point messages
    profile_query.py DIRECTORY how_messages_went [COLUMN=VALUE]      those that remote write carried, of table `messages`: how many, their bytes,
                                                                     how many were unexpected, sum and most of the queue's lengths
    profile_query.py DIRECTORY cancelled NAME                        operations of this function that were cancelled
    profile_query.py DIRECTORY unknown_messages                      rows of carried messages of which some went unknown ways
    profile_query.py DIRECTORY rule_ids NAME                         ids of the communicators that rules name so
    profile_query.py DIRECTORY matrix                                lines "FROM TO BYTES MESSAGES" of what was sent
    profile_query.py DIRECTORY ledger                                lines as self_count/ledger.h writes them

COLUMN is one of the table `calls` or `rule_name`, by which a rule means the communicator; `phase` means the label given to MPI_Pcontrol and `peer` a rank of MPI_COMM_WORLD;
VALUE may be several, with commas.
"""
import collections
import csv
import functools
import os
import sys

NOT_IN_LEDGER = {"MPI_Init", "MPI_Init_thread", "MPI_Finalize"}


@functools.cache
def table(directory, name):
    with open(os.path.join(directory, name + ".csv"), newline="") as file:
        return list(csv.DictReader(file))


@functools.cache
def call_rows(directory):
    labels = {(row["rank"], row["phase"]): row["label"] for row in table(directory, "phases")}
    names = {(row["rank"], row["comm"]): row["rule_name"] for row in table(directory, "communicators")}
    rows = table(directory, "calls")
    for row in rows:
        row["rule_name"] = names.get((row["rank"], row["comm"]), "")
        row["phase"] = labels[row["rank"], row["phase"]]
        row["peer"] = row["peer_world"]
    return rows


def chosen(rows, conditions):
    wanted = [condition.split("=", 1) for condition in conditions]
    return [row for row in rows if all(row[column] in values.split(",") for column, values in wanted)]


def total(rows):
    return sum(int(row["count"]) for row in rows)


def is_message(row, direction):
    moved = row["is_traffic"] == "1" and row["one_sided"] == "0" and row["cancelled"] == "0"
    return moved and row["is_receive"] == ("1" if direction == "received" else "0")


def calls(directory, names, conditions):
    names = names.split(",")
    rows = [row for row in call_rows(directory) if row["is_call"] == "1" and row["function"] in names]
    count = total(chosen(rows, conditions))
    if all(condition.startswith("rank=") for condition in conditions):  # the overflow table has no more columns
        count += total(chosen([row for row in table(directory, "overflow") if row["function"] in names], conditions))
    return count


def wrong_counts(directory, lines):
    if not lines:
        raise SystemExit("no counts to be compared")
    for line in lines:
        expected, names, *conditions = line.split()
        count = calls(directory, names, conditions)
        if count != int(expected):
            yield f"{count} calls of {' '.join([names, *conditions])}, not {expected}"


def messages(directory, direction, conditions):
    return total(chosen([row for row in call_rows(directory) if is_message(row, direction)], conditions))


def how_messages_went(directory, conditions):
    rows = chosen(table(directory, "messages"), conditions)
    sums = [sum(int(row[column] or 0) for row in rows) for column in ("messages", "moved_bytes", "unexpected", "queue_sum")]
    return " ".join(map(str, [*sums, max((int(row["queue_most"] or 0) for row in rows), default=0)]))


KEY_OF_MESSAGES = ("rank", "function", "comm", "phase", "peer", "peer_world", "bytes", "is_receive", "contiguous", "any_source", "callsite")


def unknown_messages(directory):
    sums = collections.defaultdict(lambda: [0, 0])
    for row in table(directory, "calls"):
        if row["engine"] != "remote_write" or not (is_message(row, "sent") or is_message(row, "received")):
            continue
        entry = sums[tuple(row[column] for column in KEY_OF_MESSAGES)]
        entry[0] += int(row["count"])
        entry[1] += int(row["count"]) * int(row["bytes"])
    for row in table(directory, "messages"):
        entry = sums[tuple(row[column] for column in KEY_OF_MESSAGES)]
        entry[0] -= int(row["messages"])
        entry[1] -= int(row["moved_bytes"])
    return [f"{' '.join(key)}: {count} messages, {size} bytes" for key, (count, size) in sums.items() if count or size]


def matrix(directory):
    sums = collections.defaultdict(lambda: [0, 0])
    for row in call_rows(directory):
        if is_message(row, "sent"):
            entry = sums[row["rank"], row["peer_world"]]
            entry[0] += int(row["count"]) * int(row["bytes"])
            entry[1] += int(row["count"])
    return [f"{sender} {receiver} {entry[0]} {entry[1]}" for (sender, receiver), entry in sums.items()]


def ledger(directory):
    sums = collections.Counter()
    for row in call_rows(directory):
        if row["is_call"] == "1" and row["function"] not in NOT_IN_LEDGER:
            sums["rank %s calls %s " % (row["rank"], row["function"])] += int(row["count"])
        for direction, words in (("sent", "sent to"), ("received", "received from")):
            if is_message(row, direction):
                sums["rank %s %s %s bytes %s: " % (row["rank"], words, row["peer"], row["bytes"])] += int(row["count"])
    return [key + str(count) for key, count in sums.items()]


def main(directory, question, *words):
    answers = {
        "images": lambda: [len(table(directory, "ranks"))],
        "calls": lambda: [calls(directory, words[0], words[1:])],
        "wrong_counts": lambda: wrong_counts(directory, sys.stdin.read().splitlines()),
        "sent": lambda: [messages(directory, "sent", words)],
        "received": lambda: [messages(directory, "received", words)],
        "how_messages_went": lambda: [how_messages_went(directory, words)],
        "cancelled": lambda: [total(chosen(table(directory, "calls"), ["cancelled=1", "function=" + words[0]]))],
        "unknown_messages": lambda: unknown_messages(directory),
        "rule_ids": lambda: sorted({row["id"] for row in table(directory, "communicators") if row["rule_name"] == words[0]}),
        "matrix": lambda: matrix(directory),
        "ledger": lambda: ledger(directory),
    }
    for line in answers[question]():
        print(line)


main(*sys.argv[1:])
