#include "native/engines/pipeline/node_model.hpp"

#include <algorithm>
#include <cmath>

#include "native/engines/pipeline/direct_bcast.hpp"
#include "native/engines/pipeline/model.hpp"

namespace shunt::pipeline {
namespace {

constexpr double kMiB = 1 << 20;

constexpr std::uint64_t kLeastBlock = 4096;
constexpr std::uint64_t kBlocksInRing = 32;  // at least, so that members do not wait for each other in turn
constexpr std::uint64_t kBlocksCrowded = 8;  // with fewer cores than members, where each turn is a process switch

/// The extra cost of notifying a sleeping member instead of a polling one.
constexpr double kSwitchNs = 6000;

/// The work on one byte, and how much of it other members wait for.
struct Load {
    double all = 0;      ///< of all members together
    double busiest = 0;  ///< of the member with the most work
    double fill = 0;     ///< from the first member's beginning to the last one's end
    int turns = 0;       ///< until a byte has passed through all members
};

Load load_of(Operation operation, int ranks, double copy, double combine) {
    const double others = ranks - 1, between = std::max(0, ranks - 2);
    switch (operation) {
        case Operation::bcast: return {ranks * copy, copy, 2 * copy, 2};
        case Operation::reduce:
            return {copy + others * combine, std::max(copy, combine), copy + others * combine, ranks};
        case Operation::scan:
        case Operation::exscan:
            return {2 * copy + others * combine + between * copy, std::max(2 * copy, combine + (ranks > 2 ? copy : 0)),
                    copy + others * combine + between * copy, ranks};
        default:
            return {(ranks + 1) * copy + others * combine, copy + std::max(copy, combine), 2 * copy + others * combine,
                    ranks + 1};
    }
}

}  // namespace

NodeCosts NodeCosts::of(const PipelineOptions& options) {
    NodeCosts costs;
    costs.word_ns = static_cast<double>(options.shm.latency_ns);
    costs.copy_byte_ns = static_cast<double>(options.shm.move_ns) / kMiB;
    costs.combine_byte_ns = static_cast<double>(options.shm.combine_ns) / kMiB;
    costs.attach_ns = static_cast<double>(options.attach_call_ns);
    costs.attach_byte_ns = static_cast<double>(options.attach_ns) / kMiB;
    return costs;
}

// The members' successive work on one block fills the pipeline; then the busiest member, or the cores, are the limit.
double shared_ns(const NodeCosts& costs, Operation operation, int ranks, int cores, double bytes, double block_bytes) {
    const bool crowded = ranks > cores;
    const Load load = load_of(operation, ranks, costs.copy_byte_ns, costs.combine_byte_ns);
    const double block = std::min(bytes, block_bytes), blocks = std::max(1.0, std::ceil(bytes / block_bytes));
    const double limit = std::max(load.busiest, load.all / std::max(1, std::min(cores, ranks))) * block;
    // With fewer cores than members a word to a sleeping member costs its switch, for each block and member.
    const double word = costs.word_ns + (crowded ? kSwitchNs : 0),
                 words = crowded ? word * ranks / std::max(1, cores) : word;
    return load.fill * block + load.turns * word + (blocks - 1) * (limit + words);
}

// Each reader is served by itself and by the root, which serves one at a time: `ranks` members make ranks - 1 copies.
// Before that, root and reader exchange the addresses of their data; at the end, the notice that all has arrived.
double direct_bcast_ns(const NodeCosts& costs, int ranks, double bytes, double piece_bytes) {
    const double readers = ranks - 1, pieces = std::ceil(bytes / piece_bytes);
    const double copies = readers * (bytes * costs.attach_byte_ns + pieces * costs.attach_ns) / ranks;
    return std::max(copies, costs.attach_ns + std::min(bytes, piece_bytes) * costs.attach_byte_ns) + 3 * costs.word_ns;
}

std::uint64_t node_ring_bytes(std::int64_t set, int ranks, int cores) {
    return static_cast<std::uint64_t>(set) * (ranks > cores ? 8 : 2);
}

NodeChoice choose_on_node(const NodeCosts& costs, Operation operation, int ranks, int cores, double bytes,
                          const NodeWays& ways) {
    const bool crowded = ranks > cores;
    const auto through_ring = [&](double block) { return shared_ns(costs, operation, ranks, cores, bytes, block); };
    NodeChoice choice;
    const auto most = static_cast<std::uint64_t>(ways.ring_bytes) / (crowded ? kBlocksCrowded : kBlocksInRing);
    choice.block_bytes =
        ways.block_bytes > 0 ? ways.block_bytes : static_cast<double>(best_block(kLeastBlock, most, through_ring));
    choice.ns = through_ring(choice.block_bytes);
    // With fewer cores than members the ring is better: no member waits for another one's end.
    if (operation != Operation::bcast || crowded || !ways.reads_peers || bytes < ways.direct_from) return choice;
    const auto piece = static_cast<double>(DirectBcast::piece_bytes(static_cast<std::uint64_t>(bytes)));
    const double direct = direct_bcast_ns(costs, ranks, bytes, piece);
    return direct < choice.ns ? NodeChoice{true, piece, direct} : choice;
}

}  // namespace shunt::pipeline
