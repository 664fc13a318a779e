#!/usr/bin/env python3
"""Makes shim/table/generated/ from functions.txt.

usage: generate.py [--check] [--functions FILE] [--output DIR]

--check writes nothing and exits with 1 when a file in DIR is not what would be written.
"""
import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent

# kind -> C type, or (C type, C type of the large-count form)
KINDS = {
    "inbuf": "const void*", "outbuf": "void*",
    "count": ("int", "MPI_Count"), "counts": ("const int*", "const MPI_Count*"), "displs": ("const int*", "const MPI_Aint*"),
    "unit": ("int", "MPI_Aint"), "unit_out": ("int*", "MPI_Aint*"),
    "big_int": ("int", "MPI_Count"), "big_ints": ("const int*", "const MPI_Count*"), "big_int_out": ("int*", "MPI_Count*"),
    "big_aint": ("MPI_Aint", "MPI_Count"), "big_aints": ("const MPI_Aint*", "const MPI_Count*"),
    "big_aint_out": ("MPI_Aint*", "MPI_Count*"),
    "dest": "int", "source": "int", "root": "int", "target": "int", "tag": "int",
    "int": "int", "int_out": "int*", "ints": "const int*", "ranges": "int (*{})[3]",
    "aint": "MPI_Aint", "aint_out": "MPI_Aint*", "aints": "const MPI_Aint*",
    "bigcount": "MPI_Count", "bigcount_out": "MPI_Count*", "bigcounts": "const MPI_Count*",
    "offset": "MPI_Offset", "offset_out": "MPI_Offset*",
    "datatype": "MPI_Datatype", "datatype_out": "MPI_Datatype*", "datatypes": "const MPI_Datatype*",
    "comm": "MPI_Comm", "comm_out": "MPI_Comm*", "group": "MPI_Group", "group_out": "MPI_Group*",
    "op": "MPI_Op", "op_out": "MPI_Op*", "win": "MPI_Win", "win_out": "MPI_Win*", "file": "MPI_File", "file_out": "MPI_File*",
    "info": "MPI_Info", "info_out": "MPI_Info*", "infos": "const MPI_Info*",
    "errhandler": "MPI_Errhandler", "errhandler_out": "MPI_Errhandler*",
    "message": "MPI_Message*", "session": "MPI_Session", "session_out": "MPI_Session*",
    "request": "MPI_Request*", "request_in": "MPI_Request", "requests": "MPI_Request*",
    "status": "MPI_Status*", "statuses": "MPI_Status*", "status_in": "const MPI_Status*",
    "text": "const char*", "text_out": "char*", "texts": "char**", "argv": "char***", "argvs": "char***",
}

# wrapper_kind -> kind shown to the reader of a profile (SpoolHeader::functions)
CATEGORY = {
    "send": "send", "isend": "send", "send_init": "start", "psend_init": "start",
    "recv": "recv", "irecv": "recv", "mrecv": "recv", "imrecv": "recv", "recv_init": "start", "precv_init": "start",
    "sendrecv": "sendrecv", "sendrecv_replace": "sendrecv", "isendrecv": "sendrecv", "isendrecv_replace": "sendrecv",
    "start": "start", "startall": "start",
    "probe": "probe", "iprobe": "probe", "mprobe": "probe", "improbe": "probe",
    "wait": "wait", "waitall": "wait", "waitany": "wait", "waitsome": "wait",
    "test": "wait", "testall": "wait", "testany": "wait", "testsome": "wait", "request_free": "local", "cancel": "local",
    "extension": "collective",
    "collective": "collective", "icollective": "collective", "collective_init": "start",
    "rma": "rma", "rma_one": "rma", "rma_request": "rma", "rma_sync": "rma_sync", "win_new": "manage", "win_free": "manage",
    "io": "io", "io_request": "io", "file_open": "io", "file_close": "io",
    "comm_new": "manage", "comm_free": "manage", "comm_spawn": "spawn", "type_free": "local", "op_free": "local", "local": "local", "get_status": "local",
    "init": "init", "init_thread": "init", "finalize": "init", "abort": "init",
    "session_init": "init", "session_finalize": "init", "pcontrol": "local", "pass": "local", "host": "local", "comm_set_name": "local",
}


class Parameter:
    def __init__(self, text, large):
        self.kind, self.name = text.split(":")
        c_type = KINDS[self.kind]
        self.c_type = c_type if isinstance(c_type, str) else c_type[1 if large else 0]

    def declared(self):
        return self.c_type.format(self.name) if "{}" in self.c_type else f"{self.c_type} {self.name}"

    def bare(self):
        return self.c_type.format("") if "{}" in self.c_type else self.c_type


class Function:
    def __init__(self, line, large=False):
        head, _, tail = line.partition(" :")
        words = head.split()
        self.name = words[0] + ("_c" if large else "")
        self.wrapper_kind = words[1]
        attributes = words[2:]
        values = dict(a.split("=") for a in attributes if "=" in a)
        self.op = values.get("op")
        self.twin = values.get("twin")
        if self.twin and large:
            self.twin += "_c"
        self.carried = "carried" in attributes
        self.has_large = "+c" in attributes
        self.parameters = [Parameter(p, large) for p in tail.split()]
        if self.wrapper_kind not in CATEGORY:
            raise SystemExit(f"functions.txt: {self.name}: unknown wrapper_kind '{self.wrapper_kind}'")

    def typed(self):
        """Whether the shim can call it."""
        return self.wrapper_kind not in ("pass", "extension")

    def is_extension(self):
        """Shunt's own function of mpix_shunt.h: it has a number and a name in profiles, but neither a trampoline nor a host's function."""
        return self.wrapper_kind == "extension"

    def wrapped(self):
        return self.wrapper_kind not in ("pass", "host", "extension")

    def needs_sessions(self):
        return any(p.kind.startswith("session") for p in self.parameters)

    def signature(self):
        return ", ".join(p.declared() for p in self.parameters) or "void"

    def names(self, *kinds):
        return [p.name for p in self.parameters if p.kind in kinds]

    def first(self, kinds, missing):
        found = self.names(*kinds)
        return found[0] if found else missing

    def coverage(self):
        return "passed" if not (self.wrapped() or self.is_extension()) else "carried" if self.carried else "recorded"


def read_functions(path):
    functions = []
    for line in path.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        functions.append(Function(line))
        if functions[-1].has_large:
            functions.append(Function(line, large=True))
    return functions


def wrapper_arguments(f):
    """What on_RECIPE is given after the function number and the host call."""
    everything = [p.name for p in f.parameters]
    direction = "true" if f.name.split("_")[1] in ("Get", "Rget") else "false"
    chosen = {
        "local": [],
        "comm_new": [f.first(("comm",), "MPI_COMM_NULL"), f.first(("comm_out",), "nullptr"), f.first(("request",), "nullptr")],
        "comm_spawn": [f.first(("comm_out",), "nullptr")],
        "comm_free": [f.first(("comm_out",), "nullptr")],
        "win_new": [f.first(("comm",), "MPI_COMM_NULL"), f.first(("win_out",), "nullptr")],
        "win_free": [f.first(("win_out",), "nullptr")],
        "file_open": [f.first(("comm",), "MPI_COMM_NULL"), f.first(("file_out",), "nullptr")],
        "file_close": [f.first(("file_out",), "nullptr")],
        "io": [f.first(("file",), "MPI_FILE_NULL"), f.first(("count",), "0"), f.first(("datatype",), "MPI_BYTE")],
        "rma": [direction, f.first(("target",), "-1"), f.first(("count",), "0"), f.first(("datatype",), "MPI_BYTE"),
                f.first(("win",), "MPI_WIN_NULL")],
        "rma_one": [f.first(("target",), "-1"), f.first(("datatype",), "MPI_BYTE"), f.first(("win",), "MPI_WIN_NULL")],
        "rma_sync": [f.first(("win",), "MPI_WIN_NULL")],
        "start": everything, "startall": everything,
    }
    if f.wrapper_kind.endswith("_request"):
        return chosen[f.wrapper_kind.removesuffix("_request")] + [f.first(("request",), "nullptr")]
    return chosen.get(f.wrapper_kind, everything)


WIDEST_LINE = 120


def wrapped_line(head, items, tail):
    """`head` + comma-separated items + `tail`, broken where it would be too wide."""
    lines, line = [], head
    for item in [i + "," for i in items[:-1]] + [(items or [""])[-1] + tail]:
        gap = "" if line.endswith(("(", "{")) else " "
        if len(line + gap + item) > WIDEST_LINE:
            lines.append(line)
            line, gap = " " * 8, ""
        line += gap + item
    return "\n".join(lines + [line])


COLLECTIVE = ("collective", "icollective", "collective_init")
# Of one vector, or nothing: CollectiveEntry looks at it before the arguments become a record.
VECTOR = ("barrier", "bcast", "reduce", "allreduce", "scan", "exscan", "reduce_scatter_block")


def buffers_of(f):
    """The parameters that describe what is sent and what is received: two dicts from a kind of parameter to its name.

    Counts and types stand behind their buffer; those of a reduction behind both buffers, for both.
    """
    send, receive, open_buffers = {}, {}, []
    for p in f.parameters:
        kind = {"counts": "count", "aints": "displs", "datatypes": "datatype"}.get(p.kind, p.kind)
        if kind in ("inbuf", "outbuf"):
            buffer = send if kind == "inbuf" else receive
            buffer["base"] = p.name
            open_buffers = [b for b in open_buffers if "count" not in b] + [buffer]
        elif kind in ("count", "displs", "datatype"):
            for buffer in open_buffers:
                buffer[kind] = p.name
    return send, receive


def record_of(f):
    """The CollectiveArguments of a wrapper's parameters, as fields of its initialiser."""
    send, receive = buffers_of(f)
    fields = [f".function = &k{f.name}", f".comm = {f.first(('comm',), 'MPI_COMM_NULL')}"]
    for name, buffer in (("send", send), ("receive", receive)):
        if buffer:
            fields.append(f".{name} = {{{', '.join(buffer[k] for k in ('base', 'count', 'displs', 'datatype') if k in buffer)}}}")
    for kind in ("op", "root", "info", "request"):
        if f.names(kind):
            fields.append(f".{kind} = {f.first((kind,), '')}")
    return fields


def from_record(f):
    """The host function's arguments by the record."""
    send, receive = buffers_of(f)
    arguments = []
    for p in f.parameters:
        buffer = "it.receive" if p.name in receive.values() else "it.send"
        if p.name not in [*send.values(), *receive.values()]:
            arguments.append(f"it.{p.kind}")
            continue
        element = p.c_type.removeprefix("const ").removesuffix("*")
        arguments.append({
            "inbuf": f"{buffer}.base()", "outbuf": f"{buffer}.writable()",
            "count": f"{buffer}.count()" if element == "MPI_Count" else f"static_cast<int>({buffer}.count())",
            "counts": f"{buffer}.counts<{element}>()", "displs": f"{buffer}.displacements<{element}>()",
            "aints": f"{buffer}.displacements<{element}>()", "datatype": f"{buffer}.type()", "datatypes": f"{buffer}.types()",
        }[p.kind])
    return arguments


def collective_function(f):
    """The host call by the record, and what the record says of the function."""
    call = wrapped_line(f"    return host.{f.name}(", from_record(f), ");")
    used = "" if f.parameters else "[[maybe_unused]] "
    fields = [f"Function::{f.name}", f"Operation::{f.op}", "true" if f.carried else "false", f"call_{f.name}"]
    fields += [f"call_{f.twin}"] if f.twin else []
    return (f"int call_{f.name}({used}const CollectiveArguments& it) {{\n{call}\n}}",
            wrapped_line(f"extern constexpr CollectiveFunction k{f.name}{{", fields, "};"))


def collective_wrapper(f):
    if f.wrapper_kind != "collective":
        return [wrapped_line(f"    return on_{f.wrapper_kind}({{", record_of(f), "});")]
    _, vector = buffers_of(f)
    has_vector = f.op in VECTOR and vector
    seen = [f.first(("inbuf",), "nullptr"), vector["base"], vector["count"], vector["datatype"]] + f.names("op") if has_vector else []
    return [f"    CollectiveEntry entry(Operation::{f.op}, {f.first(('comm',), 'MPI_COMM_NULL')});",
            f"    if (entry.is_for_host({{{', '.join(seen)}}}))",
            wrapped_line(f"        return entry.leave(host.{f.name}(", [p.name for p in f.parameters], "));"),
            wrapped_line("    return entry.run({", record_of(f), "});")]


def wrapper(f):
    call = ", ".join(p.name for p in f.parameters)
    lines = [wrapped_line(f"int {f.name}_wrapper(", [p.declared() for p in f.parameters], ") {")]
    if f.wrapper_kind in COLLECTIVE:
        lines += collective_wrapper(f)
    else:
        host = f"[&] {{ return host.{f.name}({call}); }}"
        arguments = [f"Function::{f.name}", host]
        if f.twin:
            last_out = {"recv": "status", "mrecv": "status"}.get(f.wrapper_kind)
            twin_call = ", ".join(p.name for p in f.parameters if p.kind != last_out)
            arguments.append(f"[&](MPI_Request* twin) {{ return host.{f.twin}({twin_call}, twin); }}")
        elif f.wrapper_kind in ("send", "recv", "mrecv"):
            arguments.append("NoTwin{}")
        arguments += wrapper_arguments(f)
        if f.wrapper_kind in ("recv", "mrecv", "sendrecv", "sendrecv_replace"):
            arguments[1] = f"[&](MPI_Status* into) {{ return host.{f.name}({call.rsplit(', ', 1)[0]}, into); }}"
        lines.append(wrapped_line(f"    return on_{f.wrapper_kind}(", arguments, ");"))
    lines.append("}")
    text = "\n".join(lines)
    return f"#if MPI_VERSION >= 4\n{text}\n#endif" if f.needs_sessions() else text


BANNER = "// Generated from shim/table/functions.txt by shim/table/generate.py; change those.\n"


def host_table(functions):
    out = [BANNER, "#pragma once", "#include <mpi.h>", "", "#include \"shim/table/generated/function_number.hpp\"", "", "namespace shunt {", "",
           "/// The host MPI's functions by their MPI names: each member is the next PMPI_X below us, or null when the host lacks it.",
           "struct HostMpi {"]
    for f in functions:
        if f.typed():
            types = ", ".join(p.bare() for p in f.parameters)
            line = f"    int (*{f.name})({types}) = nullptr;"
            out.append(f"#if MPI_VERSION >= 4\n{line}\n#endif" if f.needs_sessions() else line)
    out += ["", "    /// Stores `address` as function number `number`.", "    void set(Function number, void* address);", "};", "",
            "extern HostMpi host;", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def host_setter(functions):
    out = [BANNER, "#include \"shim/table/generated/host_mpi.hpp\"", "", "namespace shunt {", "", "HostMpi host;", "",
           "void HostMpi::set(Function number, void* address) {", "    switch (number) {"]
    for f in functions:
        if f.typed():
            line = f"        case Function::{f.name}: {f.name} = reinterpret_cast<decltype({f.name})>(address); break;"
            out.append(f"#if MPI_VERSION >= 4\n{line}\n#endif" if f.needs_sessions() else line)
    out += ["        default: break;", "    }", "}", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def wrappers(functions):
    out = [BANNER, "#include \"shim/wrappers/wrappers.hpp\"", "#include \"shim/wrappers/wrapper_table.hpp\"", "", "namespace shunt {", "namespace {", ""]
    collectives = [collective_function(f) for f in functions if f.wrapper_kind in COLLECTIVE]
    out += [call for call, _ in collectives] + ["", "}  // namespace", ""] + [row for _, row in collectives] + ["", "namespace {", ""]
    out += [wrapper(f) for f in functions if f.wrapped()]
    out += ["", "}  // namespace", "", "const WrapperRow kWrapperRows[] = {"]
    for f in functions:
        address = f"reinterpret_cast<void*>(&{f.name}_wrapper)" if f.wrapped() else "nullptr"
        row = f"    {{Function::{f.name}, WrapperKind::{f.wrapper_kind}, {address}}},"
        if f.typed():
            out.append(f"#if MPI_VERSION >= 4\n{row}\n#endif" if f.needs_sessions() else row)
    out += ["};", "const std::size_t kWrapperRowCount = sizeof(kWrapperRows) / sizeof(kWrapperRows[0]);", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def function_number(functions):
    wrapper_kinds = list(dict.fromkeys(f.wrapper_kind for f in functions))
    out = [BANNER, "#pragma once", "#include <cstdint>", "", "namespace shunt {", "",
           "/// One number per C function of the table, in its order; named where there is a wrapper.", "enum class Function : std::uint16_t {"]
    # Some names that are only passed through are macros of some mpi.h; they need no name here, only their place.
    out += [f"    {f.name} = {i}," for i, f in enumerate(functions) if f.typed() or f.is_extension()]
    out += ["};", f"inline constexpr std::uint16_t kFunctionCount = {len(functions)};", "",
            "/// What a wrapper does.", "enum class WrapperKind : std::uint8_t { " + ", ".join(wrapper_kinds) + " };", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def function_table(functions):
    out = [BANNER, "#pragma once", "#include <cstddef>", "", "namespace shunt::record {", "",
           "/// What Shunt does with a function: an engine may carry it, it is recorded, or it goes straight to the host.",
           "enum class Coverage { carried, recorded, passed };", "",
           "struct FunctionInfo {", "    const char* name;", "    const char* kind;       ///< shown in profiles: send, recv, collective, wait ...",
           "    const char* operation;  ///< of collectives, as rules call it; \"\" otherwise",
           "    Coverage coverage;", "};", "",
           "inline constexpr FunctionInfo kFunctions[] = {"]
    out += [f"    {{\"{f.name}\", \"{CATEGORY[f.wrapper_kind]}\", \"{f.op or ''}\", Coverage::{f.coverage()}}}," for f in functions]
    preloaded = sum(not f.is_extension() for f in functions)
    out += ["};", "inline constexpr std::size_t kFunctionInfoCount = sizeof(kFunctions) / sizeof(kFunctions[0]);",
            f"inline constexpr std::size_t kPreloadedCount = {preloaded};   ///< of them, the first: those with a trampoline", "",
            "}  // namespace shunt::record", ""]
    return "\n".join(out)


def trampolines(functions):
    out = [BANNER.rstrip(),
           "// Every MPI_X and PMPI_X is one jump through its slot. Slot 2i is MPI_X, 2i+1 is PMPI_X of function i.",
           "// A slot starts at its resolver entry, which finds the target on the first call (preload.cpp) and jumps there.",
           "#include \"shim/preload/trampoline.S.inc\"", ""]
    functions = [f for f in functions if not f.is_extension()]
    for i, f in enumerate(functions):
        out.append(f"TRAMPOLINE {f.name}, {2 * i}")
        out.append(f"TRAMPOLINE P{f.name}, {2 * i + 1}")
    out += ["", "    .data", "    .balign 64", "    .globl shunt_slots", "    .hidden shunt_slots", "    .type shunt_slots, %object",
            "shunt_slots:"]
    out += [f"    SLOT {i}" for i in range(2 * len(functions))]
    out += [f"    .size shunt_slots, {16 * len(functions)}", "", "    .section .note.GNU-stack,\"\",%progbits", ""]
    return "\n".join(out)


def preload_names(functions):
    out = [BANNER] + [f"\"{f.name}\"," for f in functions if not f.is_extension()]
    return "\n".join(out) + "\n"


def exports(functions):
    return ("# Generated from shim/table/functions.txt by shim/table/generate.py; change those.\n{\n  global:\n    MPI_*; PMPI_*; MPIX_*; PMPIX_*; shunt_*;\n"
            "  local:\n    *;\n};\n")


FILES = {
    "function_number.hpp": function_number,
    "function_table.hpp": function_table,
    "host_mpi.hpp": host_table,
    "host_mpi.cpp": host_setter,
    "wrappers.cpp": wrappers,
    "trampolines.S": trampolines,
    "preload_names.inc": preload_names,
    "exports.map": exports,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--functions", type=pathlib.Path, default=HERE / "functions.txt")
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "generated")
    arguments = parser.parse_args()
    functions = read_functions(arguments.functions)
    if any(earlier.is_extension() and not later.is_extension() for earlier, later in zip(functions, functions[1:])):
        raise SystemExit("functions.txt: extensions stand last: they have a number but no slot among the trampolines")
    stale = []
    for name, make in FILES.items():
        path, text = arguments.output / name, make(functions)
        if path.exists() and path.read_text() == text:
            continue
        stale.append(name)
        if not arguments.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if arguments.check and stale:
        print("not what functions.txt says: " + ", ".join(stale) + "; run shim/table/generate.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
