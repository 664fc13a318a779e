#include "native/engines/script/buffers.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "native/engines/shared/stamp_word.hpp"

namespace shunt::script_engine {
namespace {

std::uint64_t sum_of(std::span<const std::uint64_t> numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
}

/// The block size of another rank; this rank's own block may be left out.
template <class Spans>
std::uint64_t block_of_another(const Spans& spans, const Group& group) {
    return spans[static_cast<std::size_t>((group.rank + 1) % group.size)].size();
}

bool has_root(Operation operation) {
    switch (operation) {
        case Operation::bcast:
        case Operation::gather:
        case Operation::gatherv:
        case Operation::scatter:
        case Operation::scatterv:
        case Operation::reduce: return true;
        default: return false;
    }
}

std::byte* writable(std::span<const std::byte> bytes) { return const_cast<std::byte*>(bytes.data()); }

}  // namespace

std::span<std::byte> Place::run_in_differing_block(std::uint64_t at, std::uint64_t bytes) const {
    if (bytes == 0) return {};
    const auto next = std::ranges::upper_bound(begins, at);  // `at` is in the last block that begins there or before
    const auto block = static_cast<std::size_t>(next - begins.begin()) - 1;
    return {blocks[block] + (at - begins[block]), std::min(bytes, *next - at)};
}

bool has_unknown_sizes(Operation operation) {
    return operation == Operation::gatherv || operation == Operation::scatterv || operation == Operation::alltoallv;
}

bool CallKey::operator==(const CallKey& other) const {
    return operation == other.operation && file == other.file && root == other.root &&
           commutative == other.commutative && element_bytes == other.element_bytes && count == other.count &&
           std::ranges::equal(counts, other.counts);
}

std::uint64_t CallKey::hash() const {
    std::uint64_t hash = mixed(static_cast<std::uint64_t>(operation) << 32 | static_cast<std::uint64_t>(file) << 1 |
                                   static_cast<std::uint64_t>(commutative),
                               static_cast<std::uint64_t>(root), count);
    hash = mixed(hash, element_bytes);
    for (const std::uint64_t each : counts) hash = mixed(hash, each);
    return hash;
}

bool CallKey::is_empty() const { return operation != Operation::barrier && count == 0 && sum_of(counts) == 0; }

bool CallKey::synchronises() const { return shunt::synchronises(operation, static_cast<std::int64_t>(count)); }

Status key_of(const CollectiveCall& call, const Group& group, CallKey& into) {
    const auto size = static_cast<std::uint64_t>(group.size);
    const bool is_root = call.root == group.rank;
    into.operation = call.operation;
    into.root = has_root(call.operation) ? call.root : 0;
    into.counts = {};
    std::uint64_t bytes = 0;
    switch (call.operation) {
        case Operation::barrier: break;
        case Operation::bcast: bytes = call.receive.size(); break;
        case Operation::gather:
            bytes = is_root ? block_of_another(call.receive_blocks, group) : call.send.size();
            break;
        case Operation::scatter: bytes = is_root ? call.send.size() / size : call.receive.size(); break;
        case Operation::allgather: bytes = call.receive.size() / size; break;
        case Operation::alltoall: bytes = block_of_another(call.receive_blocks, group); break;
        case Operation::allgatherv: into.counts = call.sizes; break;
        case Operation::gatherv:
        case Operation::scatterv:
        case Operation::alltoallv: break;
        default: bytes = call.send.size();
    }
    if (!combines(call.operation)) {
        into.element_bytes = 1;
        into.commutative = true;
        into.count = bytes;
        return Status::ok;
    }
    if (!call.reducer || call.reducer->element_bytes() == 0) return Status::bug;
    into.element_bytes = call.reducer->element_bytes();
    into.commutative = call.reducer->is_commutative();
    into.count = bytes / into.element_bytes;
    if (call.operation == Operation::reduce_scatter_block) into.count /= size;
    if (call.operation == Operation::reduce_scatter) {
        into.counts = call.sizes;
        into.count = 0;
    }
    return Status::ok;
}

std::byte* Room::first() {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data());
    return bytes_.data() + (kAlignment - address % kAlignment) % kAlignment;
}

std::byte* Room::of(std::uint64_t bytes) {
    if (bytes > room_ || bytes_.empty()) {
        bytes_.resize(bytes + kAlignment);
        room_ = bytes;
    }
    return first();
}

Layout::Layout(const Group& group) : group_(group) {
    for (Blocks* const each : {&sends_, &receives_}) {
        each->memory.resize(static_cast<std::size_t>(group.size));
        each->begins.resize(static_cast<std::size_t>(group.size) + 1);
    }
}

void Layout::size_blocks(const CallKey& key, std::size_t first, std::size_t step, Blocks& blocks) const {
    for (std::size_t rank = 0; rank < blocks.memory.size(); ++rank)
        blocks.begins[rank + 1] =
            blocks.begins[rank] + (key.counts.empty() ? key.count : key.counts[first + rank * step]);
}

/// Places the blocks as one run where they are successive, except for this member's own where it is left out.
template <class Span>
void Layout::place_blocks(std::span<const Span> spans, Blocks& blocks, Place& into) {
    bool is_run = true, are_equal = true;
    const std::byte* run_end = nullptr;
    std::byte* run_begin = nullptr;
    for (std::size_t rank = 0; rank < spans.size(); ++rank) {
        const std::uint64_t bytes = blocks.begins[rank + 1] - blocks.begins[rank];
        are_equal = are_equal && bytes == blocks.begins[1];
        const bool is_kept = spans[rank].size() < bytes;
        std::byte* const memory = is_kept ? stand_in_.of(bytes) : writable(spans[rank]);
        blocks.memory[rank] = memory;
        if (bytes == 0) continue;
        is_run = is_run && !is_kept && (!run_end || memory == run_end);
        if (!run_begin) run_begin = memory;
        run_end = memory + bytes;
    }
    into = {};
    if (is_run && run_begin) {
        into.memory = run_begin;
        return;
    }
    into.blocks = blocks.memory;
    if (are_equal && blocks.begins[1] > 0) into.block_bytes = blocks.begins[1];
    else into.begins = blocks.begins;
}

void Layout::lay_out_blocks(const CollectiveCall& call, const CallKey& key, Places& into) {
    Place& send = into[program::Buffer::send];
    Place& receive = into[program::Buffer::receive];
    const auto own = static_cast<std::size_t>(group_.rank), size = static_cast<std::size_t>(group_.size);
    const bool is_root = call.root == group_.rank;
    const bool is_gather = call.operation == Operation::gather || call.operation == Operation::gatherv;
    const bool is_scatter = call.operation == Operation::scatter || call.operation == Operation::scatterv;
    if (call.operation == Operation::alltoall || call.operation == Operation::alltoallv) {
        size_blocks(key, own * size, 1, sends_);
        place_blocks(call.send_blocks, sends_, send);
        size_blocks(key, own, size, receives_);
        place_blocks(call.receive_blocks, receives_, receive);
    }
    if (is_gather && is_root) {
        size_blocks(key, 0, 1, receives_);
        place_blocks(call.receive_blocks, receives_, receive);
    }
    // The root of a gather or scatter may keep its own block in place.
    const std::uint64_t own_bytes = key.counts.empty() ? key.count : is_gather || is_scatter ? key.counts[own] : 0;
    if (is_gather && call.send.size() < own_bytes) {
        send.memory = stand_in_.of(own_bytes);
        std::ranges::copy(call.send, send.memory);  // of a member whose block is shorter than the root says
    }
    if (is_scatter && call.receive.size() < own_bytes) receive.memory = stand_in_.of(own_bytes);
}

void Layout::lay_out(const CollectiveCall& call, const CallKey& key, bool copies_input, Places& into) {
    Place& send = into[program::Buffer::send];
    Place& receive = into[program::Buffer::receive];
    send = receive = {};
    send.memory = writable(call.send);
    receive.memory = call.receive.data();
    std::uint64_t send_bytes = call.send.size();
    bool is_one_memory = send.memory == receive.memory;
    if (call.operation == Operation::allgather || call.operation == Operation::allgatherv) {
        const auto rank = static_cast<std::size_t>(group_.rank);
        send_bytes = key.counts.empty() ? key.count : key.counts[rank];
        const std::uint64_t before = key.counts.empty() ? rank * key.count : sum_of(key.counts.first(rank));
        send.memory = receive.memory + before;
        is_one_memory = true;
    }
    lay_out_blocks(call, key, into);
    if (!copies_input || !is_one_memory || send_bytes == 0) return;
    std::byte* const copy = copy_.of(send_bytes);
    std::memcpy(copy, send.memory, send_bytes);
    send.memory = copy;
}

}  // namespace shunt::script_engine
