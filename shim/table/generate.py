#!/usr/bin/env python3
"""Makes shim/table/generated/ from functions.txt.

usage: generate.py [--check] [--functions FILE] [--output DIR]

--check writes nothing and exits with 1 when a file in DIR is not what would be written.
"""
import argparse
import pathlib
import sys

from functions import CATEGORY, read_functions

HERE = pathlib.Path(__file__).resolve().parent


def wrapper_arguments(f):
    """What on_RECIPE is given after the function number and the host call."""
    everything = [p.name for p in f.parameters]
    direction = "true" if f.name.split("_")[1] in ("Get", "Rget") else "false"
    chosen = {
        "local": [],
        "query": [],
        "local_message": [],
        "comm_left": [f.first(("comm_out",), "nullptr")],
        "comm_new": [f.first(("comm",), "MPI_COMM_NULL"), f.first(("comm_out",), "nullptr"), f.first(("request",), "nullptr")],
        "comm_spawn": [f.first(("comm_out",), "nullptr")],
        "buffer_attach": [f.first(("outbuf",), "nullptr"), f.first(("big_int",), "0")],
        "buffer_attach_one": [],
        "buffer_detach": [],
        "buffer_flush": [],
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
MESSAGE = ("send", "isend", "send_init", "recv", "irecv", "recv_init", "mrecv", "imrecv", "sendrecv", "sendrecv_replace", "isendrecv",
           "probe", "iprobe", "mprobe", "improbe")
# Operations without data, on one vector, or that receive equal blocks: straight_to_host() examines the arguments before they become a
# record.
VECTOR = ("barrier", "bcast", "reduce", "allreduce", "scan", "exscan", "reduce_scatter_block", "allgather", "alltoall")


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


def by_record(f):
    return wrapped_line(f"    return on_{f.wrapper_kind}({{", record_of(f), "});")


def collective_wrapper(f):
    if f.wrapper_kind != "collective":
        return [by_record(f)]
    _, vector = buffers_of(f)
    has_vector = f.op in VECTOR and vector
    seen = [f.first(("inbuf",), "nullptr"), vector["base"], vector["count"], vector["datatype"]] + f.names("op") if has_vector else []
    seen = f"{f.first(('comm',), 'MPI_COMM_NULL')}, {{{', '.join(seen)}}}" + (", root" if f.op == "bcast" else "")
    return [f"    if (CommRecord* const record = straight_to_host<Operation::{f.op}>({seen})) [[likely]] {{",
            "        const ProgramsCall inside;",
            wrapped_line(f"        return left_to_host(*record, host.{f.name}(", [p.name for p in f.parameters], "));"),
            "    }",
            f"    return {f.name}_by_record({', '.join(p.name for p in f.parameters)});"]


def message_places(f):
    """The field of MessageArguments for each parameter of a point-to-point function, by the parameter's name.

    Count and type stand behind their buffer, a tag behind its rank; where one buffer serves both directions, its fields are written twice.
    """
    both = f.wrapper_kind == "sendrecv_replace" or f.name.startswith("MPI_Isendrecv_replace")
    places, sides, side = {}, [], ""
    for p in f.parameters:
        if p.kind in ("inbuf", "outbuf"):
            sides = ["send", "receive"] if both else ["send" if p.kind == "inbuf" else "receive"]
            places[p.name] = [f"{s}.base" for s in sides]
        elif p.kind in ("count", "bigcount"):
            places[p.name] = [f"{s}.count" for s in sides]
        elif p.kind == "datatype":
            places[p.name] = [f"{s}.type" for s in sides]
        elif p.kind in ("dest", "source"):
            side = "send" if p.kind == "dest" else "receive"
            places[p.name] = [f"{side}.peer"]
        elif p.kind == "tag":
            places[p.name] = [f"{side}.tag"]
        else:
            places[p.name] = [p.kind]
    return places


def message_record(f):
    """The MessageArguments of a wrapper's parameters, as fields of its initialiser."""
    value = {place: name for name, places in message_places(f).items() for place in places}
    fields = []
    for side in ("send", "receive"):
        parts = [f".{part} = {value[f'{side}.{part}']}" for part in ("base", "count", "type", "peer", "tag") if f"{side}.{part}" in value]
        if parts:
            fields.append(f".{side} = {{{', '.join(parts)}}}")
    fields += [f".{kind} = {value[kind]}" for kind in ("partitions", "comm", "info", "message", "flag", "request", "status") if kind in value]
    return fields


def message_function(f):
    """The host calls by the record, and what wrappers know of the function."""
    places = message_places(f)

    def argument(p):
        place = "it." + places[p.name][0]
        if p.kind == "outbuf":
            return place.replace(".base", ".writable()")
        return f"static_cast<int>({place})" if p.kind == "count" and p.c_type == "int" else place

    calls = [wrapped_line(f"    return host.{f.name}(", [argument(p) for p in f.parameters], ");")]
    text = f"int call_{f.name}(const MessageArguments& it) {{\n{calls[0]}\n}}"
    fields = [f"Function::{f.name}", f"call_{f.name}"]
    if f.twin:
        twin = [argument(p) for p in f.parameters if p.kind != "status"] + ["request"]
        call = wrapped_line(f"    return host.{f.twin}(", twin, ");")
        text += f"\nint call_twin_of_{f.name}(const MessageArguments& it, MPI_Request* request) {{\n{call}\n}}"
        fields.append(f"call_twin_of_{f.name}")
    return text + "\n" + wrapped_line(f"constexpr MessageFunction k{f.name}{{", fields, "};")


def wrapper(f):
    call = [p.name for p in f.parameters]
    lines = []
    if f.wrapper_kind == "collective":   # a function of its own: what it needs of the stack is not the short calls'
        lines += ["[[gnu::noinline]]", wrapped_line(f"int {f.name}_by_record(", [p.declared() for p in f.parameters], ") {"), by_record(f), "}"]
    lines.append(wrapped_line(f"int {f.name}_wrapper(", [p.declared() for p in f.parameters], ") {"))
    if f.wrapper_kind in COLLECTIVE:
        lines += collective_wrapper(f)
    elif f.wrapper_kind in MESSAGE:
        lines.append(wrapped_line(f"    return on_{f.wrapper_kind}<k{f.name}>({{", message_record(f), "});"))
    else:
        lines.append(wrapped_line(f"    const auto host_call = [&] {{ return host.{f.name}(", call, "); };"))
        lines.append(wrapped_line(f"    return on_{f.wrapper_kind}(", [f"Function::{f.name}", "host_call"] + wrapper_arguments(f), ");"))
    lines.append("}")
    text = "\n".join(lines)
    return f"#ifdef MPI_SESSION_NULL\n{text}\n#endif" if f.needs_sessions() else text


BANNER = "// Generated from shim/table/functions.txt by shim/table/generate.py; change those.\n"


def host_table(functions):
    out = [BANNER, "#pragma once", "#include <mpi.h>", "", "#include \"shim/table/generated/function_number.hpp\"", "", "namespace shunt {", "",
           "/// The host MPI's functions by their MPI names: each member is the next PMPI_X below us, or",
           "/// null when the host lacks it.",
           "struct HostMpi {"]
    for f in functions:
        if f.typed():
            line = wrapped_line(f"    int (*{f.name})(", [p.bare() for p in f.parameters], ") = nullptr;")
            out.append(f"#ifdef MPI_SESSION_NULL\n{line}\n#endif" if f.needs_sessions() else line)
    out += ["", "    /// Stores `address` as function number `number`.", "    void set(Function number, void* address);", "};", "",
            "extern HostMpi host;", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def host_setter(functions):
    out = [BANNER, "#include \"shim/table/generated/host_mpi.hpp\"", "", "namespace shunt {", "", "HostMpi host;", "",
           "namespace {", "",
           "template <class Pointer>", "void store(Pointer& pointer, void* address) {", "    pointer = reinterpret_cast<Pointer>(address);", "}", "",
           "}  // namespace", "", "void HostMpi::set(Function number, void* address) {", "    switch (number) {"]
    for f in functions:
        if f.typed():
            line = f"        case Function::{f.name}: store({f.name}, address); break;"
            out.append(f"#ifdef MPI_SESSION_NULL\n{line}\n#endif" if f.needs_sessions() else line)
    out += ["        default: break;", "    }", "}", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def wrappers(functions):
    out = [BANNER, "#include \"shim/wrappers/wrappers.hpp\"", "#include \"shim/wrappers/wrapper_table.hpp\"", "", "namespace shunt {", "namespace {", ""]
    collectives = [collective_function(f) for f in functions if f.wrapper_kind in COLLECTIVE]
    out += [message_function(f) for f in functions if f.wrapper_kind in MESSAGE] + [""]
    out += [call for call, _ in collectives] + ["", "}  // namespace", ""] + [row for _, row in collectives] + ["", "namespace {", ""]
    out += [wrapper(f) for f in functions if f.wrapped()]
    out += ["", "}  // namespace", "", "const WrapperRow kWrapperRows[] = {"]
    for f in functions:
        address = f"reinterpret_cast<void*>(&{f.name}_wrapper)" if f.wrapped() else "nullptr"
        row = wrapped_line("    {", [f"Function::{f.name}", f"WrapperKind::{f.wrapper_kind}", address], "},")
        if f.typed():
            out.append(f"#ifdef MPI_SESSION_NULL\n{row}\n#endif" if f.needs_sessions() else row)
    out += ["};", "const std::size_t kWrapperRowCount = sizeof(kWrapperRows) / sizeof(kWrapperRows[0]);", "", "}  // namespace shunt", ""]
    return "\n".join(out)


def function_number(functions):
    wrapper_kinds = list(dict.fromkeys(f.wrapper_kind for f in functions))
    out = [BANNER, "#pragma once", "#include <cstdint>", "", "namespace shunt {", "",
           "/// One number per C function of the table, in its order; named where there is a wrapper.", "enum class Function : std::uint16_t {"]
    # Some names that are only passed through are macros of some mpi.h; they need no name here, only their place.
    out += [f"    {f.name} = {i}," for i, f in enumerate(functions) if f.typed() or f.is_extension()]
    out += ["};", f"inline constexpr std::uint16_t kFunctionCount = {len(functions)};", "",
            "/// What a wrapper does.", wrapped_line("enum class WrapperKind : std::uint8_t { ", wrapper_kinds, " };"), "", "}  // namespace shunt", ""]
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
    return ("# Generated from shim/table/functions.txt by shim/table/generate.py; change those.\n{\n  global:\n    MPI_*; PMPI_*; MPIX_*; PMPIX_*; PMIx_Commit; shunt_*;\n"
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
