#!/usr/bin/env python3
"""Sums up what tools/test has run.

usage: test_summary.py FOLDER

FOLDER has a JUnit file of ctest for each part (PART.xml), or PART.broken with one line when a part could not be run. Where tests
failed, PART.again has a second run of these alone; one that passes there counts as passed, and is named UNSTEADY. Prints each
part's counts, what failed, was unsteady or skipped with the reason, and as the last line `N passed, N failed, N skipped`.
Exit status: 0 when nothing failed and something passed.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

OUTCOMES = {"run": "passed", "fail": "failed", "notrun": "skipped", "disabled": "skipped"}


def reason_of(case):
    """Why a test was skipped: its own words, else ctest's."""
    said = re.search(r"SKIPPED: *(.*)", case.findtext("system-out") or "")
    if said:
        return said.group(1)
    element = case.find("skipped")
    return (element.get("message") if element is not None else "") or "no reason given"


def read_part(path):
    """(outcome, name, reason) of each test of one part."""
    if path.suffix == ".broken":
        return [("failed", path.stem, path.read_text().strip())]
    tests = []
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        outcome = OUTCOMES.get(case.get("status"), "failed")
        reason = reason_of(case) if outcome == "skipped" else ""
        # A test that ctest could not start is "notrun" too, but not one that the test itself skipped.
        if outcome == "skipped" and not reason_is_ours(case):
            outcome, reason = "failed", "not run: " + reason
        tests.append((outcome, case.get("name"), reason))
    return tests


def passed_again(path):
    """Names of the tests that passed in the second run."""
    again = path.with_suffix(".again")
    return {name for outcome, name, _ in read_part(again) if outcome == "passed"} if again.exists() else set()


def reason_is_ours(case):
    element = case.find("skipped")
    message = element.get("message", "") if element is not None else ""
    return case.get("status") == "disabled" or "SKIP_" in message or "SKIPPED:" in (case.findtext("system-out") or "")


def main(folder):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    remarks = []
    for path in sorted(pathlib.Path(folder).iterdir()):
        if path.suffix == ".again":
            continue
        steady = read_part(path)
        again = passed_again(path)
        unsteady = {name for outcome, name, _ in steady if outcome == "failed" and name in again}
        remarks += [("UNSTEADY", f"{path.stem}: {name}", "failed beside other tests, passed by itself") for name in unsteady]
        tests = [("passed", name, "") if name in unsteady else (outcome, name, reason) for outcome, name, reason in steady]
        part = {outcome: sum(1 for test in tests if test[0] == outcome) for outcome in counts}
        print(f"  {path.stem:<20}" + ", ".join(f"{number} {outcome}" for outcome, number in part.items()))
        remarks += [(outcome.upper(), f"{path.stem}: {name}", reason) for outcome, name, reason in tests if outcome != "passed"]
        for outcome in counts:
            counts[outcome] += part[outcome]
    for outcome, name, reason in sorted(remarks, reverse=True):
        print(f"{outcome} {name}" + (f": {reason}" if reason else ""))
    print(", ".join(f"{number} {outcome}" for outcome, number in counts.items()))
    return 0 if counts["failed"] == 0 and counts["passed"] > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
