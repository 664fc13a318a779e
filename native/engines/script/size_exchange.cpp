#include "native/engines/script/size_exchange.hpp"

#include <algorithm>

#include "native/program/empty_program.hpp"
#include "native/program/known.hpp"

namespace shunt::script_engine {
namespace {

Place place_of(std::vector<std::uint64_t>& numbers) {
    Place place;
    place.memory = reinterpret_cast<std::byte*>(numbers.data());
    return place;
}

}  // namespace

program::Program rotated_allgather(int ranks, std::uint64_t bytes) {
    program::Program made = program::empty_program(Operation::barrier, ranks, 0, 0);
    const auto size = static_cast<std::uint64_t>(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
        program::RankProgram& steps = made.ranks[static_cast<std::size_t>(rank)];
        steps.scratch = size * bytes;
        std::vector<std::uint32_t> received;
        for (std::uint64_t known = 1; known < size; known *= 2) {
            const std::uint64_t more = std::min(known, size - known) * bytes;
            const program::Range first{program::Buffer::scratch, 0, more};
            const program::Range next{program::Buffer::scratch, known * bytes, more};
            const int distance = static_cast<int>(known);
            static_cast<void>(steps.add(send_step(first, (rank - distance + ranks) % ranks), received));
            received.push_back(steps.add(receive_step(next, (rank + distance) % ranks), received));
        }
    }
    return made;
}

void SizeExchange::reserve() {
    const auto size = static_cast<std::size_t>(group_.size);
    counts_.reserve(size * size);
    rotated_.reserve(2 * size * size);
    from_all_ = plan_of(rotated_allgather(group_.size, 2 * size * sizeof(std::uint64_t)), group_.rank, 1, rings_);
}

Status SizeExchange::learn_from_root(const CollectiveCall& call, bool& is_mistaken) {
    const auto size = static_cast<std::size_t>(group_.size), rank = static_cast<std::size_t>(group_.rank);
    const bool is_root = call.root == group_.rank;
    if (is_root && call.sizes.size() != size) return Status::bug;
    counts_.resize(size);
    if (is_root) std::ranges::copy(call.sizes, counts_.begin());
    auto plan = from_root_.find(call.root);
    if (plan == from_root_.end()) {
        const program::Program made = program::binomial_bcast(group_.size, call.root, size * sizeof(std::uint64_t));
        plan = from_root_.emplace(call.root, plan_of(made, group_.rank, 1, rings_)).first;
    }
    Places places;
    places[program::Buffer::receive] = place_of(counts_);
    const Status status = carry_(plan->second, places);
    if (status != Status::ok || is_root) return status;
    const std::uint64_t own = call.operation == Operation::gatherv ? call.send.size() : call.receive.size();
    is_mistaken = own != counts_[rank];
    return Status::ok;
}

Status SizeExchange::learn_from_all(const CollectiveCall& call) {
    const auto size = static_cast<std::size_t>(group_.size), rank = static_cast<std::size_t>(group_.rank);
    if (call.send_blocks.size() != size || call.receive_blocks.size() != size) return Status::bug;
    counts_.resize(size * size);
    rotated_.resize(2 * size * size);
    const auto bytes_of = [](const auto& block) { return std::uint64_t{block.size()}; };
    const auto expected = std::ranges::transform(call.send_blocks, rotated_.begin(), bytes_of).out;
    std::ranges::transform(call.receive_blocks, expected, bytes_of);
    Places places;
    places[program::Buffer::scratch] = place_of(rotated_);
    if (const Status status = carry_(*from_all_, places); status != Status::ok) return status;
    const auto numbers_of = [&](std::size_t member) { return &rotated_[(member + size - rank) % size * 2 * size]; };
    bool is_agreed = true;
    for (std::size_t from = 0; from < size; ++from)
        for (std::size_t to = 0; to < size; ++to) {
            counts_[from * size + to] = numbers_of(from)[to];
            is_agreed = is_agreed && numbers_of(to)[size + from] == numbers_of(from)[to];
        }
    return is_agreed ? Status::ok : Status::left_to_host;
}

Status SizeExchange::learn(const CollectiveCall& call, CallKey& key, bool& is_mistaken) {
    is_mistaken = false;
    const bool has_root = call.operation != Operation::alltoallv;
    const Status status = has_root ? learn_from_root(call, is_mistaken) : learn_from_all(call);
    key.counts = counts_;
    return status;
}

}  // namespace shunt::script_engine
