#include "tests/unit/tools/example_run.hpp"

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace shunt::tools::example {
namespace {

using namespace record;
using synthetic::Parts;

constexpr std::uint64_t kMs = 2'000'000;  // ticks: the synthetic clock has two for a nanosecond

/// 0..99, the same for the same arguments.
unsigned dice(unsigned a, unsigned b) {
    unsigned value = a * 2654435761u + b * 40503u + 12345u;
    value ^= value >> 15;
    value *= 2246822519u;
    return (value >> 13) % 100;
}

struct Maker {
    Parts& parts;
    unsigned rank;

    Cell& add(const char* function, std::uint16_t phase, std::int32_t peer, std::uint64_t bytes, std::uint64_t count,
              std::uint8_t flags, std::uint64_t fastest, std::uint64_t mean) {
        Cell cell;
        cell.key.function = parts.function(function);
        cell.key.comm = 0;
        cell.key.phase = phase;
        cell.key.peer = cell.peer_world = peer;
        cell.key.bytes = bytes;
        cell.key.flags = static_cast<std::uint8_t>(flags | kContiguous);
        cell.count = cell.timed = count;
        cell.min_ticks = fastest;
        cell.max_ticks = mean * 6;
        cell.ticks = mean * count;
        parts.cells.push_back(cell);
        return parts.cells.back();
    }
};

void add_stencil(Maker& make, int rank, int size) {
    const int width = std::max(1, static_cast<int>(std::sqrt(size)));
    const int around[] = {(rank + 1) % size, (rank + size - 1) % size, (rank + width) % size,
                          (rank + size - width) % size};
    for (const int peer : around) {
        const unsigned luck = dice(make.rank, static_cast<unsigned>(peer));
        const bool row = peer == around[0] || peer == around[1];
        const std::uint64_t bytes = row ? 16384 : 512;
        Cell& send = make.add("MPI_Isend", 1, peer, bytes, 500, kCall | kTraffic, 1200, 2000);
        send.wait_ticks = 400'000 + luck * 1000;
        send.reused = 499;
        make.add("MPI_Irecv", 1, peer, bytes, 500, kCall, 500, 700);
        Cell& receive = make.add("MPI_Irecv", 1, peer, bytes, 500, kTraffic | kReceive, 0, 0);
        receive.wait_ticks = 8'000'000 + luck * 120'000;
        receive.probed = 500;
        receive.unexpected = 150 + luck;
    }
    make.add("MPI_Waitall", 1, kNoPeer, 0, 500, kCall, 1500, 60'000 + 1200 * dice(make.rank, 7));
}

void add_collectives(Maker& make, int rank, int size) {
    const bool late = rank == size / 3;
    make.add("MPI_Allreduce", 1, kNoPeer, 8, 5000, kCall, 9000, late ? 11'000 : 52'000 + 300 * dice(make.rank, 3));
    make.add("MPI_Allreduce", 1, kNoPeer, 4096, 200, kCall, 30'000, 45'000).key.comm = 1;
    make.add("MPI_Bcast", 0, 0, 1 << 20, 4, kCall, kMs / 2, kMs);
    make.add("MPI_Barrier", 0, kNoPeer, 0, 3, kCall, 5000, kMs / 4);
    for (const std::uint64_t bytes : {1024u, 16384u, 131072u}) {
        make.add("MPI_Alltoall", 2, kNoPeer, bytes, 20, kCall, bytes * 20, bytes * 32);
        make.add("MPI_Alltoall", 2, kNoPeer, bytes, 20, kCall, bytes * 15, bytes * 22).key.engine = 1;
    }
    for (std::uint32_t i = 0; i < 64; ++i) {
        const std::uint64_t start = 20 * kMs + i * 3 * kMs, end = start + kMs / 2;
        const std::uint64_t delay = (late ? 300'000u : 0u) + 1500u * dice(make.rank, i);
        make.parts.samples.push_back({1, 8, i, make.parts.function("MPI_Allreduce"), 1, start + delay, end});
    }
}

/// 64 bins of 2^26 ticks: the stencil begins at 0.2 s, the transposition at 0.8 s.
void add_time_bins(Maker& make) {
    make.parts.header.bins_shift = 26;
    make.parts.bins.clear();
    for (unsigned place = 0; place < 60; ++place) {
        const std::uint64_t begin = std::uint64_t{place} << 26;
        const bool stencil = begin >= 200 * kMs, transposed = begin >= 800 * kMs;
        TimeBin bin;
        const auto add = [&](TimeKind kind, unsigned percent) {
            bin.ticks[static_cast<std::size_t>(kind)] = (std::uint64_t{1} << 26) / 100 * percent;
        };
        if (!stencil) add(TimeKind::collective, 5);
        else if (!transposed) add(TimeKind::wait, 5 + dice(make.rank, place) / 20), add(TimeKind::message, 2);
        else add(TimeKind::collective, 30 + place / 2), add(TimeKind::other, place % 8 == 0 ? 8 : 0);
        bin.bytes = transposed ? 4 << 20 : stencil ? 1 << 20 : 0;
        bin.phase = transposed ? 2 : stencil ? 1 : 0;
        if (place == 5 || place == 23) bin.phase = kManyPhases;
        make.parts.bins.push_back(bin);
    }
}

void add_the_rest(Maker& make, int rank, int size) {
    if (rank != 0)
        make.add("MPI_Send", 2, 0, 65536, 10, kCall | kTraffic, 30'000, 90'000 + 1000 * dice(make.rank, 5)).reused = 9;
    for (int peer = 1; rank == 0 && peer < size; ++peer)
        make.add("MPI_Recv", 2, peer, 65536, 10, kCall | kTraffic | kReceive | kAnySource, 40'000, 120'000);
    make.add("MPI_File_write_at", 2, kNoPeer, 1 << 20, 4, kCall, 2 * kMs, 6 * kMs);
    Cell& small = make.add("MPI_Comm_rank", 0, kNoPeer, 0, 1000, kCall, 20, 20);
    small.timed = 10;
    small.ticks = 200;
    make.add("MPI_Comm_split", 0, kNoPeer, 0, 1, kCall, kMs, kMs).key.comm = 0;
    make.add("MPI_Put", 2, (rank + 2) % size, 256, 40, kCall | kTraffic | kOneSided, 300, 500);
}

void add_everyone(Maker& make, int size) {
    for (int peer = 0; peer < size; ++peer) {
        const unsigned luck = dice(make.rank, static_cast<unsigned>(peer) + 1000);
        const auto bytes = static_cast<std::uint64_t>(1000 * std::exp2(luck / 8.0));
        make.add("MPI_Send", 2, peer, bytes, 1 + luck, kCall | kTraffic, 2000, 3000 + bytes / 60);
        const unsigned back = dice(static_cast<unsigned>(peer), make.rank + 1000);
        make.add("MPI_Recv", 2, peer, static_cast<std::uint64_t>(1000 * std::exp2(back / 8.0)), 1 + back,
                 kCall | kTraffic | kReceive, 2000, 9000);
    }
}

}  // namespace

Parts make_rank(int rank, int size, int per_node, bool dense) {
    Parts parts = synthetic::make_parts(rank, size);
    parts.cells.clear();
    parts.samples.clear();
    parts.functions = {"MPI_Send send",        "MPI_Recv recv",           "MPI_Isend isend",
                       "MPI_Irecv irecv",      "MPI_Waitall waitall",     "MPI_Allreduce collective",
                       "MPI_Bcast collective", "MPI_Alltoall collective", "MPI_Barrier collective",
                       "MPI_Comm_rank local",  "MPI_Comm_split comm_new", "MPI_File_write_at io",
                       "MPI_Put rma"};
    parts.header.node = rank / per_node;
    parts.header.node_count = (size + per_node - 1) / per_node;
    parts.header.clock_parent = -1;
    std::snprintf(parts.header.host, sizeof parts.header.host, "node%02d", rank / per_node);
    parts.comms.resize(1);
    CommEntry row;
    const int width = std::max(1, static_cast<int>(std::sqrt(size)));
    row.id = 500u + static_cast<unsigned>(rank / width);
    row.size = std::min(width, size - rank / width * width);
    row.rank = rank % width;
    row.leader_world = rank / width * width;
    std::snprintf(row.name, sizeof row.name, "split of MPI_COMM_WORLD");
    parts.comms.push_back(row);
    const std::uint64_t start = parts.header.clock_first.ticks;
    parts.phases = {{0, 1, start, 200 * kMs},
                    {1, 1, start + 200 * kMs, 500 * kMs + dice(static_cast<unsigned>(rank), 1) * kMs},
                    {2, 1, start + 800 * kMs, 0}};
    Maker make{parts, static_cast<unsigned>(rank)};
    add_collectives(make, rank, size);
    add_the_rest(make, rank, size);
    add_time_bins(make);
    if (size > 1) add_stencil(make, rank, size);
    if (dense) add_everyone(make, size);
    return parts;
}

ProfileFile load(const std::vector<Parts>& ranks, std::uint32_t flags) {
    const synthetic::TemporaryDirectory directory;
    const std::string path = directory / "run.shunt";
    ProfileWriter writer;
    bool ok = writer.open(path, static_cast<std::uint32_t>(ranks.size()),
                          static_cast<std::uint32_t>(ranks.at(0).header.world_size), synthetic::kRunId);
    for (const Parts& parts : ranks) ok = ok && writer.add(parts.header.world_rank, synthetic::build(parts));
    ProfileFile file;
    std::string error;
    if (!ok || !writer.finish(flags)) throw std::runtime_error(writer.error());
    if (!ProfileFile::load(path, file, error)) throw std::runtime_error(error);
    return file;
}

ProfileFile make_run(int size, int per_node, bool dense) {
    std::vector<Parts> ranks;
    for (int rank = 0; rank < size; ++rank) ranks.push_back(make_rank(rank, size, per_node, dense));
    return load(ranks);
}

}  // namespace shunt::tools::example
