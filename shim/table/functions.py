"""Reads functions.txt: what generate.py knows of each MPI function."""

# role of a parameter -> its C type, in the usual and in the large-count form
KINDS = {
    "inbuf": "const void*", "outbuf": "void*",
    "count": ("int", "MPI_Count"), "counts": ("const int*", "const MPI_Count*"), "displs": ("const int*", "const MPI_Aint*"),
    "unit": ("int", "MPI_Aint"), "unit_out": ("int*", "MPI_Aint*"),
    "big_int": ("int", "MPI_Count"), "big_ints": ("const int*", "const MPI_Count*"), "big_int_out": ("int*", "MPI_Count*"),
    "big_aint": ("MPI_Aint", "MPI_Count"), "big_aints": ("const MPI_Aint*", "const MPI_Count*"),
    "big_aint_out": ("MPI_Aint*", "MPI_Count*"),
    "dest": "int", "source": "int", "root": "int", "target": "int", "tag": "int",
    "int": "int", "int_out": "int*", "partitions": "int", "flag": "int*", "ints": "const int*", "ranges": "int (*{})[3]",
    "aint": "MPI_Aint", "aint_out": "MPI_Aint*", "aints": "const MPI_Aint*",
    "bigcount": "MPI_Count", "bigcount_out": "MPI_Count*", "bigcounts": "const MPI_Count*",
    "offset": "MPI_Offset", "offset_out": "MPI_Offset*",
    "datatype": "MPI_Datatype", "datatype_out": "MPI_Datatype*", "datatypes": "const MPI_Datatype*",
    "comm": "MPI_Comm", "comm_out": "MPI_Comm*", "group": "MPI_Group", "group_out": "MPI_Group*",
    "op": "MPI_Op", "op_out": "MPI_Op*", "win": "MPI_Win", "win_out": "MPI_Win*", "file": "MPI_File", "file_out": "MPI_File*",
    "info": "MPI_Info", "info_out": "MPI_Info*", "infos": "const MPI_Info*",
    "errhandler": "MPI_Errhandler", "errhandler_out": "MPI_Errhandler*",
    "comm_copy": "MPI_Comm_copy_attr_function*", "comm_delete": "MPI_Comm_delete_attr_function*",
    "message": "MPI_Message*", "session": "MPI_Session", "session_out": "MPI_Session*", "stream": "int", "streams": "int*",
    "request": "MPI_Request*", "request_in": "MPI_Request", "requests": "MPI_Request*", "requests_in": "const MPI_Request*",
    "status": "MPI_Status*", "statuses": "MPI_Status*", "status_in": "const MPI_Status*",
    "text": "const char*", "text_out": "char*", "texts": "char**", "argv": "char***", "argvs": "char***",
}

# wrapper_kind -> kind shown to the reader of a profile (SpoolHeader::functions)
CATEGORY = {
    "send": "send", "isend": "send", "send_init": "start",
    "recv": "recv", "irecv": "recv", "mrecv": "recv", "imrecv": "recv", "recv_init": "start",
    "sendrecv": "sendrecv", "sendrecv_replace": "sendrecv", "isendrecv": "sendrecv",
    "start": "start", "startall": "start",
    "probe": "probe", "iprobe": "probe", "mprobe": "probe", "improbe": "probe",
    "wait": "wait", "waitall": "wait", "waitany": "wait", "waitsome": "wait",
    "test": "wait", "testall": "wait", "testany": "wait", "testsome": "wait", "request_free": "local", "cancel": "local",
    "extension": "collective",
    "collective": "collective", "icollective": "collective", "collective_init": "start",
    "rma": "rma", "rma_one": "rma", "rma_request": "rma", "rma_sync": "rma_sync", "win_new": "manage", "win_free": "manage",
    "io": "io", "io_request": "io", "file_open": "io", "file_close": "io",
    "comm_new": "manage", "comm_left": "manage", "comm_free": "manage", "comm_spawn": "spawn", "type_free": "local", "op_free": "local", "local": "local", "query": "local",
    "local_message": "sendrecv", "local_request": "local",
    "get_status": "local", "is_complete": "local", "get_status_all": "local", "get_status_any": "local", "get_status_some": "local",
    "buffer_attach": "local", "buffer_attach_one": "local", "buffer_detach": "local", "buffer_flush": "local",
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
