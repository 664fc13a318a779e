#!/usr/bin/env python3
"""Checks that C and C++ sources are as clang-format 14 would write them (.clang-format).

usage: check_format.py ROOT CLANG_FORMAT         every tracked or new file below ROOT; exits with 1 when one differs
       check_format.py --self-test CLANG_FORMAT  a badly formatted sample: it must complain
With another version of clang-format, whose output differs, it exits with 77: skipped.
"""
import pathlib
import subprocess
import sys

from check_style import files_below, is_generated

VERSION = "version 14."
AT_A_TIME = 100


def differing(clang_format, root, names):
    """The files among `names`, relative to `root`, that are formatted otherwise."""
    bad = []
    for start in range(0, len(names), AT_A_TIME):
        run = subprocess.run([clang_format, "--dry-run", "--Werror", "--ferror-limit=1", *names[start:start + AT_A_TIME]],
                             cwd=root, capture_output=True, text=True)
        if run.returncode != 0:
            bad += sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": error: " in line})
    return bad


def main():
    where, clang_format = sys.argv[1:]
    if VERSION not in subprocess.run([clang_format, "--version"], capture_output=True, text=True, check=True).stdout:
        print(f"SKIPPED: {clang_format} is not {VERSION}x, whose output the sources follow")
        return 77
    if where == "--self-test":
        sample = subprocess.run([clang_format, "--dry-run", "--Werror", "--assume-filename=a.cpp", "--style=Google"],
                                input="int  a ;\n", capture_output=True, text=True)
        print("a bad sample is " + ("seen" if sample.returncode else "NOT seen"))
        return 0 if sample.returncode else 1
    names = [name for name in files_below(where) if name.endswith((".cpp", ".hpp", ".c", ".h")) and not is_generated(name)]
    bad = differing(clang_format, pathlib.Path(where), names)
    for name in bad:
        print(f"{name}: run clang-format -i {name}")
    print(f"{len(names)} files, {len(bad)} to be formatted")
    return 1 if bad or not names else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main())
