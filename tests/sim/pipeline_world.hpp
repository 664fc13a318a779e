#pragma once
// Members of one thread with their windows and rings, and rounds of operations that they carry one after another.
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
#include "native/engines/pipeline/team_node.hpp"
#include "native/engines/pipeline/tree_call.hpp"
#include "pipeline_members.hpp"
#include "pipeline_rounds.hpp"

namespace pipeline_sim {

/// One member: its windows and rings, and its current call.
class Member {
public:
    static constexpr std::uint64_t kRing = 8192;

    /// `patience_ns`: the patience of its lanes (Mailboxes). `starts`: for vectors that they set aside; usually drain()
    /// does the work of that thread.
    Member(Network& network, int rank, bool mapped, const Ways& ways, std::int64_t patience_ns = INT64_MAX,
           MailboxBacklog::StartThread starts = drained_by_hand)
        : rank_(rank),
          size_(network.size),
          kept_(std::make_shared<Memory>(network, rank, mapped)),
          memory_(*kept_),
          ways_(ways),
          scratch_(64) {
        if (mapped) {
            const int cores = size_ % 2 == 0 ? size_ : 1;  // with and without a core for each member
            shared_ = std::make_unique<SharedRing>(memory_, SharedRing::Sharers::all(rank, size_), extra_bytes(size_),
                                                   kRing, cores);
            lanes_ = std::make_unique<Mailboxes>(kept_, rank, size_, lanes_at(size_), patience_ns, starts);
            return;
        }
        chain_ = std::make_unique<HopRings>(memory_, rank, kShape, ways.chain_peers);
        for (int tree = 0; tree < 2; ++tree) {
            std::vector<std::uint64_t> begins;
            for (int other = 0; other < size_; ++other) begins.push_back(tree_begin(ways, other, tree));
            trees_.emplace_back(memory_, rank, kTreeShape, ways.tree_peers, begins);
        }
        if (network.node_of.empty()) return;
        TeamNode::RingPlace place{{}, kRing};
        for (int other = 0; other < size_; ++other) place.begins.push_back(node_begin(ways, other));
        node_ = std::make_unique<TeamNode>(memory_, ways, rank, place, 1, options_);
    }
    static bool drained_by_hand(const std::shared_ptr<MailboxBacklog>&) { return true; }
    static void make_windows(Network& network, bool mapped, const Ways& ways) {
        for (int rank = 0; rank < network.size; ++rank) {
            const std::vector<int>& here = ways.on_node_of(rank);
            const std::uint64_t on_node =
                SharedRing::window_bytes(here.front() == rank ? 0 : 1, static_cast<int>(here.size()), 0, kRing);
            network.make_window(rank,
                                mapped ? SharedRing::window_bytes(rank, network.size, extra_bytes(network.size), kRing)
                                : network.node_of.empty() ? tree_begin(ways, rank, 2)
                                                          : node_begin(ways, rank) + on_node);
        }
    }
    /// Where the lanes begin in a window: after the words of the ring and of broadcasts from memory to memory.
    static std::uint64_t lanes_at(int size) {
        return (SharedRing::words_bytes(size) + DirectBcast::window_bytes(size) + 127) / 128 * 128;
    }
    static std::uint64_t extra_bytes(int size) {
        return lanes_at(size) - SharedRing::words_bytes(size) + Mailboxes::window_bytes();
    }
    /// Where the rings of a tree begin in a window. `tree` 2: the end of the window.
    static std::uint64_t tree_begin(const Ways& ways, int rank, int tree) {
        const auto at = static_cast<std::size_t>(rank);
        return HopRings::window_bytes(kShape, ways.chain_peers[at].size()) +
               static_cast<std::uint64_t>(tree) * HopRings::window_bytes(kTreeShape, ways.tree_peers[at].size());
    }

    /// Where the ring of the member's node begins.
    static std::uint64_t node_begin(const Ways& ways, int rank) {
        return (tree_begin(ways, rank, 2) + 4095) / 4096 * 4096;
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
        if (status != Status::ok) std::abort();  // the test itself is wrong; Catch cannot be used in threads
        vector_.block_bytes = round.block_elements * sizeof(Affine);
        if (chain_ && needs_copy(vector_)) vector_.own = reinterpret_cast<const std::byte*>(send_.data());
        start(round.by_tree, round.by_levels);
    }
    Status advance() {
        const Status status = levels_call_   ? levels_call_->advance()
                              : short_call_  ? short_call_->advance()
                              : shared_call_ ? shared_call_->advance()
                              : direct_call_ ? direct_call_->advance()
                              : tree_call_   ? tree_call_->advance()
                                             : chain_call_->advance();
        if (status == Status::ok && shared_call_) position_ = shared_call_->end();
        if (status == Status::ok && levels_call_) node_->ended(*levels_call_);
        return status;
    }
    /// The length that the root of the current broadcast between local_peers sends. Known once a block of it has
    /// arrived.
    std::optional<std::uint64_t> root_bytes() const {
        VectorCall among = vector_;
        if (levels_call_) among.root = ways_.on_node_of(vector_.root).front();
        std::optional<std::uint64_t> bytes = chain_->open_bytes(title_of(among, number_));
        for (const HopRings& tree : trees_)
            if (!bytes) bytes = tree.open_bytes(title_of(among, number_));
        if (!bytes && node_) bytes = node_->open_bytes(vector_, number_);
        return bytes;
    }
    /// Begins the broadcast anew with the root's length. The member receives no more than it had room for.
    void follow_root(std::uint64_t bytes, const Round& roots) {
        vector_.wanted_to = std::min(vector_.bytes, bytes);
        vector_.bytes = bytes;
        vector_.block_bytes = roots.block_elements * sizeof(Affine);
        --number_;
        start(roots.by_tree, roots.by_levels);
    }
    const std::vector<Affine>& result() const { return result_; }
    bool has(const std::vector<Affine>& expected) const {
        return std::equal(expected.begin(), expected.end(), result_.begin());
    }
    Memory& memory() { return memory_; }
    /// The work of another thread: advances transfers that this member has set aside.
    void drain() {
        if (lanes_ && lanes_->backlog()) (void)lanes_->backlog()->drain();
    }
    bool has_set_aside() const { return lanes_ && lanes_->backlog(); }
    int waits_for() const {
        return levels_call_  ? levels_call_->waits_for()
               : tree_call_  ? tree_call_->waits_for()
               : chain_call_ ? chain_call_->waits_for()
                             : -1;
    }

private:
    static constexpr HopRings::Shape kShape{4, 1024};
    static constexpr HopRings::Shape kTreeShape{3, 384};

    std::vector<std::uint64_t> sizes_of(const Round& round) {
        sizes_.clear();
        std::vector<std::uint64_t> bytes;
        for (const std::uint64_t count : round.counts) bytes.push_back(count * sizeof(Affine));
        return bytes;
    }
    void start(bool by_tree, bool by_levels = false) {
        levels_call_.reset();
        tree_call_.reset();
        shared_call_.reset();
        direct_call_.reset();
        chain_call_.reset();
        short_call_.reset();
        ++number_;
        if (by_levels) start_levels(by_tree);
        else if (lanes_ && by_tree) short_call_ = std::make_unique<ShortCall>(*lanes_, vector_);
        else if (lanes_ && vector_.operation == Operation::bcast && vector_.bytes > 1000)
            direct_call_ =
                std::make_unique<DirectBcast>(memory_, rank_, size_, SharedRing::words_bytes(size_), vector_, number_);
        else if (lanes_) shared_call_ = std::make_unique<SharedCall>(*shared_, vector_, position_, number_, scratch());
        else if (by_tree && trees_carry(vector_.operation)) start_tree();
        else
            chain_call_ = std::make_unique<ChainCall>(*chain_, vector_,
                                                      streams_of(vector_, sizes_, ways_.by_node, ways_.by_rank, rank_,
                                                                 kShape.slots / 2 * vector_.block_bytes),
                                                      ChainCall::Sources{}, number_, scratch());
    }
    static std::uint64_t in_tree(std::uint64_t block_bytes) {
        return std::min<std::uint64_t>(block_bytes, kTreeShape.slot_bytes / sizeof(Affine) * sizeof(Affine));
    }
    void start_levels(bool by_tree) {
        options_.block_bytes = static_cast<std::int64_t>(vector_.block_bytes);
        levels_call_ = std::make_unique<LevelsCall>(node_->level_for(vector_, room_), vector_, number_);
        if (ways_.leaders.place_of(rank_) < 0) return;
        VectorCall across = levels_call_->call_across();
        if (by_tree) {
            across.block_bytes = in_tree(across.block_bytes);
            levels_call_->across().emplace<TreeCall>(trees_, across, branches_of(across, ways_.of_leaders, rank_),
                                                     ChainCall::Sources{}, number_, scratch());
            return;
        }
        levels_call_->across().emplace<ChainCall>(
            *chain_, across, streams_among(across, ways_.leaders, rank_, kShape.slots / 2 * across.block_bytes),
            ChainCall::Sources{}, number_, scratch());
    }
    void start_tree() {
        vector_.block_bytes = in_tree(vector_.block_bytes);
        tree_call_ = std::make_unique<TreeCall>(trees_, vector_, branches_of(vector_, ways_.places(vector_), rank_),
                                                ChainCall::Sources{}, number_, scratch());
    }
    std::byte* scratch() { return reinterpret_cast<std::byte*>(scratch_.data()); }

    int rank_, size_;
    std::shared_ptr<Memory> kept_;
    Memory& memory_;
    const Ways& ways_;
    PipelineOptions options_;
    std::unique_ptr<TeamNode> node_;
    std::unique_ptr<std::byte[]> room_;
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
    std::unique_ptr<LevelsCall> levels_call_;
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
    /// `with_nodes`: the members of a node map each other's windows.
    World(Random& random, bool mapped, int members_in_all, bool with_nodes = false)
        : size(members_in_all), network(size, mapped ? 100 : 1 + random.below(6)) {
        std::vector<int> node_of;
        const bool block_wise = random.chance(1, 2);  // ranks in order of nodes
        const std::uint64_t nodes = 1 + random.below(static_cast<std::uint64_t>(size));
        for (int rank = 0; rank < size; ++rank)
            node_of.push_back(static_cast<int>(block_wise ? static_cast<std::uint64_t>(rank) * nodes /
                                                                static_cast<std::uint64_t>(size)
                                                          : random.below(nodes)));
        ways = std::make_unique<Ways>(node_of);
        if (with_nodes) network.node_of = node_of;
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

/// Whether `member` received as much of the root's vector as it had room for, and nothing was written beyond.
inline bool has_what_fits(const Member& member, const std::vector<Affine>& sent, std::size_t room) {
    const std::vector<Affine>& got = member.result();
    const auto came = static_cast<std::ptrdiff_t>(std::min(sent.size(), room));
    return got.size() == room && std::equal(sent.begin(), sent.begin() + came, got.begin()) &&
           std::all_of(got.begin() + came, got.end(), [](const Affine& one) {
               return one == Affine{1, 1};
           });
}

/// Advances members in random order. Each enters the next round as soon as its own part of the last one is done.
/// Returns: the worst status.
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

/// Members that wait for ever because one member has stopped.
struct Stuck {
    int members = 0;
    int for_dead = 0;    ///< of them: wait for the stopped member
    int for_living = 0;  ///< wait for a member that is not stuck
    int for_all = 0;     ///< wait for all others of their node
};
inline Stuck stuck_behind(const World& world, std::size_t dead, std::size_t rounds) {
    const auto is_stuck = [&](std::size_t rank) { return world.current[rank] < static_cast<int>(rounds); };
    Stuck stuck;
    for (std::size_t rank = 0; rank < world.members.size(); ++rank) {
        if (rank == dead || world.current[rank] < 0 || !is_stuck(rank)) continue;
        const int peer = world.members[rank]->waits_for();
        stuck.members += 1;
        stuck.for_all += peer < 0;
        stuck.for_dead += peer == static_cast<int>(dead);
        stuck.for_living += peer >= 0 && !is_stuck(static_cast<std::size_t>(peer));
    }
    return stuck;
}

/// Overwrites a word of a member with a value that no member has written.
inline void scribble(World& world, int rank, std::uint64_t at, Random& random) {
    std::byte* const window = world.members[static_cast<std::size_t>(rank)]->memory().window().data();
    reinterpret_cast<memory::Word*>(window + at)->store(random.next() | 1, std::memory_order_seq_cst);
}

/// Lets `size` members that map each other's windows carry the rounds, each in a thread of its own.   Returns: the
/// number of calls that failed or gave a wrong result.
inline int wrong_on_threads(int size, const std::vector<Round>& rounds, std::int64_t patience_ns = INT64_MAX) {
    Network network(size, 100);
    const Ways ways(std::vector<int>(static_cast<std::size_t>(size), 0));
    Member::make_windows(network, true, ways);
    std::vector<std::unique_ptr<Member>> members;
    for (int rank = 0; rank < size; ++rank)
        members.push_back(
            std::make_unique<Member>(network, rank, true, ways, patience_ns, MailboxBacklog::start_thread));
    std::vector<int> wrong(members.size());
    std::vector<std::thread> threads;
    for (std::size_t which = 0; which < members.size(); ++which)
        threads.emplace_back([&, which] {
            for (const Round& round : rounds) {
                members[which]->begin(round);
                Status status = Status::again;
                while ((status = members[which]->advance()) == Status::again) std::this_thread::yield();
                wrong[which] += status != Status::ok || !members[which]->has(round.expected[which]);
            }
        });
    for (std::thread& thread : threads) thread.join();
    return std::accumulate(wrong.begin(), wrong.end(), 0);
}

}  // namespace pipeline_sim
