#include "tests/unit/record/synthetic.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace shunt::record::synthetic {
namespace {

constexpr std::uint64_t kTicksPerSecond = 2'000'000'000;

template <std::size_t N>
void set_text(char (&field)[N], const std::string& text) {
    std::snprintf(field, N, "%s", text.c_str());
}

SpoolHeader make_header(int rank, int size) {
    SpoolHeader header{};
    std::memcpy(header.magic, kSpoolMagic, sizeof header.magic);
    header.version = kFormatVersion;
    header.header_bytes = sizeof header;
    header.run_id = kRunId;
    header.world_rank = rank;
    header.world_size = size;
    header.node = rank / 4;
    header.node_count = (size + 3) / 4;
    header.pid = 4000u + static_cast<unsigned>(rank);
    header.pid_start = 77;
    header.state = SpoolState::finalized;
    header.start_unix_ns = 1'700'000'000'000'000'000;
    header.clock_first = {1'000'000, 500'000};
    header.clock_last = {1'000'000 + 2 * kTicksPerSecond, 500'000 + 2'000'000'000};
    header.clock_parent = rank / 4 * 4 == rank && rank != 0 ? 0 : -1;
    header.current_function = 0xffff;
    header.current_comm = kNoComm;
    header.current_peer = kNoPeer;
    set_text(header.host, "node" + std::to_string(rank / 4));
    set_text(header.program, "/opt/bin/solver");
    set_text(header.mpi_library, "Open MPI v4.1.4, package: Debian OpenMPI");
    set_text(header.shunt_version, "0.1.0");
    set_text(header.wait_mode, "host");
    return header;
}

CommEntry make_comm(std::uint64_t id, std::uint64_t parent, int size, int rank, const char* name) {
    CommEntry comm;
    comm.id = id;
    comm.parent_id = parent;
    comm.size = size;
    comm.rank = rank;
    set_text(comm.name, name);
    return comm;
}

struct CellMaker {
    Parts& parts;
    int rank;

    Cell& add(const char* function, std::int32_t peer, std::uint64_t bytes, std::uint64_t count, std::uint8_t flags) {
        Cell cell;
        cell.key.function = parts.function(function);
        cell.key.comm = 0;
        cell.key.peer = peer;
        cell.key.bytes = bytes;
        cell.key.flags = flags;
        cell.peer_world = peer;
        cell.count = cell.timed = count;
        cell.min_ticks = 200;
        cell.max_ticks = 4000 + 100u * static_cast<unsigned>(rank);
        cell.ticks = count * (2000 + 100u * static_cast<unsigned>(rank));
        parts.cells.push_back(cell);
        return parts.cells.back();
    }
};

void add_point_to_point(CellMaker& make, int rank, int size) {
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    for (const auto& [bytes, count] : {std::pair{1024u, 100u}, std::pair{65536u, 10u}}) {
        Cell& send = make.add("MPI_Send", right, bytes, count, kCall | kTraffic | kContiguous);
        send.reused = count - 1;
        send.last_buffer = 0x10000;
        Cell& receive = make.add("MPI_Recv", left, bytes, count, kCall | kTraffic | kReceive | kContiguous);
        if (bytes == 1024) receive.probed = 80, receive.unexpected = 20;
    }
    Cell& isend = make.add("MPI_Isend", 0, 8, 5, kCall | kTraffic | kContiguous);
    isend.key.phase = 1;
    isend.wait_ticks = 50'000;
    isend.key.callsite = 1;
}

void add_collectives(CellMaker& make) {
    make.add("MPI_Allreduce", kNoPeer, 8, 50, kCall | kContiguous);
    make.add("MPI_Bcast", 0, 1 << 20, 4, kCall | kContiguous);
    make.add("MPI_Alltoall", kNoPeer, 4096, 20, kCall | kContiguous);
    Cell& carried = make.add("MPI_Alltoall", kNoPeer, 4096, 20, kCall | kContiguous);
    carried.key.engine = 1;
    carried.ticks /= 2;
    Cell& small = make.add("MPI_Comm_rank", kNoPeer, 0, 1000, kCall);
    small.timed = 10;
    small.ticks = 10 * 20;
    small.min_ticks = small.max_ticks = 20;
}

}  // namespace

std::uint16_t Parts::function(const std::string& name) const {
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (functions[i].substr(0, functions[i].find(' ')) == name) return static_cast<std::uint16_t>(i);
    throw std::runtime_error("no synthetic function " + name);
}

Parts make_parts(int rank, int size) {
    Parts parts;
    parts.header = make_header(rank, size);
    parts.functions = {
        "MPI_Send send",        "MPI_Recv recv",           "MPI_Isend isend",     "MPI_Allreduce collective",
        "MPI_Bcast collective", "MPI_Alltoall collective", "MPI_Comm_rank local", "MPI_Wait completion"};
    parts.engines = {"host", "phased"};
    parts.comms = {make_comm(1, 0, size, rank, "MPI_COMM_WORLD"),
                   make_comm(99, 1, size, rank, "dup of MPI_COMM_WORLD")};
    parts.phases = {{0, 1, 1'000'000, kTicksPerSecond}, {7, 3, 1'000'000 + kTicksPerSecond, kTicksPerSecond}};
    CellMaker make{parts, rank};
    add_point_to_point(make, rank, size);
    add_collectives(make);
    for (std::uint32_t i = 0; i < 8; ++i) {
        CollectiveSample sample{
            1, 8, i, parts.function("MPI_Allreduce"), 0, 2'000'000 + i * 10'000, 2'008'000 + i * 10'000};
        sample.enter_ticks += 100u * static_cast<unsigned>(rank);  // later ranks are late, all leave together
        parts.samples.push_back(sample);
    }
    parts.buffers = {{0x10000, 110, 65536}, {0x20000, 5, 8}};
    CounterEntry counter;
    set_text(counter.name, "phased.calls");
    counter.value = 20;
    parts.counters = {counter};
    parts.strings += std::string("solver+0x1234") + '\0';
    parts.header.bins_start = parts.header.clock_first.ticks;
    parts.header.bins_shift = 30;  // four bins of 0.54 s
    for (std::uint16_t place = 0; place < 4; ++place) {
        TimeBin bin;
        bin.ticks[static_cast<std::size_t>(TimeKind::message)] = 100'000'000;
        bin.ticks[static_cast<std::size_t>(TimeKind::collective)] = 200'000'000u + 1000u * static_cast<unsigned>(rank);
        bin.bytes = 1 << 20;
        bin.phase = place == 2 ? kManyPhases : static_cast<std::uint16_t>(place / 2);
        parts.bins.push_back(bin);
    }
    parts.options = "record.memory = 8MiB    # default\nwait = auto    # environment\n";
    return parts;
}

void add_loops(Parts& parts) {
    LoopEntry solver, steps;
    solver.digest = 11;
    solver.parts = 2;
    solver.runs = 40;
    solver.iterations = 200;
    solver.least_iterations = 3;
    solver.most_iterations = 7;
    solver.ticks = 160 * 10'000'000;
    solver.min_ticks = 8'000'000;
    solver.max_ticks = 12'000'000 + 1000u * static_cast<unsigned>(parts.header.world_rank);
    steps.digest = 22;
    steps.first_part = steps.parts = 2;
    steps.runs = 1;
    steps.iterations = steps.least_iterations = steps.most_iterations = 40;
    steps.ticks = 39 * 60'000'000ull;
    steps.min_ticks = 40'000'000;
    steps.max_ticks = 80'000'000;
    for (LoopEntry* loop : {&solver, &steps}) {
        loop->first_begin = loop->slowest_begin = parts.header.bins_start + (std::uint64_t{1} << 30);
        loop->last_end = loop->first_begin + 2'400'000'000;
        loop->run_ticks = loop->ticks;
    }
    parts.loops = {solver, steps};
    parts.loop_parts = {{8, 0, parts.function("MPI_Allreduce"), 0},
                        {4096, 0, parts.function("MPI_Alltoall"), 1},
                        {0, 1, 0, 0},
                        {1 << 20, 0, parts.function("MPI_Bcast"), 0}};
    parts.loop_runs = {{1, 0, steps.first_begin, steps.last_end}};
}

namespace {

struct Builder {
    std::vector<std::byte> bytes;
    bool live;

    template <class Container>
    void put(Region& region, const Container& entries, std::size_t room) {
        using Entry = typename Container::value_type;
        const std::size_t capacity = live ? entries.size() + room : entries.size();
        region = {bytes.size(), capacity, entries.size()};
        bytes.resize(bytes.size() + (capacity * sizeof(Entry) + 7) / 8 * 8);
        if (!entries.empty()) std::memcpy(bytes.data() + region.offset, entries.data(), entries.size() * sizeof(Entry));
    }
};

std::string lines_of(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += name + '\n';
    return text;
}

/// A live buffer table has holes between its entries.
std::vector<BufferEntry> with_holes(const std::vector<BufferEntry>& entries) {
    std::vector<BufferEntry> table;
    for (const BufferEntry& entry : entries) {
        table.push_back({});
        table.push_back(entry);
    }
    return table;
}

}  // namespace

std::vector<std::byte> build(const Parts& parts, bool live) {
    SpoolHeader header = parts.header;
    header.header_bytes = static_cast<std::uint32_t>(header_bytes_of(header.version));
    Builder out{std::vector<std::byte>(header.header_bytes), live};
    header.function_count = static_cast<std::uint16_t>(parts.functions.size());
    header.engine_count = static_cast<std::uint16_t>(parts.engines.size());
    out.put(header.functions, lines_of(parts.functions), 0);
    out.put(header.engines, lines_of(parts.engines), 0);
    out.put(header.comms, parts.comms, 3);
    out.put(header.phases, parts.phases, 3);
    out.put(header.cells, parts.cells, 20);
    out.put(header.cell_index, std::vector<std::uint32_t>(live ? 64 : 0), 0);
    auto overflow = parts.overflow;
    if (overflow.empty()) overflow.resize(parts.functions.size());
    out.put(header.overflow, overflow, 0);
    out.put(header.samples, parts.samples, 10);
    out.put(header.buffers, live ? with_holes(parts.buffers) : parts.buffers, 0);
    header.buffers.used = parts.buffers.size();
    out.put(header.counters, parts.counters, 4);
    out.put(header.strings, parts.strings, 100);
    out.put(header.options, parts.options, 100);
    if (header.version > 1) out.put(header.messages, parts.messages, 5);
    if (header.version > 2) out.put(header.bins, parts.bins, 124);
    if (header.version > 3) {
        out.put(header.loops, parts.loops, 5);
        out.put(header.loop_parts, parts.loop_parts, 20);
        out.put(header.loop_runs, parts.loop_runs, 5);
    }
    header.image_bytes = out.bytes.size();
    std::memcpy(out.bytes.data(), &header, header.header_bytes);
    return std::move(out.bytes);
}

std::vector<std::byte> make_image(int rank, int size, bool live) { return build(make_parts(rank, size), live); }

std::vector<std::byte> make_profile_bytes(int size, void (*change)(Parts&), std::uint32_t flags) {
    const TemporaryDirectory directory;
    ProfileWriter writer;
    bool ok =
        writer.open(directory / "p.shunt", static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(size), kRunId);
    for (int rank = 0; ok && rank < size; ++rank) {
        Parts parts = make_parts(rank, size);
        if (change != nullptr) change(parts);
        ok = writer.add(rank, build(parts));
    }
    std::vector<std::byte> bytes;
    std::string error;
    if (!ok || !writer.finish(flags)) throw std::runtime_error(writer.error());
    if (!read_whole_file(directory / "p.shunt", bytes, error)) throw std::runtime_error(error);
    return bytes;
}

ProfileFile make_profile(int size, void (*change)(Parts&), std::uint32_t flags) {
    ProfileFile file;
    std::string error;
    if (!ProfileFile::parse(make_profile_bytes(size, change, flags), "synthetic", file, error))
        throw std::runtime_error(error);
    return file;
}

void open_in_memory(Spool& spool, const std::vector<std::string>& functions) {
    SpoolSetup setup;
    setup.memory_bytes = 1u << 20;
    setup.function_count = static_cast<std::uint16_t>(functions.size());
    setup.functions = lines_of(functions);
    setup.engine_count = 1;
    setup.engines = "host\n";
    std::string error;
    if (!spool.open(setup, error)) throw std::runtime_error(error);
}

LiveAndMerged::LiveAndMerged(Spool& spool) {
    std::string error;
    const std::span image(reinterpret_cast<const std::byte*>(spool.header()), spool.bytes());
    if (!Image::open(image, live, error) || !compact(live, bytes) || !Image::open(bytes, merged, error))
        throw std::runtime_error(error);
}

TemporaryDirectory::TemporaryDirectory() {
    char name[] = "/tmp/shunt-test-XXXXXX";
    if (::mkdtemp(name) == nullptr) throw std::runtime_error("cannot make a directory under /tmp");
    path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void write_file(const std::string& path, const std::vector<std::byte>& bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace shunt::record::synthetic
