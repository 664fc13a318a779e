#!/usr/bin/env python3
"""Types into an interactive bash on a terminal of its own, with tabs, and looks at what the line has become: typing.py COMPLETION

Runs in a folder that holds app.shunt and app.html."""
import os
import pty
import re
import select
import sys
import time

# The typed text, with \t for the tab key; then the expected line.
LINES = (
    ("shunt repo\t", "shunt report "),
    ("shunt run --wai\t", "shunt run --wait"),
    ("shunt run --wait gen\t", "shunt run --wait gentle "),
    ("shunt run --wait=gen\t", "shunt run --wait=gentle "),
    ("shunt run --rules 'allto\t 64K.. -> pha\t", "shunt run --rules 'alltoall 64K.. -> phased"),
    ("shunt run --rules 'bcast 64K.. -> mult\t; reduce_scatter_b\t -> pip\t' -- true",
     "shunt run --rules 'bcast 64K.. -> multicast; reduce_scatter_block -> pipeline' -- true"),
    ('shunt run --rules "bcast -> host alg\t', 'shunt run --rules "bcast -> host algorithm='),
    ("shunt report a\t", "shunt report app.shunt "),
    ("shunt run --html a\th", "shunt run --html app.h"),
    ("shunt cluster sta\t", "shunt cluster status "),
)


def read_until(terminal, mark, seconds=10):
    text, end = "", time.monotonic() + seconds
    while mark not in text:
        if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
            sys.exit(f"FAILED: the shell did not answer: {text!r}")
        text += os.read(terminal, 65536).decode(errors="replace")
    return text


def shown(terminal, typed):
    """The line after `typed`: bash prints its words by a function bound to a key."""
    os.write(terminal, typed.encode())
    time.sleep(0.3)
    os.write(terminal, b"\x18\x19")  # ctrl-x ctrl-y
    answer = read_until(terminal, "<END>")
    os.write(terminal, b"\x15")  # ctrl-u: an empty line
    return re.search(r"<LINE>(.*)<END>", answer, re.S).group(1)


def main():
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", PS1="$ ", COLUMNS="500")
        os.execvp("bash", ["bash", "--norc", "--noprofile", "-i"])
    os.write(terminal, (f"source {sys.argv[1]}; bind -x '\"\\C-x\\C-y\": printf \"\\n<LI\"\"NE>%s<EN\"\"D>\" \"$READLINE_LINE\"'; "
                        "stty cols 500; echo REA''DY\n").encode())
    read_until(terminal, "READY")
    wrong = [(typed, wanted, line) for typed, wanted in LINES if (line := shown(terminal, typed)) != wanted]
    os.close(terminal)
    os.waitpid(child, 0)
    for typed, wanted, line in wrong:
        print(f"FAILED: {typed!r} became {line!r}, not {wanted!r}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
