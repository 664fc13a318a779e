#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "native/engines/script/pair_rings.hpp"
#include "native/program/program.hpp"

namespace shunt::script_engine {

/// A step of this member's program, ready for execution.   Units: bytes.
struct Op {
    program::Kind kind = program::Kind::copy;
    program::Buffer from_buffer = program::Buffer::scratch, to_buffer = program::Buffer::scratch;
    bool from_is_left = false;
    bool may_lend = true;        ///< a send: no step that goes by parts waits for it, so its data may leave late
    std::int32_t fused = -1;     ///< a receive: the combination that takes the bytes as they arrive, without their copy
    bool is_fused_into = false;  ///< a combination that a receive performs
    std::uint64_t from_at = 0, to_at = 0, bytes = 0, part_bytes = 0, parts = 1;
    std::uint32_t channel = 0;    ///< index in Plan::ins or Plan::outs
    std::uint32_t message = 0;    ///< its number among the messages of that channel
    std::uint32_t waits_for = 0;  ///< steps that must be done (by parts: begun) before this one begins
    std::uint32_t followers_begin = 0, followers_end = 0;  ///< in Plan::followers
    std::uint32_t leaders_begin = 0, leaders_end = 0;      ///< in Plan::leaders
};

/// A step that waits for another: until it is done, or by parts.
struct Follower {
    std::uint32_t op = 0;
    bool by_parts = false;
};

/// The steps of one member in calls of one kind. Made once, used for each such call.
struct Plan {
    std::vector<Op> ops;
    std::vector<Follower> followers;     ///< of all ops, one after the other
    std::vector<std::uint32_t> leaders;  ///< ops whose parts an op follows, likewise
    std::vector<std::uint32_t> first;    ///< ops that wait for nothing
    std::vector<PairRings::In*> ins;     ///< in the order of their first use.   Owner: the rings
    std::vector<PairRings::Out*> outs;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t element_bytes = 1;
    std::uint64_t packet_bytes = 0;  ///< the most bytes of a packet; alike at both ends
    std::uint64_t tag = 0;           ///< tag of its packets: that of the program of all members
    bool copies_input = false;       ///< needed where input and result are one memory
};

/// Why the steps of `rank` cannot be executed at all: ranges outside the buffers, `send` written, a peer that does not
/// exist, a step after itself. Empty: they can. The checker judges their results.
std::string flaw_of_steps(const program::Program& program, int rank, std::uint64_t element_bytes);

/// The plan of `rank` for elements of `element_bytes`. `program` has no flaws.   Fails: std::bad_alloc.
Plan plan_of(const program::Program& program, int rank, std::uint64_t element_bytes, PairRings& rings);

}  // namespace shunt::script_engine
