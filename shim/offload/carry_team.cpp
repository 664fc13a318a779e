// Collectives that an engine's team carries whole, as contiguous bytes.
#include <algorithm>
#include <new>
#include <vector>

#include "shim/offload/carry.hpp"
#include "shim/offload/packed.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/staged_team.hpp"
#include "shim/offload/team_cache.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {
namespace {

/// The blocks of all ranks as one run of bytes: the program's own memory, or a copy.
class FlatBlocks {
public:
    FlatBlocks(const CollectiveBuffer& buffer, const CommRecord& record) : buffer_(buffer), ranks_(record.size) {
        MPI_Count lb = 0;
        host.MPI_Type_get_extent_x(buffer.type(), &lb, &extent_);
        const auto all = static_cast<std::size_t>(buffer.total_bytes(ranks_));
        if (is_flat()) flat_.lend(buffer.base(), all);
        else if (!flat_.make(all)) end_without_memory(record);
    }
    bool is_lent() const { return flat_.is_lent(); }
    std::span<std::byte> bytes() const { return flat_.bytes(); }
    void* address(int rank) const { return buffer_.address(rank, extent_); }

    /// Calls `visit(rank, its bytes)` for every rank.
    template <class Visit>
    void each(Visit&& visit) const {
        std::size_t at = 0;
        for (int rank = 0; rank < ranks_; ++rank) {
            const auto bytes = static_cast<std::size_t>(buffer_.block_bytes(rank));
            visit(rank, flat_.bytes().subspan(at, bytes));
            at += bytes;
        }
    }
    /// Copies a block of the program into its bytes, or these into the program's memory.   Fails: the host's code.
    int pack(int rank, std::span<std::byte> bytes, MPI_Comm comm) const {
        return pack_into(bytes, address(rank), buffer_.count(rank), buffer_.type(), comm);
    }
    int unpack(int rank, std::span<const std::byte> bytes, MPI_Comm comm) const {
        return unpack_from(bytes, address(rank), buffer_.count(rank), buffer_.type(), comm);
    }

private:
    /// Whether all blocks follow each other in memory as they would be sent.
    bool is_flat() const {
        if (!may_lend(buffer_.base(), buffer_.type())) return false;
        MPI_Count next = 0;
        for (int rank = 0; buffer_.has_displacements() && rank < ranks_; ++rank) {
            if (buffer_.displacement(rank) != next) return false;
            next += buffer_.count(rank);
        }
        return true;
    }

    CollectiveBuffer buffer_;
    int ranks_;
    MPI_Count extent_ = 0;
    PackedBuffer flat_;
};

/// What a receiver of a scatter gets, through a copy where the type needs one.
class OwnBlock {
public:
    OwnBlock(const CollectiveBuffer& buffer, const CommRecord& record) : buffer_(buffer) {
        if (buffer.is_in_place()) return;
        const auto bytes = static_cast<std::size_t>(buffer.block_bytes(0));
        if (may_lend(buffer.base(), buffer.type())) flat_.lend(buffer.base(), bytes);
        else if (!flat_.make(bytes)) end_without_memory(record);
    }
    std::span<std::byte> bytes() const { return flat_.bytes(); }
    int deliver(MPI_Comm comm) const {
        return flat_.is_lent() ? MPI_SUCCESS
                               : unpack_from(flat_.bytes(), buffer_.writable(), buffer_.count(), buffer_.type(), comm);
    }

private:
    const CollectiveBuffer& buffer_;
    PackedBuffer flat_;
};

std::vector<std::uint64_t> block_sizes(const CollectiveBuffer& buffer, int ranks) {
    std::vector<std::uint64_t> sizes;
    for (int rank = 0; rank < ranks; ++rank) sizes.push_back(buffer.block_bytes(rank));
    return sizes;
}

void scatter(TeamCall& call, const CollectiveArguments& arguments, const CommRecord& record) {
    const bool is_root = arguments.root == record.rank;
    const FlatBlocks blocks(is_root ? arguments.send : CollectiveBuffer(nullptr, 0, MPI_BYTE), record);
    if (is_root && !blocks.is_lent())
        blocks.each([&](int rank, std::span<std::byte> bytes) { call.note(blocks.pack(rank, bytes, call.carrier())); });
    std::vector<std::uint64_t> sizes;
    if (is_root && arguments.send.has_counts()) sizes = block_sizes(arguments.send, record.size);
    const OwnBlock own(arguments.receive, record);
    call.call().root = arguments.root;
    call.call().send = blocks.bytes();
    call.call().sizes = sizes;
    call.call().receive = own.bytes();
    if (call.run()) call.note(own.deliver(call.carrier()));
    call.finish();
}

/// The root of a broadcast or scatter tells how far the making of a team is, which waits for nobody else.
void hear_root_of(const CollectiveArguments& arguments, CommRecord& record, std::int64_t bytes) {
    if (record.staged && bytes > 0) hear_root(*session.load(std::memory_order_relaxed), record, arguments.root);
}

}  // namespace

void carry_barrier(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    TeamCall call(record, arguments, asked, carried);
    if (!call.is_carried()) return;
    call.run();
    call.finish();
}

void carry_bcast(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    const CollectiveBuffer& buffer = arguments.receive;
    const TypeFacts facts = facts_of(buffer.type());
    hear_root_of(arguments, record, asked.bytes);
    TeamCall call(record, arguments, asked, carried);
    if (!call.is_carried()) return;
    const auto bytes = static_cast<std::size_t>(asked.bytes);
    const bool is_root = arguments.root == record.rank;
    PackedBuffer data;
    if (facts.plain && !is_on_device(buffer.base())) data.lend(buffer.base(), bytes);
    else if (!data.make(bytes)) end_without_memory(record);
    if (is_root && !data.is_lent())
        call.note(pack_into(data.bytes(), buffer.base(), buffer.count(), buffer.type(), call.carrier()));
    call.call().root = arguments.root;
    call.call().receive = data.bytes();
    if (call.run() && !is_root && !data.is_lent()) {
        const std::uint64_t elements = facts.size > 0 ? call.came(bytes) / static_cast<std::uint64_t>(facts.size) : 0;
        const auto whole = data.bytes().first(elements * static_cast<std::uint64_t>(facts.size));
        call.note(
            unpack_from(whole, buffer.writable(), static_cast<MPI_Count>(elements), buffer.type(), call.carrier()));
    }
    call.finish();
}

void carry_scatter(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    if (const ScattervGroup* group = arguments.group) {
        const bool keeps_own = arguments.receive.is_in_place();
        TeamCall call(record, *group, keeps_own ? UINT64_MAX : arguments.receive.block_bytes(0), carried);
        if (call.is_carried()) scatter(call, arguments, record);
        return;
    }
    hear_root_of(arguments, record, asked.bytes);
    TeamCall call(record, arguments, asked, carried);
    if (call.is_carried()) scatter(call, arguments, record);
}

namespace {

Reason host_reason_of(Session& s, const OpenedGroup& group) {
    return group.bound.empty() ? Reason::none : with_clause(s, Reason::model, std::string(group.bound));
}

}  // namespace

int open_scatterv_group(const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                        ScattervGroup*& opened) {
    Session& s = *session.load(std::memory_order_relaxed);
    int code = MPI_SUCCESS;
    if (!is_rank(root, record)) code = MPI_ERR_ROOT;
    else if (root == record.rank && !send_counts) code = MPI_ERR_ARG;
    else if (root == record.rank && send_type == MPI_DATATYPE_NULL) code = MPI_ERR_TYPE;
    else if (root == record.rank &&
             std::any_of(send_counts, send_counts + record.size, [](int count) { return count < 0; }))
        code = MPI_ERR_COUNT;
    const Decision decision = decide(s, record, Operation::scatterv, kBytesDiffer);
    CommTeam* team = code == MPI_SUCCESS && decision.engine ? team_of(s, record, decision) : nullptr;
    if (team && team->groups) {
        std::vector<std::uint64_t> sizes;
        if (root == record.rank) sizes = block_sizes({nullptr, send_counts, send_type}, record.size);
        CollectiveCall call;
        call.operation = Operation::scatterv;
        call.root = root;
        call.sizes = sizes;
        auto made = std::make_unique<ScattervGroup>();
        OpenedGroup group;
        const Status status = team->groups->open_group(call, group);
        *made = {record.handle, root, team, group.number, group.block_bytes, host_reason_of(s, group)};
        if (status == Status::declined) switch_off(record, *team);
        else if (status != Status::ok)
            code = team->exchange.code() != MPI_SUCCESS ? team->exchange.code() : MPI_ERR_OTHER;
        else opened = made.release();
    }
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
    return code;
}

void close_scatterv_group(ScattervGroup* group, CommRecord* record) {
    if (record && has_team(*record, group->team)) group->team->groups->close_group(group->number);
    delete group;
}

void carry_allgather(const CollectiveArguments& arguments, const Asked& asked, CommRecord& record, Carried& carried) {
    TeamCall call(record, arguments, asked, carried);
    if (!call.is_carried()) return;
    const CollectiveBuffer& own = arguments.send;
    const FlatBlocks blocks(arguments.receive, record);
    blocks.each([&](int rank, std::span<std::byte> bytes) {
        if (rank != record.rank) return;
        const std::size_t given =
            std::min<std::size_t>(bytes.size(), own.is_in_place() ? bytes.size() : own.block_bytes(0));
        if (!own.is_in_place())
            call.note(pack_into(bytes.first(given), own.base(), own.count(), own.type(), call.carrier()));
        else if (!blocks.is_lent()) call.note(blocks.pack(rank, bytes, call.carrier()));
    });
    std::vector<std::uint64_t> sizes;
    if (arguments.receive.has_counts()) sizes = block_sizes(arguments.receive, record.size);
    call.call().sizes = sizes;
    call.call().receive = blocks.bytes();
    if (call.run() && !blocks.is_lent())
        blocks.each([&](int rank, std::span<std::byte> bytes) {
            if (!own.is_in_place() || rank != record.rank) call.note(blocks.unpack(rank, bytes, call.carrier()));
        });
    call.finish();
}

}  // namespace shunt
