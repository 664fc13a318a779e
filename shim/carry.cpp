#include "shim/carry.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "shim/carrier.hpp"
#include "shim/datatype.hpp"
#include "shim/exchange.hpp"
#include "shim/session.hpp"

namespace shunt {
namespace {

constexpr int kTag = 1;   // one is enough: blocks of a pair come in the order of their calls

/// Where the blocks of one side lie: block r is `count(r)` elements of `type` from `address(r)`.
template <class Count, class Displacement>
class Blocks {
public:
    Blocks(const void* base, MPI_Datatype type, Count count) : base_(base), type_(type), count_(count) { measure(); }
    Blocks(const void* base, MPI_Datatype type, const Count* counts, const Displacement* displacements)
        : base_(base), type_(type), counts_(counts), displacements_(displacements) { measure(); }

    Count count(int rank) const { return counts_ ? counts_[rank] : count_; }
    MPI_Datatype type() const { return type_; }
    bool is_empty(int rank) const { return count(rank) == 0 || size_ == 0; }
    char* address(int rank) const {
        const auto element = displacements_ ? static_cast<MPI_Aint>(displacements_[rank]) : static_cast<MPI_Aint>(rank) * static_cast<MPI_Aint>(count_);
        return static_cast<char*>(const_cast<void*>(base_)) + element * extent_;
    }
    /// Lowest byte of block `rank`, and bytes from there to its highest, holes included. Extents may be negative.
    char* first_byte(int rank) const { return address(rank) + true_lb_ + std::min<MPI_Aint>(0, reach(rank)); }
    MPI_Aint span(int rank) const { return std::abs(reach(rank)) + true_extent_; }
    void move_to(const void* base) { base_ = base; }
    const void* base() const { return base_; }

private:
    MPI_Aint reach(int rank) const { return (static_cast<MPI_Aint>(count(rank)) - 1) * extent_; }
    void measure() {
        MPI_Count lb = 0, extent = 0, true_lb = 0, true_extent = 0;
        host.MPI_Type_get_extent_x(type_, &lb, &extent);
        host.MPI_Type_get_true_extent_x(type_, &true_lb, &true_extent);
        extent_ = extent;
        true_lb_ = true_lb;
        true_extent_ = true_extent;
        size_ = facts_of(type_).size;
    }

    const void* base_;
    MPI_Datatype type_;
    Count count_ = 0;
    const Count* counts_ = nullptr;
    const Displacement* displacements_ = nullptr;
    MPI_Aint extent_ = 0, true_lb_ = 0, true_extent_ = 0;
    std::int64_t size_ = 0;
};

/// The memory of all blocks of `blocks`, holes and all, somewhere else: what MPI_IN_PLACE sends from while its buffer is
/// being overwritten.
template <class AnyBlocks>
class SavedBlocks {
public:
    SavedBlocks() = default;
    /// Copies, and lets `blocks` name the copies.   Fails: false without memory.
    bool save(AnyBlocks& blocks, int ranks) {
        char *low = nullptr, *high = nullptr;
        for (int r = 0; r < ranks; ++r) {
            if (blocks.is_empty(r)) continue;
            char* first = blocks.first_byte(r);
            if (!low || first < low) low = first;
            if (!high || first + blocks.span(r) > high) high = first + blocks.span(r);
        }
        if (!low) return true;
        memory_ = static_cast<char*>(std::malloc(static_cast<std::size_t>(high - low)));
        if (!memory_) return false;
        for (int r = 0; r < ranks; ++r)   // block by block: between them may lie memory that is not ours to read
            if (!blocks.is_empty(r)) std::memcpy(memory_ + (blocks.first_byte(r) - low), blocks.first_byte(r), static_cast<std::size_t>(blocks.span(r)));
        blocks.move_to(static_cast<const char*>(blocks.base()) + (memory_ - low));
        return true;
    }
    ~SavedBlocks() { std::free(memory_); }
    SavedBlocks(const SavedBlocks&) = delete;
    SavedBlocks& operator=(const SavedBlocks&) = delete;

private:
    char* memory_ = nullptr;
};

inline int send_and_receive(const void* out, int out_count, MPI_Datatype out_type, int to, void* in, int in_count, MPI_Datatype in_type, int from, MPI_Comm comm) {
    return host.MPI_Sendrecv(out, out_count, out_type, to, kTag, in, in_count, in_type, from, kTag, comm, MPI_STATUS_IGNORE);
}
inline int send_and_receive(const void* out, MPI_Count out_count, MPI_Datatype out_type, int to, void* in, MPI_Count in_count, MPI_Datatype in_type, int from, MPI_Comm comm) {
    return host.MPI_Sendrecv_c(out, out_count, out_type, to, kTag, in, in_count, in_type, from, kTag, comm, MPI_STATUS_IGNORE);
}

/// Carries blocks as the host's messages on the private communicator. Empty blocks are not sent: both sides know them.
template <class Count, class Displacement>
class MessagePort final : public BlockPort {
public:
    using Side = Blocks<Count, Displacement>;
    MessagePort(const Session& s, const Side& out, const Side& in, MPI_Comm comm, int rank, bool in_place)
        : session_(s), out_(out), in_(in), comm_(comm), rank_(rank), in_place_(in_place) {}

    Status copy_own() override { return in_place_ ? Status::ok : move(rank_, rank_); }
    Status exchange(int to, int from) override { return move(to, from); }
    /// The host's first error.
    int code() const { return code_; }

private:
    Status move(int to, int from) {
        const int dest = out_.is_empty(to) ? MPI_PROC_NULL : to;
        const int source = in_.is_empty(from) ? MPI_PROC_NULL : from;
        if (dest == MPI_PROC_NULL && source == MPI_PROC_NULL) return Status::ok;
        const int code = session_.gentle_calls ? move_gently(to, dest, from, source)
                                               : send_and_receive(out_.address(to), out_.count(to), out_.type(), dest, in_.address(from), in_.count(from),
                                                                  in_.type(), source, comm_);
        if (code == MPI_SUCCESS) return Status::ok;
        if (code_ == MPI_SUCCESS) code_ = code;
        return Status::peer_lost;
    }
    int move_gently(int to, int dest, int from, int source) {
        return exchange_gently(
            session_, [&](MPI_Request* r) { return start_receive(in_.address(from), in_.count(from), in_.type(), source, kTag, comm_, r); },
            [&](MPI_Request* r) { return start_send(out_.address(to), out_.count(to), out_.type(), dest, kTag, comm_, r); }, MPI_STATUS_IGNORE);
    }

    const Session& session_;
    const Side& out_;
    const Side& in_;
    MPI_Comm comm_;
    int rank_;
    bool in_place_;
    int code_ = MPI_SUCCESS;
};

/// One buffer for both directions, without saying MPI_IN_PLACE. MPICH refuses that where type and count are the same too, and is
/// left to; Open MPI does not look, so such programs run, on some ranks perhaps, and must be carried on all.
constexpr bool kHostRefusesAliases =
#if defined(OPEN_MPI)
    false;
#else
    true;
#endif

template <class Count, class Displacement>
void carry(const Session& s, const Choice& choice, Blocks<Count, Displacement>& out, Blocks<Count, Displacement>& in, bool in_place, CommRecord& record,
           Carried& carried) {
    const MPI_Comm carrier = carrier_of(record);
    if (carrier == MPI_COMM_NULL) return;
    carried.engine = choice.index;
    SavedBlocks<Blocks<Count, Displacement>> saved;
    const bool is_saved = !(in_place || out.base() == in.base()) || saved.save(out, record.size);
    // Also without the copy: the peers count on this rank's messages. That its data is not right is said by the code.
    MessagePort<Count, Displacement> port(s, out, in, carrier, record.rank, in_place);
    const Status status = choice.engine->carry(choice.facts, {record.rank, record.size}, port);
    carried.code = port.code() != MPI_SUCCESS ? port.code() : status == Status::ok ? MPI_SUCCESS : MPI_ERR_INTERN;
    if (!is_saved) carried.code = MPI_ERR_NO_MEM;
    if (carried.code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, carried.code);
}

}  // namespace

template <class Count>
void carry_alltoall(const void* send, Count send_count, MPI_Datatype send_type, void* receive, Count receive_count, MPI_Datatype receive_type,
                    CommRecord& record, Carried& carried) {
    const Session& s = *session.load(std::memory_order_relaxed);
    const bool in_place = send == MPI_IN_PLACE;
    if (receive_type == MPI_DATATYPE_NULL || receive_count < 0 || receive == MPI_IN_PLACE) return;
    if (!in_place && (send_type == MPI_DATATYPE_NULL || send_count < 0)) return;
    const bool same_buffer = send == receive && send_type == receive_type && send_count == receive_count && send_count > 0;
    if (kHostRefusesAliases && same_buffer && send != MPI_BOTTOM) return;
    if (is_missing(receive, receive_count > 0, receive_type) || (!in_place && is_missing(send, send_count > 0, send_type))) return;
    const auto bytes = static_cast<std::int64_t>(receive_count) * facts_of(receive_type).size;
    const Choice choice = choose(s, record, Operation::alltoall, bytes);
    if (!choice.engine || choice.engine->needs_team()) return;
    using Side = Blocks<Count, int>;
    Side in(receive, receive_type, receive_count);
    Side out = in_place ? in : Side(send, send_type, send_count);
    carry(s, choice, out, in, in_place, record, carried);
}

template <class Count, class Displacement>
void carry_alltoallv(const void* send, const Count* send_counts, const Displacement* send_displacements, MPI_Datatype send_type, void* receive,
                     const Count* receive_counts, const Displacement* receive_displacements, MPI_Datatype receive_type, CommRecord& record,
                     Carried& carried) {
    const Session& s = *session.load(std::memory_order_relaxed);
    const Choice choice = choose(s, record, Operation::alltoallv, kBytesDiffer);
    if (!choice.engine || choice.engine->needs_team()) return;
    const bool in_place = send == MPI_IN_PLACE;
    const auto valid = [&](const void* buffer, const Count* counts, const Displacement* displacements, MPI_Datatype type) {
        if (!counts || !displacements || type == MPI_DATATYPE_NULL) return false;
        bool some_elements = false;
        for (int r = 0; r < record.size; ++r) {
            if (counts[r] < 0) return false;
            some_elements |= counts[r] > 0;
        }
        return !is_missing(buffer, some_elements, type);
    };
    if (receive == MPI_IN_PLACE || !valid(receive, receive_counts, receive_displacements, receive_type)) return;
    if (!in_place && !valid(send, send_counts, send_displacements, send_type)) return;
    using Side = Blocks<Count, Displacement>;
    Side in(receive, receive_type, receive_counts, receive_displacements);
    Side out = in_place ? in : Side(send, send_type, send_counts, send_displacements);
    carry(s, choice, out, in, in_place, record, carried);
}

template void carry_alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, CommRecord&, Carried&);
template void carry_alltoall(const void*, MPI_Count, MPI_Datatype, void*, MPI_Count, MPI_Datatype, CommRecord&, Carried&);
template void carry_alltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, CommRecord&, Carried&);
template void carry_alltoallv(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype,
                              CommRecord&, Carried&);

}  // namespace shunt
