"""What a run of MPICH's test suite has found: the results as run.py keeps them, how they compare, and the report."""
import collections
import json
import xml.etree.ElementTree as xml

from left_out import left_out_tests

KINDS = ["passes", "as bare", "differs", "unclear", "not run"]   # "as bare": fails, but not only under Shunt
SLOWER = 10   # a run that takes this many times the bare time is a difference, from --slow-from seconds on


def differs(bare, other, slow_from):
    if bare["outcome"] == "hangs":
        return False   # nothing can be compared
    slower = other["seconds"] > max(slow_from, SLOWER * bare["seconds"])
    return other["outcome"] not in (bare["outcome"], *bare.get("other_outcomes", [])) or slower


def needs_bare(result, slow_from):
    """With --bare-late: whether bare must be run, too, before anything can be said."""
    return result["outcome"] != "passes" or result["seconds"] > slow_from


def read_results(path):
    """The latest result of each test, host and mode."""
    results = {}
    if path.exists():
        for line in path.read_text().splitlines():
            result = json.loads(line)
            if result["test"].split(" ")[0] not in left_out_tests(result["host"]):
                results[result["host"], result["mode"], result["test"]] = result
    return results


def folder_of(name):
    """The chapter of the suite: two folders where the first is but a language or `errors`."""
    parts = name.split(" ")[0].split("/")[:-1]
    return "/".join(parts[:2]) if parts[0] == "errors" else parts[0]


def kind_of(result, bare, slow_from):
    """One of KINDS: how a test did in a mode."""
    if bare and bare["outcome"] == "hangs":
        return "hangs bare"
    if not bare and needs_bare(result, slow_from):
        return "unclear"
    if bare and differs(bare, result, slow_from):
        return "differs"
    return "passes" if result["outcome"] == "passes" else "as bare"


def table(results, host, modes, slow_from):
    """Lines of Markdown: for each folder how many of its tests passed, failed as bare, differ, are unclear, or were not run in each mode."""
    folders = collections.defaultdict(collections.Counter)
    tests = {name for of_host, _, name in results if of_host == host}
    for name in tests:
        bare = results.get((host, "bare", name))
        counts = folders[folder_of(name)]
        counts["tests"] += 1
        if bare and bare["outcome"] == "hangs":
            counts["hang"] += 1
            continue
        for mode in modes:
            result = results.get((host, mode, name))
            counts[mode, kind_of(result, bare, slow_from) if result else "not run"] += 1
    folders["all"] = sum(folders.values(), collections.Counter())
    yield f"In each mode: {', '.join(KINDS)}.\n"
    yield "| folder | tests | hang bare | " + " | ".join(f"`{mode}`" for mode in modes) + " |"
    yield "|---" * (3 + len(modes)) + "|"
    for folder in [*sorted(set(folders) - {"all"}), "all"]:
        counts = folders[folder]
        cells = [", ".join(str(counts[mode, kind]) for kind in KINDS) for mode in modes]
        yield f"| {folder} | {counts['tests']} | {counts['hang']} | " + " | ".join(cells) + " |"


def items(names):
    return "\n".join(f"- `{name}`" for name in names) or "- none"


def junit(results, path, slow_from):
    """Writes what was compared as ctest would: a case for each test and mode."""
    suite = xml.Element("testsuite", name="conformance")
    for (host, mode, name), result in sorted(results.items()):
        bare = results.get((host, "bare", name))
        kind = kind_of(result, bare, slow_from)
        if mode == "bare" or kind == "hangs bare":
            continue
        case = xml.SubElement(suite, "testcase", name=f"{host} {mode} {name}", status="run" if kind in ("passes", "as bare") else "fail")
        if case.get("status") == "fail":
            xml.SubElement(case, "failure", message=f"{kind}: {result['outcome']}")
    xml.ElementTree(suite).write(path)


def report(results, known_modes, slow_from):
    """Prints Markdown; returns whether anything differs."""
    count = 0
    for host in sorted({key[0] for key in results}):
        modes = [mode for mode in known_modes if mode != "bare" and any(key[:2] == (host, mode) for key in results)]
        print(f"## {host}\n")
        print("\n".join(table(results, host, modes, slow_from)))
        different, without = [], []
        for (of_host, mode, name), result in sorted(results.items()):
            bare = results.get((host, "bare", name))
            said = f"{result['outcome']} in {result['seconds']} s"
            if of_host != host or mode == "bare":
                continue
            if not bare and needs_bare(result, slow_from):
                without.append(f"{name}` {mode}: `{said}")
            elif bare and differs(bare, result, slow_from):
                different.append(f"{name}` {mode}: `{said}`, bare `{bare['outcome']} in {bare['seconds']} s")
        hanging = sorted(key[2] for key, result in results.items() if key[:2] == (host, "bare") and result["outcome"] == "hangs")
        count += len(different)
        print(f"\n{host}: differences\n{items(different)}\n\n{host}: does not pass, and bare is still to be run\n{items(without)}\n\n"
              f"{host}: {len(hanging)} do not end bare, and are not compared\n{items(hanging)}\n")
    return count > 0
