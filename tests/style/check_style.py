#!/usr/bin/env python3
"""Checks rules of the house that no compiler checks.

usage: check_style.py ROOT        every tracked or new file below ROOT; exits with 1 when a rule is broken
       check_style.py --self-test each rule against a bad and a good sample: it must complain of the first alone
"""
import pathlib
import re
import subprocess
import sys

CODE = (".cpp", ".hpp", ".c", ".h", ".inc", ".S")
SOURCE = CODE + (".py", ".sh", ".cmake", ".js", ".css", ".html", "CMakeLists.txt")
MOST_LINES = 400
WIDEST_LINE = 120
# the page's one script: its parts share helpers, and the page has room for one
LONGER = {"tools/report/report.js": 470, "native/engines/phased/inter_node_call.cpp": 411, "tools/report/html.cpp": 510}


def is_generated(path):
    return "/generated/" in path


def without_comments_and_texts(text):
    """C++ with comments and string contents blanked; line numbers stay."""
    pattern = r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def lines_matching(pattern, text):
    return [number for number, line in enumerate(text.split("\n"), 1) if re.search(pattern, line)]


# ---- who may include whom -------------------------------------------------------------------------------------------------------

# The parts of the tree. A path within another's path is listed before it.
PARTS = (
    ("native/base/", "base"), ("native/net/", "net"), ("native/schedule/", "schedule"), ("native/program/", "program"),
    ("native/script/", "script"), ("native/node/", "node"),
    ("native/memory/verbs/", "verbs"), ("native/memory/", "memory"),
    ("native/engines/null/", "null"), ("native/engines/multicast/", "multicast"), ("native/engines/phased/", "phased"),
    ("native/engines/pipeline/", "pipeline"), ("native/engines/shared/", "shared"), ("native/engines/remote_write/", "remote-write"), ("native/engines/script/", "script-engine"),
    ("native/engines/registry.", "registry"), ("native/engines/", "contract"),
    ("native/select/", "select"), ("native/", "unknown part of native"),
    ("config/", "config"), ("shim/observe/record/", "record"),
    ("shim/table/generated/function_number.hpp", "record"), ("shim/table/generated/function_table.hpp", "record"),
    # These generated files belong to the parts for which they are made.
    ("shim/table/generated/wrappers.cpp", "wrappers"), ("shim/table/generated/trampolines.S", "preload"),
    ("shim/table/", "table"), ("shim/host/", "host"), ("shim/objects/", "objects"), ("shim/observe/", "observe"),
    ("shim/offload/", "offload"), ("shim/wrappers/", "wrappers"),
    ("shim/preload/backend.hpp", "backend-interface"), ("shim/preload/", "preload"),
    ("shim/include/", "public-header"), ("shim/trial/", "trial"), ("shim/", "unknown part of shim"), ("tools/", "tools"),
)


def part_of(path):
    """The part that a file or an include belongs to."""
    return next((part for prefix, part in PARTS if path.startswith(prefix)), "")


# What each part may include, beside itself. An engine includes no other engine, and no part includes a part above it.
MAY_INCLUDE = {
    "base": "",
    "net": "base",
    "schedule": "base",
    "program": "base",
    "script": "base program",
    "node": "base",
    "config": "base",
    "record": "base",
    "memory": "base net node",
    "verbs": "base net node memory",
    "contract": "base",
    "null": "base contract",
    "multicast": "base net node contract",
    "phased": "base net node schedule program contract",
    "shared": "base net node memory verbs contract",
    "remote-write": "base net node memory verbs",
    "pipeline": "base net node memory verbs program contract shared",
    "script-engine": "base net node memory verbs contract shared program script",
    "registry": "contract null multicast phased pipeline script-engine",
    "select": "base config contract registry",
    "table": "record",
    "host": "base config record table",
    "objects": "base contract record table host",
    "observe": "base config record table host objects",
    "offload": "base net config contract remote-write registry select record table host objects observe",
    "wrappers": "base net verbs config contract remote-write registry select record table host objects observe offload backend-interface",
    "backend-interface": "",
    "preload": "table backend-interface",
    "public-header": "",
    "trial": "",
    "tools": "base net program script config record contract select",
}


def forbidden_includes(path, text):
    part = part_of(path)
    if not part or not path.endswith(CODE):
        return []
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        other = part_of(include.group(1)) if include else part
        if other != part and other not in MAY_INCLUDE.get(part, "").split():
            found.append((number, f"{part} may not include {include.group(1)}"))
    return found


def mpi_header(path, text):
    may = path.startswith(("shim/", "tests/", "bench/")) and part_of(path) != "record"
    if may or not path.endswith(CODE):
        return []
    return [(n, "mpi.h belongs to shim, tests and bench alone") for n in lines_matching(r"#\s*include\s*[<\"]mpi\.h", text)]


# Only these files call the functions that decide who carries a call; all others use the decision.
DECIDES = ("native/select/decide.cpp", "native/select/auto.cpp", "native/select/rule_effect.cpp")


# The files that keep and query the communicator's probation. An engine only reports which sizes it has found (SizesFound).
ON_PROBATION = ("native/select/size_probation.hpp", "shim/offload/team_cache.hpp")


def second_decision(path, text):
    if not path.startswith(("shim/", "native/", "tools/")) or not path.endswith(CODE) or path in DECIDES:
        return []
    asks = r"(?:->|[\w)]\.)(?:supports|prospect)\s*\(|\bconfig::decide\s*\("
    if path not in ON_PROBATION:
        asks += r"|\bSizeProbation\b"
    if not path.startswith(("native/select/", "shim/offload/")):
        asks += r"|\bleaves\s*\("
    return [(n, "who carries a call is decided in native/select alone") for n in lines_matching(asks, without_comments_and_texts(text))]


# ---- what may be called ---------------------------------------------------------------------------------------------------------

def environment_access(path, text):
    if not path.startswith(("shim/", "native/", "tools/")) or not path.endswith(CODE):
        return []
    bare = without_comments_and_texts(text)
    return [(n, "the environment is read in config/environment.cpp alone") for n in lines_matching(r"\b(secure_)?getenv\s*\(|\benviron\b", bare)]


FORBIDDEN_CALLS = (r"(?<![\w.>])(?:std::|::)?(?:exit|_exit|_Exit|quick_exit|abort|terminate|assert|printf|puts|putchar|signal|sigaction|atexit)\s*\("
                   r"|\bstd::(?:cout|cerr|clog)\b|\bstdout\b|\bthrow\b|__attribute__\s*\(\(\s*constructor")


# file -> a line of it that is allowed nevertheless
ALLOWED_CALLS = {
    "shim/preload/preload.cpp": "_exit(127);",  # a name that cannot be found ends the process, as the dynamic loader would
    # an abort that the host has sent would be lost with our thread
    "shim/host/pmi_relay.cpp": "static const bool registered = std::atexit(drain_at_exit) == 0;",
}


def forbidden_calls(path, text):
    if not path.startswith(("shim/", "native/")) or not path.endswith(CODE):
        return []
    lines = text.split("\n")
    found = [(n, "not inside somebody else's process: exit, abort, assert, throw, stdout, signal handlers, constructors")
             for n in lines_matching(FORBIDDEN_CALLS, without_comments_and_texts(text))
             if lines[n - 1].strip() != ALLOWED_CALLS.get(path)]
    return found + [(n, "<iostream> has a global constructor") for n in lines_matching(r"#\s*include\s*<iostream>", text)]


def locale_numbers(path, text):
    if not path.startswith(("shim/", "native/", "config/")) or path.startswith("shim/trial/") or not path.endswith(CODE):
        return []
    lines = text.split("\n")
    conversion = r'"(?:[^"\\]|\\.)*%[-+#0-9.*]*[lL]?[aefgAEFG]'
    calls = r"\b(?:atof|strto(?:d|f|ld)|sto(?:d|f|ld))\s*\("
    found = {*lines_matching(calls, without_comments_and_texts(text)), *lines_matching(conversion, text)}
    return [(n, "the program's locale may have a comma in numbers (native/base/number_text.hpp)")
            for n in sorted(found) if not lines[n - 1].lstrip().startswith("//")]


def host_conditionals(path, text):
    if not path.startswith(("shim/", "native/", "tools/", "config/")) or part_of(path) in ("host", "table") or not path.endswith(CODE):
        return []
    return [(n, "which host it is, is asked in shim/host alone (quirks.hpp)")
            for n in lines_matching(r"^\s*#.*\b(?:OPEN_MPI|OMPI_\w+|MPICH|MPICH_\w+|I_MPI_\w+)\b", text)]


# ---- the form of files ----------------------------------------------------------------------------------------------------------

def long_files(path, text):
    count, most = text.count("\n"), LONGER.get(path, MOST_LINES)
    if is_generated(path) or not path.endswith(SOURCE) or count <= most:
        return []
    return [(count, f"{count} lines, at most {most}")]


def long_lines(path, text):
    if is_generated(path) or not path.endswith((".cpp", ".hpp", ".c", ".h")):
        return []
    return [(n, f"{len(line)} characters, at most {WIDEST_LINE}") for n, line in enumerate(text.split("\n"), 1) if len(line) > WIDEST_LINE]


def tabs(path, text):
    return [(n, "a tab") for n in lines_matching("\t", text)] if path.endswith(SOURCE + (".md", ".json")) else []


def trailing_blanks(path, text):
    return [(n, "blanks at the end of the line") for n in lines_matching(r"[ \t]$", text)] if path.endswith(SOURCE) else []


def machine_paths(path, text):
    if path.startswith("tests/unit/"):  # there, paths are data
        return []
    return [(n, "a path of one machine") for n in lines_matching(r"(?<![\w.$}])/(?:home|root|work|Users)/\w", text)]


def unfinished(path, text):
    return [(n, "unfinished") for n in lines_matching(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b", text)] if path.endswith(SOURCE + (".md",)) else []


def missing_files(path, text):
    """Files that a document names by their path here, or by the end of it."""
    if not path.endswith(".md") or not FILES:
        return []
    named = re.compile(r"`((?:[a-z0-9_]+/)*[a-z0-9_]+\.(?:cpp|hpp|py|sh|lua))`")
    return [(n, f"there is no file {name}") for n, line in enumerate(text.split("\n"), 1) for name in named.findall(line)
            if "/" in name and not any(("/" + file).endswith("/" + name) for file in FILES)]


FILES = {"native/base/clock.hpp"}   # for the samples; check() has all

# rule, a bad sample (path, text), a good one
RULES = (
    (forbidden_includes, ("tools/a.cpp", '#include "shim/observe/session.hpp"\n'),
     ("tools/a.cpp", '#include "shim/observe/record/format.hpp"\n')),
    (forbidden_includes, ("native/base/a.hpp", '#include "config/options.hpp"\n'),
     ("native/engines/phased/a.hpp", '#include "native/base/clock.hpp"\n')),
    (forbidden_includes, ("native/engines/phased/a.cpp", '#include "native/engines/multicast/hub.hpp"\n'),
     ("native/engines/registry.cpp", '#include "native/engines/phased/engine.hpp"\n')),
    (forbidden_includes, ("native/script/a.cpp", '#include "native/engines/contract.hpp"\n'),
     ("native/script/a.cpp", '#include "native/program/goal.hpp"\n')),
    (forbidden_includes, ("native/program/a.cpp", '#include "native/schedule/schedule.hpp"\n'),
     ("tools/script/a.cpp", '#include "native/program/checker.hpp"\n')),
    (forbidden_includes, ("native/node/a.cpp", '#include "native/engines/contract.hpp"\n'),
     ("native/memory/a.cpp", '#include "native/node/segment.hpp"\n')),
    (forbidden_includes, ("native/new/a.cpp", '#include "native/engines/contract.hpp"\n'),
     ("native/memory/verbs/a.cpp", '#include "native/memory/setup.hpp"\n')),
    (forbidden_includes, ("shim/offload/a.cpp", '#include "native/engines/phased/team.hpp"\n'),
     ("shim/offload/a.cpp", '#include "native/engines/registry.hpp"\n')),
    (forbidden_includes, ("shim/observe/record/a.cpp", '#include "shim/host/status.hpp"\n'),
     ("shim/objects/a.cpp", '#include "native/engines/contract.hpp"\n')),
    (forbidden_includes, ("shim/new/a.cpp", '#include "shim/host/log.hpp"\n'), ("shim/include/a.h", '#include <mpi.h>\n')),
    (forbidden_includes, ("shim/table/a.hpp", '#include "shim/host/log.hpp"\n'),
     ("shim/host/a.hpp", '#include "shim/table/generated/host_mpi.hpp"\n')),
    (forbidden_includes, ("shim/host/a.cpp", '#include "shim/objects/communicator.hpp"\n'),
     ("shim/objects/a.cpp", '#include "shim/host/own_world.hpp"\n')),
    (forbidden_includes, ("shim/objects/a.cpp", '#include "shim/observe/session.hpp"\n'),
     ("shim/observe/a.hpp", '#include "shim/objects/communicator.hpp"\n')),
    (forbidden_includes, ("shim/observe/a.cpp", '#include "shim/offload/offload.hpp"\n'),
     ("shim/offload/a.hpp", '#include "shim/observe/session.hpp"\n')),
    (forbidden_includes, ("shim/observe/a.cpp", '#include "native/select/decide.hpp"\n'),
     ("shim/offload/a.cpp", '#include "native/select/decide.hpp"\n')),
    (forbidden_includes, ("shim/offload/a.cpp", '#include "shim/wrappers/message.hpp"\n'),
     ("shim/wrappers/a.hpp", '#include "shim/offload/carry.hpp"\n')),
    (forbidden_includes, ("shim/wrappers/a.cpp", '#include "shim/preload/host_library.hpp"\n'),
     ("shim/wrappers/a.cpp", '#include "shim/preload/backend.hpp"\n')),
    (forbidden_includes, ("shim/preload/a.cpp", '#include "shim/wrappers/wrapper_table.hpp"\n'),
     ("shim/table/generated/wrappers.cpp", '#include "shim/wrappers/wrapper_table.hpp"\n')),
    (second_decision, ("shim/a.cpp", "if (engine->prospect(facts, options).wins) carry();\n"),
     ("native/select/decide.cpp", "engine->prospect(facts, options).wins;\n")),
    (second_decision, ("tools/a.cpp", "config::decide(rules, facts);\n"),
     ("native/engines/phased/engine.cpp", "Prospect PhasedEngine::prospect(const Facts& facts) const {\n")),
    (second_decision, ("native/engines/phased/team.hpp", "SizeProbation probation_;\n"),
     ("shim/offload/team_cache.hpp", "SizeProbation probation;\n")),
    (second_decision, ("native/engines/contract.hpp", "virtual bool leaves(const CollectiveCall&) { return false; }\n"),
     ("shim/offload/team_call.cpp", "if (memory.probation.leaves()) return;\n")),
    (mpi_header, ("tools/a.cpp", "#include <mpi.h>\n"), ("bench/a.cpp", "#include <mpi.h>\n")),
    (mpi_header, ("shim/observe/record/a.hpp", "#include <mpi.h>\n"), ("shim/a.hpp", "#include <mpi.h>\n")),
    (environment_access, ("shim/a.cpp", 'auto* x = std::getenv("A");\n'), ("shim/a.cpp", "// no getenv() here\n")),
    (environment_access, ("tools/a.cpp", "extern char** environ;\n"), ("config/a.cpp", "extern char** environ;\n")),
    (forbidden_calls, ("shim/a.cpp", "void f() { std::abort(); }\n"), ("shim/a.cpp", "void f() { host.abort(); MPI_Abort(c, 1); }\n")),
    (forbidden_calls, ("native/a.cpp", "void f() { exit(1); }\n"), ("native/a.cpp", "static_assert(true);\n")),
    (forbidden_calls, ("native/a.cpp", "void f() { throw 1; }\n"), ("native/a.cpp", 'const char* t = "throw";  // throw\n')),
    (forbidden_calls, ("shim/a.cpp", "#include <iostream>\n"), ("tools/a.cpp", "#include <iostream>\n")),
    (locale_numbers, ("native/a.cpp", 'std::snprintf(text, size, "%.*fus", digits, us);\n'),
     ("tools/a.cpp", 'std::snprintf(text, size, "%.1f", us);\n')),
    (locale_numbers, ("shim/a.cpp", "double us = std::atof(text);\n"),
     ("shim/a.cpp", 'SHUNT_INFO("100 % for %s of %.48s and %5u", a, b, c);\n')),
    (host_conditionals, ("shim/objects/a.hpp", "#if defined(OPEN_MPI)\n"), ("shim/host/a.hpp", "#if defined(MPICH_VERSION)\n")),
    (long_files, ("native/a.cpp", "\n" * (MOST_LINES + 1)), ("shim/table/generated/a.cpp", "\n" * (MOST_LINES + 1))),
    (long_lines, ("native/a.cpp", "//" + "a" * (WIDEST_LINE - 1) + "\n"), ("native/a.cpp", "//" + "a" * (WIDEST_LINE - 2) + "\n")),
    (tabs, ("native/a.cpp", "\tint a;\n"), ("native/a.cpp", "    int a;\n")),
    (trailing_blanks, ("native/a.cpp", "int a; \n"), ("native/a.cpp", "int a;\n")),
    (machine_paths, ("README.md", "cd /ho" + "me/someone/shunt\n"), ("README.md", "cd $HOME/someone\n")),
    (unfinished, ("native/a.cpp", "// TO" + "DO later\n"), ("native/a.cpp", "// done\n")),
    (missing_files, ("native/README.md", "See `base/clocks.hpp`.\n"), ("native/README.md", "See `base/clock.hpp`, or `my.lua`.\n")),
)


def complaints(path, text):
    for rule in dict.fromkeys(rule for rule, _, _ in RULES):
        for number, message in rule(path, text):
            yield f"{path}:{number}: {message}"


def files_below(root):
    """What git knows or would add; in a tree without git everything but build folders."""
    git = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
    if git.returncode == 0:
        names = sorted(set(git.stdout.decode().split("\0")) - {""})
    else:
        paths = (p.relative_to(root) for p in pathlib.Path(root).rglob("*"))
        names = sorted(str(p) for p in paths if not p.parts[0].startswith(("build", ".git")) and "__pycache__" not in p.parts)
    return [name for name in names if (pathlib.Path(root) / name).is_file()]


def check(root):
    broken = checked = 0
    names = files_below(root)
    FILES.update(names)
    for name in names:
        try:
            text = (pathlib.Path(root) / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        checked += 1
        for complaint in complaints(name, text):
            print(complaint)
            broken += 1
    print(f"{checked} files, {broken} complaints")
    return 1 if broken or checked == 0 else 0


def self_test():
    wrong = 0
    for rule, bad, good in RULES:
        if not rule(*bad):
            print(f"{rule.__name__} does not see what is wrong with {bad[0]}: {bad[1][:60]!r}")
            wrong += 1
        for number, message in rule(*good):
            print(f"{rule.__name__} complains of {good[0]}: {good[1][:60]!r}: {message}")
            wrong += 1
    print(f"{len(RULES)} pairs of samples, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(self_test() if sys.argv[1] == "--self-test" else check(sys.argv[1]))
