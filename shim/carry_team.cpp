// Collectives that an engine's team carries whole, as contiguous bytes.
#include <algorithm>
#include <new>
#include <vector>

#include "shim/alias.hpp"
#include "shim/carrier.hpp"
#include "shim/carry.hpp"
#include "shim/flat.hpp"
#include "shim/team_call.hpp"

namespace shunt {
namespace {

/// Blocks of all ranks: block r is `count(r)` elements from `address(r)`.
template <class Count, class Displacement>
struct BlockList {
    const void* base;
    MPI_Datatype type;
    Count count_each;
    const Count* counts;
    const Displacement* displacements;

    Count count(int rank) const { return counts ? counts[rank] : count_each; }
    void* address(int rank) const {
        MPI_Count lb = 0, extent = 0;
        host.MPI_Type_get_extent_x(type, &lb, &extent);
        const MPI_Count element = displacements ? static_cast<MPI_Count>(displacements[rank]) : static_cast<MPI_Count>(rank) * count_each;
        return static_cast<char*>(const_cast<void*>(base)) + element * extent;
    }
    std::uint64_t bytes(int rank) const { return static_cast<std::uint64_t>(bytes_in(count(rank), type)); }
    std::uint64_t total(int ranks) const {
        std::uint64_t sum = 0;
        for (int rank = 0; rank < ranks; ++rank) sum += bytes(rank);
        return sum;
    }
    /// Whether all blocks follow each other in memory as they would be sent.
    bool is_flat(int ranks) const {
        if (!may_lend(base, type)) return false;
        MPI_Count next = 0;
        for (int rank = 0; displacements && rank < ranks; ++rank) {
            if (static_cast<MPI_Count>(displacements[rank]) != next) return false;
            next += count(rank);
        }
        return true;
    }
};

/// Calls `visit(rank, its bytes in flat)` for every rank.
template <class List, class Visit>
void each_block(const List& list, std::span<std::byte> flat, int ranks, Visit&& visit) {
    std::size_t at = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        const std::size_t bytes = list.bytes(rank);
        visit(rank, flat.subspan(at, bytes));
        at += bytes;
    }
}

/// All blocks as one run of bytes: the program's own memory, or a copy, filled when `fill`.
template <class List>
bool flatten(const List& list, int ranks, bool fill, MPI_Comm comm, Flat& flat, TeamCall& call) {
    const std::size_t all = list.total(ranks);
    if (list.is_flat(ranks)) {
        flat.lend(list.base, all);
        return true;
    }
    if (!flat.make(all)) return false;
    if (fill)
        each_block(list, flat.bytes(), ranks,
                   [&](int rank, std::span<std::byte> bytes) { call.note(pack_into(bytes, list.address(rank), list.count(rank), list.type, comm)); });
    return true;
}

/// What a receiver of a scatter gets, through a copy where the type needs one.
template <class Count>
class OwnBlock {
public:
    OwnBlock(void* buffer, Count count, MPI_Datatype type, const CommRecord& record) : buffer_(buffer), count_(count), type_(type) {
        const auto bytes = static_cast<std::size_t>(bytes_in(count, type));
        if (may_lend(buffer, type)) flat_.lend(buffer, bytes);
        else if (!flat_.make(bytes)) end_without_memory(record);
    }
    std::span<std::byte> bytes() const { return flat_.bytes(); }
    int deliver(MPI_Comm comm) const { return flat_.is_lent() ? MPI_SUCCESS : unpack_from(flat_.bytes(), buffer_, count_, type_, comm); }

private:
    void* buffer_;
    Count count_;
    MPI_Datatype type_;
    Flat flat_;
};

template <class List, class Count>
void scatter(TeamCall& call, const List& blocks, void* receive, Count receive_count, MPI_Datatype receive_type, int root, const CommRecord& record) {
    const bool is_root = root == record.rank;
    Flat everything;
    if (is_root && !flatten(blocks, record.size, true, call.carrier(), everything, call)) end_without_memory(record);
    const bool keeps_own = is_root && receive == MPI_IN_PLACE;
    const OwnBlock<Count> own(keeps_own ? nullptr : receive, keeps_own ? 0 : receive_count, keeps_own ? MPI_BYTE : receive_type, record);
    call.call().root = root;
    call.call().send = everything.bytes();
    call.call().receive = own.bytes();
    if (call.run() && !keeps_own) call.note(own.deliver(call.carrier()));
}

template <class List, class Count>
void gather_everywhere(TeamCall& call, const void* send, Count send_count, MPI_Datatype send_type, const List& blocks, const CommRecord& record) {
    Flat everything;
    const bool in_place = send == MPI_IN_PLACE;
    if (!flatten(blocks, record.size, false, call.carrier(), everything, call)) end_without_memory(record);
    each_block(blocks, everything.bytes(), record.size, [&](int rank, std::span<std::byte> bytes) {
        if (rank != record.rank) return;
        if (!in_place) call.note(pack_into(bytes.first(std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(bytes_in(send_count, send_type)))), send, send_count, send_type, call.carrier()));
        else if (!everything.is_lent()) call.note(pack_into(bytes, blocks.address(rank), blocks.count(rank), blocks.type, call.carrier()));
    });
    call.call().receive = everything.bytes();
    if (!call.run() || everything.is_lent()) return;
    each_block(blocks, everything.bytes(), record.size, [&](int rank, std::span<std::byte> bytes) {
        if (!in_place || rank != record.rank) call.note(unpack_from(bytes, blocks.address(rank), blocks.count(rank), blocks.type, call.carrier()));
    });
}

}  // namespace

void carry_barrier(CommRecord& record, Carried& carried) {
    TeamCall call(record, Operation::barrier, 0, carried);
    if (!call.is_carried()) return;
    call.run();
    call.finish();
}

template <class Count>
void carry_bcast(void* buffer, Count count, MPI_Datatype type, int root, CommRecord& record, Carried& carried) {
    if (!is_valid(buffer, count, type) || !is_rank(root, record)) return;
    const TypeFacts facts = facts_of(type);
    const std::int64_t bytes_here = static_cast<std::int64_t>(count) * facts.size;
    if (record.staged && bytes_here > 0) hear_root(*session.load(std::memory_order_relaxed), record, root);
    TeamCall call(record, Operation::bcast, bytes_here, carried);
    if (!call.is_carried()) return;
    const auto bytes = static_cast<std::size_t>(bytes_here);
    Flat data;
    if (facts.plain && !is_on_device(buffer)) data.lend(buffer, bytes);
    else if (!data.make(bytes)) end_without_memory(record);
    if (root == record.rank && !data.is_lent()) call.note(pack_into(data.bytes(), buffer, count, type, call.carrier()));
    call.call().root = root;
    call.call().receive = data.bytes();
    if (call.run() && root != record.rank && !data.is_lent()) {
        const std::uint64_t elements = facts.size > 0 ? call.came(bytes) / static_cast<std::uint64_t>(facts.size) : 0;
        const auto whole = data.bytes().first(elements * static_cast<std::uint64_t>(facts.size));
        call.note(unpack_from(whole, buffer, static_cast<MPI_Count>(elements), type, call.carrier()));
    }
    call.finish();
}

template <class Count>
void carry_scatter(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type, int root,
                   CommRecord& record, Carried& carried) {
    if (!is_rank(root, record)) return;
    const bool is_root = root == record.rank;
    if (is_root ? !is_valid(send, send_count, send_type) || send == MPI_IN_PLACE : receive == MPI_IN_PLACE) return;
    if (receive != MPI_IN_PLACE && !is_valid(receive, receive_count, receive_type)) return;
    if (is_root && send_type == receive_type && send_count == receive_count && send_count > 0 &&
        is_alias(receive, send, static_cast<MPI_Count>(record.rank) * send_count, facts_of(send_type).size) && host_refuses_alias(Operation::scatter))
        return;
    // A root that keeps its own block in its place knows the length from what it sends.
    const std::int64_t bytes_here = is_root ? bytes_in(send_count, send_type) : bytes_in(receive_count, receive_type);
    if (record.staged && bytes_here > 0) hear_root(*session.load(std::memory_order_relaxed), record, root);
    TeamCall call(record, Operation::scatter, bytes_here, carried);
    if (!call.is_carried()) return;
    const BlockList<Count, int> blocks{send, send_type, send_count, nullptr, nullptr};
    scatter(call, blocks, receive, receive_count, receive_type, root, record);
    call.finish();
}

namespace {

/// Whether the arguments of a scatterv are such that the host would not refuse them on this rank.
template <class Count, class Displacement>
bool is_valid_scatterv(const Count* send_counts, const Displacement* displacements, MPI_Datatype send_type, const void* send, const void* receive,
                       Count receive_count, MPI_Datatype receive_type, int root, const CommRecord& record) {
    if (!is_rank(root, record)) return false;
    const bool is_root = root == record.rank;
    if (is_root && (!send_counts || !displacements || !facts_of(send_type).exists || send == MPI_IN_PLACE)) return false;
    if (is_root && std::any_of(send_counts, send_counts + record.size, [](Count count) { return count < 0; })) return false;
    if (is_root && send_type == receive_type && receive_count > 0 && send_counts[record.rank] > 0 &&
        is_alias(receive, send, displacements[record.rank], facts_of(send_type).size) && host_refuses_alias(Operation::scatterv))
        return false;
    if (!is_root && receive == MPI_IN_PLACE) return false;
    return receive == MPI_IN_PLACE || is_valid(receive, receive_count, receive_type);
}

template <class List>
std::vector<std::uint64_t> sizes_at_root(const List& blocks, int root, const CommRecord& record) {
    std::vector<std::uint64_t> sizes;
    for (int rank = 0; root == record.rank && rank < record.size; ++rank) sizes.push_back(blocks.bytes(rank));
    return sizes;
}

}  // namespace

template <class Count, class Displacement>
void carry_scatterv(const void* send, const Count* send_counts, const Displacement* displacements, MPI_Datatype send_type, void* receive,
                    Count receive_count, MPI_Datatype receive_type, int root, CommRecord& record, Carried& carried) {
    if (!is_valid_scatterv(send_counts, displacements, send_type, send, receive, receive_count, receive_type, root, record)) return;
    TeamCall call(record, Operation::scatterv, kBytesDiffer, carried);
    if (!call.is_carried()) return;
    const BlockList<Count, Displacement> blocks{send, send_type, 0, send_counts, displacements};
    const std::vector<std::uint64_t> sizes = sizes_at_root(blocks, root, record);
    call.call().sizes = sizes;
    scatter(call, blocks, receive, receive_count, receive_type, root, record);
    call.finish();
}

int open_scatterv_group(const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record, ScattervGroup*& opened) {
    Session& s = *session.load(std::memory_order_relaxed);
    int code = MPI_SUCCESS;
    if (!is_rank(root, record)) code = MPI_ERR_ROOT;
    else if (root == record.rank && !send_counts) code = MPI_ERR_ARG;
    else if (root == record.rank && send_type == MPI_DATATYPE_NULL) code = MPI_ERR_TYPE;
    else if (root == record.rank && std::any_of(send_counts, send_counts + record.size, [](int count) { return count < 0; })) code = MPI_ERR_COUNT;
    const Choice choice = choose(s, record, Operation::scatterv, kBytesDiffer);
    CommTeam* team = code == MPI_SUCCESS && choice.engine ? team_of(s, record, choice) : nullptr;
    if (team) {
        const BlockList<int, int> blocks{nullptr, send_type, 0, send_counts, nullptr};
        const std::vector<std::uint64_t> sizes = sizes_at_root(blocks, root, record);
        CollectiveCall call;
        call.operation = Operation::scatterv;
        call.root = root;
        call.sizes = sizes;
        auto made = std::make_unique<ScattervGroup>(ScattervGroup{record.handle, root, team, 0});
        const Status status = team->team->open_group(call, made->number);
        if (status == Status::declined) switch_off(*team);
        else if (status != Status::ok) code = team->exchange.code() != MPI_SUCCESS ? team->exchange.code() : MPI_ERR_OTHER;
        else if (made->number != 0) opened = made.release();
    }
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
    return code;
}

void carry_scatterv_in(const ScattervGroup& group, const void* send, const int* send_counts, const int* displacements, MPI_Datatype send_type,
                       void* receive, int receive_count, MPI_Datatype receive_type, CommRecord& record, Carried& carried) {
    const int root = group.root;
    if (!is_valid_scatterv(send_counts, displacements, send_type, send, receive, receive_count, receive_type, root, record)) return;
    TeamCall call(record, group, receive == MPI_IN_PLACE ? INT64_MAX : bytes_in(receive_count, receive_type), carried);
    if (!call.is_carried()) return;
    const BlockList<int, int> blocks{send, send_type, 0, send_counts, displacements};
    const std::vector<std::uint64_t> sizes = sizes_at_root(blocks, root, record);
    call.call().sizes = sizes;
    scatter(call, blocks, receive, receive_count, receive_type, root, record);
    call.finish();
}

void close_scatterv_group(ScattervGroup* group, CommRecord* record) {
    if (record && has_team(*record, group->team)) group->team->team->close_group(group->number);
    delete group;
}

template <class Count>
void carry_allgather(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                     CommRecord& record, Carried& carried) {
    if (receive == MPI_IN_PLACE || !is_valid(receive, receive_count, receive_type)) return;
    if (send != MPI_IN_PLACE && !is_valid(send, send_count, send_type)) return;
    if (send_type == receive_type && send_count == receive_count && send_count > 0 &&
        is_alias(send, receive, static_cast<MPI_Count>(record.rank) * receive_count, facts_of(receive_type).size) && host_refuses_alias(Operation::allgather))
        return;
    TeamCall call(record, Operation::allgather, bytes_in(receive_count, receive_type), carried);
    if (!call.is_carried()) return;
    gather_everywhere(call, send, send_count, send_type, BlockList<Count, int>{receive, receive_type, receive_count, nullptr, nullptr}, record);
    call.finish();
}

template <class Count, class Displacement>
void carry_allgatherv(const void* send, Count send_count, MPI_Datatype send_type, void* receive, const Count* counts, const Displacement* displacements,
                      MPI_Datatype receive_type, CommRecord& record, Carried& carried) {
    if (receive == MPI_IN_PLACE || !counts || !displacements || !facts_of(receive_type).exists) return;
    if (std::any_of(counts, counts + record.size, [](Count count) { return count < 0; })) return;
    if (send != MPI_IN_PLACE && !is_valid(send, send_count, send_type)) return;
    if (send_type == receive_type && send_count > 0 && counts[record.rank] > 0 &&
        is_alias(send, receive, displacements[record.rank], facts_of(receive_type).size) && host_refuses_alias(Operation::allgatherv))
        return;
    TeamCall call(record, Operation::allgatherv, kBytesDiffer, carried);
    if (!call.is_carried()) return;
    const BlockList<Count, Displacement> blocks{receive, receive_type, 0, counts, displacements};
    std::vector<std::uint64_t> sizes;
    for (int rank = 0; rank < record.size; ++rank) sizes.push_back(blocks.bytes(rank));
    call.call().sizes = sizes;
    gather_everywhere(call, send, send_count, send_type, blocks, record);
    call.finish();
}

template void carry_bcast(void*, int, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_bcast(void*, MPI_Count, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_scatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_scatter(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_scatterv(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_scatterv(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, MPI_Count, MPI_Datatype, int, CommRecord&, Carried&);
template void carry_allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, CommRecord&, Carried&);
template void carry_allgather(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, CommRecord&, Carried&);
template void carry_allgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, CommRecord&, Carried&);
template void carry_allgatherv(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, CommRecord&, Carried&);

}  // namespace shunt
