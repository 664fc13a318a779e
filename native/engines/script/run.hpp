#pragma once
#include <cstdint>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/script/buffers.hpp"
#include "native/engines/script/plan.hpp"

namespace shunt::script_engine {

/// The progress of the steps of a plan. Kept from call to call, so that a call allocates nothing.   Thread: any one at
/// a time.
struct Progress {
    struct OfOp {
        std::uint32_t waits_for = 0;
        std::uint64_t parts_done = 0;
        std::uint64_t bytes_done = 0;  ///< of the part under way
        std::uint64_t posts = 0;       ///< a send: the number of its last put, while that has not left
        std::uint64_t written = 0;     ///< a send: bytes written of the packet under way
        std::uint64_t offer = 0;       ///< a send: the number of the packet that offers the part
        bool is_offered = false;       ///< a send: the current part is offered, and not taken yet
        bool is_refused = false;       ///< likewise: it was offered, and refused
    };
    std::vector<OfOp> ops;
    std::vector<std::uint32_t> active;  ///< ops that have begun and are not done, in the order of their beginning
    std::vector<std::uint32_t> sent, received;  ///< by channel: finished messages

    /// Room for `plan`.   Fails: std::bad_alloc.
    void make_room(const Plan& plan);
};

/// The bytes that a run has moved.
struct Moved {
    std::uint64_t bytes = 0;         ///< sent
    std::uint64_t direct_bytes = 0;  ///< of those, copied by their receiver from this member's memory
};

/// The length from which a message within a node is copied once, from memory to memory; 0: never.
struct Direct {
    std::uint64_t least_bytes = 0;
    std::vector<char> reaches;  ///< by member
};

/// One call of a plan: does its steps in any permitted order, waiting ones side by side.
/// Owner: everything given outlives it.   Thread: any one at a time.   Blocks: never.
class Run {
public:
    /// `block`: memory for elements in transit, at least for one, aligned to 64.
    Run(const Plan& plan, const Places& places, Reducer* reducer, memory::RemoteMemory& memory, const Direct& direct,
        std::span<std::byte> block, Progress& progress, Moved& moved);

    /// Makes the progress that is possible now.   Returns again until all steps are done; then ok.   Fails: bug,
    /// peer_lost.
    Status advance();
    /// Whether the last advance() made progress.
    bool moved() const { return moved_; }
    /// A member that this one waits for; -1: no particular one.
    int waits_for() const;

private:
    using OfOp = Progress::OfOp;

    void begin();
    void begin_op(std::uint32_t index);
    void finish_op(std::uint32_t index);
    Status step(std::uint32_t index);
    std::uint64_t parts_allowed(const Op& op) const;
    std::uint64_t bytes_of_part(const Op& op, std::uint64_t part) const {
        return part + 1 < op.parts ? op.part_bytes : op.bytes - part * op.part_bytes;
    }

    Status step_send(const Op& op, OfOp& at);
    Status send_part(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes);
    Status send_packet(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes);
    bool may_offer(const Op& op, std::uint64_t begin, std::uint64_t bytes) const;
    Status offer_part(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes);

    Status step_receive(const Op& op, OfOp& at);
    Status receive_part(const Op& op, OfOp& at, std::uint64_t begin, std::uint64_t bytes);
    Status take_packet(const Op& op, std::uint64_t begin, std::uint64_t bytes, PairRings::In& from);
    Status take_offer(const Op& op, std::uint64_t begin, std::uint64_t bytes, PairRings::In& from);
    Status combine_packet(const Op& combination, std::uint64_t begin, std::byte* data, std::uint64_t bytes);
    std::uint64_t elements_in(std::uint64_t bytes) const { return bytes / plan_.element_bytes; }

    Status step_local(const Op& op, OfOp& at);
    Status copy(const Op& op, std::uint64_t begin, std::uint64_t bytes);
    Status combine(const Op& op, std::uint64_t begin, std::uint64_t bytes);
    Status settle();

    const Plan& plan_;
    const Places& places_;
    Reducer* reducer_;
    bool may_exchange_;  // operands, whatever order a combination is written in: all ranks must get the same bits
    memory::RemoteMemory& memory_;
    const Direct& direct_;
    std::span<std::byte> block_;
    Progress& progress_;
    Moved& total_;
    bool has_begun_ = false;
    bool moved_ = false;
    bool is_settled_ = true;  // senders know of taken packets as far as they must
};

}  // namespace shunt::script_engine
