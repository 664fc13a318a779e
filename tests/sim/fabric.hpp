#pragma once
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace shunt::sim {

/// A block as its receiver finds it in the fabric: the sender, the receiver and the operation.
struct Block {
    int from = 0;
    int to = 0;
    int operation = 0;
};

/// Blocks in flight between ranks of one thread. As in MPI, two blocks of one pair keep their order. Blocks of a dead
/// rank arrive if they were sent before it died.
class Fabric {
public:
    void send(const Block& block) { waiting_[{block.from, block.to}].push_back(block); }

    /// Removes the oldest block from `from` to `to`.
    std::optional<Block> receive(int from, int to) {
        auto& queue = waiting_[{from, to}];
        if (queue.empty()) return std::nullopt;
        const Block block = queue.front();
        queue.pop_front();
        return block;
    }

    void kill(int rank) { dead_.insert(rank); }
    bool is_dead(int rank) const { return dead_.count(rank) != 0; }

    /// The number of blocks that no rank has received.
    std::size_t left_over() const {
        std::size_t blocks = 0;
        for (const auto& [pair, queue] : waiting_) blocks += queue.size();
        return blocks;
    }

private:
    std::map<std::pair<int, int>, std::deque<Block>> waiting_;
    std::set<int> dead_;
};

}  // namespace shunt::sim
