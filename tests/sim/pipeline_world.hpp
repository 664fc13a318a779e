#pragma once
// Members of one thread with their windows and rings, and rounds of operations that they carry one after the other.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "native/engines/pipeline/chain_call.hpp"
#include "native/engines/pipeline/direct_bcast.hpp"
#include "native/engines/pipeline/route.hpp"
#include "native/engines/pipeline/shared_call.hpp"
#include "native/engines/pipeline/short_call.hpp"
#include "native/engines/pipeline/tree_call.hpp"
#include "pipeline_members.hpp"

namespace pipeline_sim {

using namespace shunt;
using namespace shunt::pipeline;

inline constexpr Operation kOperations[] = {
    Operation::bcast,  Operation::reduce,         Operation::allreduce,           Operation::scan,
    Operation::exscan, Operation::reduce_scatter, Operation::reduce_scatter_block};

/// One operation, and what every member must have at its end.
struct Round {
    Operation operation;
    int root;
    bool commutes, in_place, by_tree;  // by_tree: where windows are mapped, through lanes
    std::uint64_t elements, block_elements;
    std::vector<std::uint64_t> counts;          // reduce_scatter: elements of each
    std::vector<std::vector<Affine>> send;      // by rank
    std::vector<std::vector<Affine>> expected;  // empty: no result

    static Round make(Random& random, int size);
    void expect(int size);
};

inline Round Round::make(Random& random, int size) {
    Round it;
    it.operation = kOperations[random.below(std::size(kOperations))];
    it.root = static_cast<int>(random.below(static_cast<std::uint64_t>(size)));
    it.commutes = random.chance(1, 2);
    it.in_place = random.chance(1, 3);
    it.by_tree = random.chance(1, 2);
    it.elements = random.chance(1, 8) ? 1 : 1 + random.below(200);
    it.block_elements = (size > 8 ? 16 : 1) + random.below(40);
    if (it.operation == Operation::reduce_scatter_block)
        it.elements = static_cast<std::uint64_t>(size) * (1 + random.below(20));
    if (it.operation == Operation::reduce_scatter) {
        it.elements = 0;
        for (int rank = 0; rank < size; ++rank) it.counts.push_back(random.chance(1, 4) ? 0 : random.below(30));
        it.counts[0] += 1;
        for (const std::uint64_t count : it.counts) it.elements += count;
    }
    for (int rank = 0; rank < size; ++rank) {
        it.send.emplace_back();
        for (std::uint64_t i = 0; i < it.elements; ++i)
            it.send.back().push_back({random.below(Affine::kPrime), random.below(Affine::kPrime)});
    }
    it.expect(size);
    return it;
}

inline void Round::expect(int size) {
    const AffineReducer reducer(commutes);
    const auto until = [&](int end) {
        std::vector<Affine> sum = send[0];
        for (int rank = 1; rank < end; ++rank)
            for (std::uint64_t i = 0; i < elements; ++i)
                sum[i] = reducer.combined(sum[i], send[static_cast<std::size_t>(rank)][i]);
        return sum;
    };
    const std::vector<Affine> all = until(size);
    std::uint64_t at = 0;
    for (int rank = 0; rank < size; ++rank) {
        expected.emplace_back();
        switch (operation) {
            case Operation::bcast: expected.back() = send[static_cast<std::size_t>(root)]; break;
            case Operation::reduce:
                if (rank == root) expected.back() = all;
                break;
            case Operation::scan: expected.back() = until(rank + 1); break;
            case Operation::exscan:
                if (rank > 0) expected.back() = until(rank);
                break;
            case Operation::allreduce: expected.back() = all; break;
            default: {
                const std::uint64_t count = counts.empty() ? elements / static_cast<std::uint64_t>(size)
                                                           : counts[static_cast<std::size_t>(rank)];
                expected.back().assign(all.begin() + static_cast<std::ptrdiff_t>(at),
                                       all.begin() + static_cast<std::ptrdiff_t>(at + count));
                at += count;
            }
        }
    }
}

/// One member: its windows and rings, and the call it is in.
class Member {
public:
    static constexpr std::uint64_t kRing = 8192;

    /// `patience_ns`: of its lanes (Mailboxes).
    Member(Network& network, int rank, bool mapped, const Ways& ways, std::int64_t patience_ns = INT64_MAX)
        : rank_(rank),
          size_(network.size),
          kept_(std::make_shared<Memory>(network, rank, mapped)),
          memory_(*kept_),
          ways_(ways),
          scratch_(64) {
        if (mapped) {
            shared_ = std::make_unique<SharedRing>(memory_, rank, size_, extra_bytes(size_), kRing);
            lanes_ = std::make_unique<Mailboxes>(kept_, rank, size_, lanes_at(size_), patience_ns);
            return;
        }
        chain_ = std::make_unique<HopRings>(memory_, rank, kShape, ways.chain_peers);
        for (int tree = 0; tree < 2; ++tree) {
            std::vector<std::uint64_t> begins;
            for (int other = 0; other < size_; ++other) begins.push_back(tree_begin(ways, other, tree));
            trees_.emplace_back(memory_, rank, kTreeShape, ways.tree_peers, begins);
        }
    }
    static void make_windows(Network& network, bool mapped, const Ways& ways) {
        for (int rank = 0; rank < network.size; ++rank)
            network.make_window(rank,
                                mapped ? SharedRing::window_bytes(rank, network.size, extra_bytes(network.size), kRing)
                                       : tree_begin(ways, rank, 2));
    }
    /// Where lanes begin in a window, behind the words of the ring and of broadcasts from memory to memory.
    static std::uint64_t lanes_at(int size) {
        return (SharedRing::words_bytes(size) + DirectBcast::window_bytes(size) + 127) / 128 * 128;
    }
    static std::uint64_t extra_bytes(int size) {
        return lanes_at(size) - SharedRing::words_bytes(size) + Mailboxes::window_bytes();
    }
    /// Where the rings of a tree begin in a window; of tree 2: where the window ends.
    static std::uint64_t tree_begin(const Ways& ways, int rank, int tree) {
        const auto at = static_cast<std::size_t>(rank);
        return HopRings::window_bytes(kShape, ways.chain_peers[at].size()) +
               static_cast<std::uint64_t>(tree) * HopRings::window_bytes(kTreeShape, ways.tree_peers[at].size());
    }

    void begin(const Round& round) {
        reducer_ = AffineReducer(round.commutes);
        const auto own = static_cast<std::size_t>(rank_);
        send_ = round.send[own];
        result_.assign(send_.size(), Affine{1, 1});
        for (const std::uint64_t count : sizes_of(round)) sizes_.push_back(count);
        CollectiveCall call;
        call.operation = round.operation;
        call.root = round.root;
        call.reducer = &reducer_;
        call.sizes = sizes_;
        if (round.in_place) result_ = send_;
        std::vector<Affine>& from = round.in_place || round.operation == Operation::bcast ? result_ : send_;
        if (round.operation == Operation::bcast && rank_ == round.root) result_ = send_;
        call.send = std::as_bytes(std::span(from));
        const bool has_result = round.operation != Operation::reduce || rank_ == round.root;
        if (has_result) call.receive = std::as_writable_bytes(std::span(result_));
        Status status = vector_of(call, {rank_, size_}, vector_);
        if (status != Status::ok) std::abort();  // the test itself is wrong; Catch is not for threads
        vector_.block_bytes = round.block_elements * sizeof(Affine);
        if (chain_ && needs_copy(vector_)) vector_.own = reinterpret_cast<const std::byte*>(send_.data());
        start(round.by_tree);
    }
    Status advance() {
        const Status status = short_call_    ? short_call_->advance()
                              : shared_call_ ? shared_call_->advance()
                              : direct_call_ ? direct_call_->advance()
                              : tree_call_   ? tree_call_->advance()
                                             : chain_call_->advance();
        if (status == Status::ok && shared_call_) position_ = shared_call_->end();
        return status;
    }
    /// Bytes of the broadcast under way between local_peers, as its root means it, once a block of it is here.
    std::optional<std::uint64_t> root_bytes() const {
        std::optional<std::uint64_t> bytes = chain_->open_bytes(title_of(vector_, number_));
        for (const HopRings& tree : trees_)
            if (!bytes) bytes = tree.open_bytes(title_of(vector_, number_));
        return bytes;
    }
    /// Begins it anew as that, with room for what it had meant itself.
    void follow_root(std::uint64_t bytes, const Round& roots) {
        vector_.wanted_to = std::min(vector_.bytes, bytes);
        vector_.bytes = bytes;
        vector_.block_bytes = roots.block_elements * sizeof(Affine);
        --number_;
        start(roots.by_tree);
    }
    const std::vector<Affine>& result() const { return result_; }
    bool has(const std::vector<Affine>& expected) const {
        return std::equal(expected.begin(), expected.end(), result_.begin());
    }
    Memory& memory() { return memory_; }
    /// What a thread does elsewhere: what it has set aside goes on.
    void drain() {
        if (lanes_ && lanes_->backlog()) (void)lanes_->backlog()->drain();
    }
    void serve() {
        if (lanes_) lanes_->serve_backlog();
    }
    bool has_set_aside() const { return lanes_ && lanes_->backlog(); }
    int waits_for() const { return tree_call_ ? tree_call_->waits_for() : chain_call_ ? chain_call_->waits_for() : -1; }

private:
    static constexpr HopRings::Shape kShape{4, 1024};
    static constexpr HopRings::Shape kTreeShape{3, 384};

    std::vector<std::uint64_t> sizes_of(const Round& round) {
        sizes_.clear();
        std::vector<std::uint64_t> bytes;
        for (const std::uint64_t count : round.counts) bytes.push_back(count * sizeof(Affine));
        return bytes;
    }
    void start(bool by_tree) {
        tree_call_.reset();
        shared_call_.reset();
        direct_call_.reset();
        chain_call_.reset();
        short_call_.reset();
        ++number_;
        if (shared_ && by_tree) short_call_ = std::make_unique<ShortCall>(*lanes_, vector_);
        else if (shared_ && vector_.operation == Operation::bcast && vector_.bytes > 1000)
            direct_call_ = std::make_unique<DirectBcast>(memory_, rank_, size_, SharedRing::words_bytes(size_), vector_,
                                                         static_cast<std::uint32_t>(number_));
        else if (shared_) shared_call_ = std::make_unique<SharedCall>(*shared_, vector_, position_, number_, scratch());
        else if (by_tree && trees_carry(vector_.operation)) start_tree();
        else
            chain_call_ = std::make_unique<ChainCall>(*chain_, vector_,
                                                      streams_of(vector_, sizes_, ways_.by_node, ways_.by_rank, rank_,
                                                                 kShape.slots / 2 * vector_.block_bytes),
                                                      ChainCall::Sources{}, number_, scratch());
    }
    void start_tree() {
        vector_.block_bytes =
            std::min<std::uint64_t>(vector_.block_bytes, kTreeShape.slot_bytes / sizeof(Affine) * sizeof(Affine));
        tree_call_ = std::make_unique<TreeCall>(trees_, vector_, branches_of(vector_, ways_.places(vector_), rank_),
                                                ChainCall::Sources{}, number_, scratch());
    }
    std::byte* scratch() { return reinterpret_cast<std::byte*>(scratch_.data()); }

    int rank_, size_;
    std::shared_ptr<Memory> kept_;
    Memory& memory_;
    const Ways& ways_;
    std::vector<Affine> scratch_;
    std::unique_ptr<SharedRing> shared_;
    std::unique_ptr<HopRings> chain_;
    std::unique_ptr<Mailboxes> lanes_;
    std::unique_ptr<SharedCall> shared_call_;
    std::unique_ptr<ShortCall> short_call_;
    std::unique_ptr<DirectBcast> direct_call_;
    std::vector<HopRings> trees_;
    std::unique_ptr<ChainCall> chain_call_;
    std::unique_ptr<TreeCall> tree_call_;
    AffineReducer reducer_{true};
    std::vector<Affine> send_, result_;
    std::vector<std::uint64_t> sizes_;
    VectorCall vector_;
    std::uint64_t position_ = 0, number_ = 0;
};

struct World {
    World(Random& random, bool mapped)
        : World(random, mapped,
                random.chance(1, 3) ? 2 + static_cast<int>(random.below(3)) : 2 + static_cast<int>(random.below(63))) {}
    World(Random& random, bool mapped, int members_in_all)
        : size(members_in_all), network(size, mapped ? 100 : 1 + random.below(6)) {
        std::vector<int> node_of;
        const bool block_wise = random.chance(1, 2);  // ranks in order of nodes
        const std::uint64_t nodes = 1 + random.below(static_cast<std::uint64_t>(size));
        for (int rank = 0; rank < size; ++rank)
            node_of.push_back(static_cast<int>(block_wise ? static_cast<std::uint64_t>(rank) * nodes /
                                                                static_cast<std::uint64_t>(size)
                                                          : random.below(nodes)));
        ways = std::make_unique<Ways>(node_of);
        Member::make_windows(network, mapped, *ways);
        for (int rank = 0; rank < size; ++rank) {
            const std::int64_t patience_ns = mapped && random.chance(1, 2) ? 0 : INT64_MAX;
            members.push_back(std::make_unique<Member>(network, rank, mapped, *ways, patience_ns));
            slowness.push_back(random.chance(1, 5) ? 10 : 1);
        }
        current.assign(static_cast<std::size_t>(size), -1);
    }
    int size;
    Network network;
    std::unique_ptr<Ways> ways;
    std::vector<std::unique_ptr<Member>> members;
    std::vector<std::uint64_t> slowness;
    std::vector<int> current;  // by rank: the round it is in; -1: none yet
};

/// Lets members go on in any order, each from one round to the next as soon as its own part is done. Returns the worst
/// status.
inline Status run(World& world, const std::vector<Round>& rounds, Random& random, long most_steps, bool& right) {
    std::size_t over = 0;
    right = true;
    for (long step = 0; step < most_steps && over < world.members.size(); ++step) {
        if (random.chance(1, 2)) world.network.deliver(random);
        const std::size_t which = random.below(world.members.size());
        world.members[(which + 1) % world.members.size()]->drain();
        int& at = world.current[which];
        if (at == static_cast<int>(rounds.size()) || !random.chance(1, world.slowness[which])) continue;
        Member& member = *world.members[which];
        if (at < 0) {
            member.begin(rounds[0]);
            at = 0;
        }
        const Status status = member.advance();
        if (status == Status::again) continue;
        if (status != Status::ok) return status;
        right = right && member.has(rounds[static_cast<std::size_t>(at)].expected[which]);
        if (++at == static_cast<int>(rounds.size())) ++over;
        else member.begin(rounds[static_cast<std::size_t>(at)]);
    }
    return over == world.members.size() ? Status::ok : Status::timeout;
}

/// Lets `size` members that map each other's windows carry the rounds, each in a thread.   Returns: how many calls gave
/// what they must not.
inline int wrong_on_threads(int size, const std::vector<Round>& rounds, std::int64_t patience_ns = INT64_MAX) {
    Network network(size, 100);
    const Ways ways(std::vector<int>(static_cast<std::size_t>(size), 0));
    Member::make_windows(network, true, ways);
    std::vector<std::unique_ptr<Member>> members;
    for (int rank = 0; rank < size; ++rank)
        members.push_back(std::make_unique<Member>(network, rank, true, ways, patience_ns));
    std::vector<int> wrong(members.size());
    std::vector<std::thread> threads;
    for (std::size_t which = 0; which < members.size(); ++which)
        threads.emplace_back([&, which] {
            for (const Round& round : rounds) {
                members[which]->begin(round);
                Status status = Status::again;
                while ((status = members[which]->advance()) == Status::again) std::this_thread::yield();
                members[which]->serve();
                wrong[which] += status != Status::ok || !members[which]->has(round.expected[which]);
            }
        });
    for (std::thread& thread : threads) thread.join();
    return std::accumulate(wrong.begin(), wrong.end(), 0);
}

}  // namespace pipeline_sim
