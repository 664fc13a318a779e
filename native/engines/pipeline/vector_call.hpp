#pragma once
#include <cstdint>
#include <span>

#include "native/base/copy_lines.hpp"
#include "native/engines/contract.hpp"

namespace shunt::pipeline {

/// One operation on a vector, as this member sees it: its operand, the memory for its result, and how it is combined.
struct VectorCall {
    Operation operation = Operation::bcast;
    int root = 0;
    std::uint64_t bytes = 0;  ///< of the vector; equal on all members
    std::uint64_t element_bytes = 1;
    std::uint64_t block_bytes = 1;   ///< of all blocks but the last; a multiple of element_bytes
    const std::byte* own = nullptr;  ///< this member's vector; for bcast only the root's
    std::byte* result = nullptr;     ///< null where this member gets none
    std::uint64_t wanted_from =
        0;  ///< the bytes of the vector that make up this member's result: all except for reduce_scatter
    std::uint64_t wanted_to = 0;
    bool commutative = true;
    bool streams = false;  ///< results are too long, all together, to stay in the caches
    Reducer* reducer = nullptr;

    bool in_place() const { return own == result; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t count_bytes) const {
        return reducer->combine(left, right, count_bytes / element_bytes);
    }
    Status combine_into(const std::byte* left, const std::byte* right, std::byte* into,
                        std::uint64_t count_bytes) const {
        return reducer->combine_into(left, right, into, count_bytes / element_bytes);
    }
};

/// Copies the part of `[at, at + bytes)` of the vector that belongs to this member's result.
inline void deliver(const VectorCall& call, std::uint64_t at, const std::byte* data, std::uint64_t bytes) {
    const std::uint64_t from = at > call.wanted_from ? at : call.wanted_from;
    const std::uint64_t to = at + bytes < call.wanted_to ? at + bytes : call.wanted_to;
    if (from >= to) return;
    const auto copy = call.streams ? stream_lines : copy_lines;
    copy(call.result + (from - call.wanted_from), data + (from - at), to - from);
}

/// This member's part of `call`; the caller sets block_bytes.   Fails: bug if the call is inconsistent.
Status vector_of(const CollectiveCall& call, const Group& group, VectorCall& vector);

/// A hash of everything that members must agree on.
std::uint64_t tag_of(const VectorCall& call, std::uint64_t number);

/// The part of a tag that a reader can decode where the tag differs: the number of the call in the team, and its root.
/// The length is beside it.
constexpr std::uint64_t title_of(const VectorCall& call, std::uint64_t number) {
    return static_cast<std::uint64_t>(call.operation) | static_cast<std::uint64_t>(call.root & 0xffffff) << 8 |
           number << 32;
}

/// Identifies a block between peers, beside its number.
struct BlockTag {
    std::uint64_t tag = 0;
    std::uint64_t open_bytes = 0;  ///< of a broadcast: its length, readable; 0: not a broadcast
};

/// A hash of everything that members must agree on; for a broadcast its title, so that a member with another length can
/// read the root's.
inline BlockTag block_tag_of(const VectorCall& call, std::uint64_t number) {
    constexpr std::uint64_t kMostOpenBytes = std::uint64_t{1} << 40;
    if (call.operation != Operation::bcast || call.bytes >= kMostOpenBytes) return {tag_of(call, number), 0};
    return {title_of(call, number), call.bytes};
}

}  // namespace shunt::pipeline
