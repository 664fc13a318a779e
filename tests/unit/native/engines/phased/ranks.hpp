#pragma once
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/contract.hpp"
#include "native/engines/phased/engine.hpp"
#include "native/engines/phased/options.hpp"
#include "native/net/hosts.hpp"
#include "native/net/liveness.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/host_calls.hpp"

/// Threads as ranks, on "nodes" that communicate over loopback.
namespace shunt::phased {

/// The out-of-band exchange of ranks that are threads: an allgather in memory.
class OobBoard {
public:
    explicit OobBoard(int size) : size_(size) {}

    Status gather(int rank, const void* mine, std::size_t bytes, void* all) {
        std::unique_lock<std::mutex> guard(mutex_);
        bytes_.resize(bytes * static_cast<std::size_t>(size_));
        std::memcpy(bytes_.data() + bytes * static_cast<std::size_t>(rank), mine, bytes);
        wait(guard);
        std::memcpy(all, bytes_.data(), bytes_.size());
        wait(guard);  // no rank overwrites bytes that others have not read
        return Status::ok;
    }
    void warn(const char* text) {
        const std::lock_guard<std::mutex> guard(mutex_);
        warnings.push_back(text);
    }
    std::vector<std::string> warnings;
    std::atomic<bool> sees_trouble{false};  ///< the answer of ask_about() on all ranks

private:
    void wait(std::unique_lock<std::mutex>& guard) {
        const std::uint64_t round = round_;
        if (++here_ == size_) {
            here_ = 0;
            ++round_;
            all_here_.notify_all();
        }
        all_here_.wait(guard, [&] { return round_ != round; });
    }
    int size_, here_ = 0;
    std::uint64_t round_ = 0;
    std::vector<std::byte> bytes_;
    std::mutex mutex_;
    std::condition_variable all_here_;
};

class ThreadExchange final : public Exchange {
public:
    ThreadExchange(OobBoard& board, int rank) : board_(board), rank_(rank) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& = {}) override {
        ++exchanges;
        return board_.gather(rank_, mine, bytes, all);
    }
    void progress() override {
        if (host_calls) host_calls->note();
    }
    bool has_work() const override { return host_calls != nullptr; }
    Status ask_about(int) override { return board_.sees_trouble ? Status::peer_lost : Status::ok; }
    void warn(const char* text) override { board_.warn(text); }

    HostCalls* host_calls = nullptr;  ///< of a host that has work; null: it has none
    int exchanges = 0;                ///< so far

private:
    OobBoard& board_;
    int rank_;
};

inline OptionValues loopback_options() {
    OptionValues options = default_engine_options();
    options.edit<PhasedOptions>().interface = "127.0.0.1";
    options.edit<PhasedOptions>().congestion = "";
    return options;
}

/// Waits for all ranks of the run that this thread is a rank of.
inline thread_local std::function<void()> meet_all_ranks;

/// As the shim does between a communicator's end and that of its team: each rank leaves its team, and each team lives
/// until all ranks have left theirs.
inline void leave_together(Team& team) {
    if (!team.leave()) meet_all_ranks();
}

/// The engine's teams can also prepare patterns.
inline Preparing& preparing(Team& team) { return dynamic_cast<Preparing&>(team); }

/// One rank's part of a team; null where no team could be formed.   Thread: constructed by all ranks.
struct TeamMember {
    TeamMember(OobBoard& board, const std::vector<int>& node_of, int rank,
               const OptionValues& options = loopback_options())
        : exchange(board, rank) {
        meet_all_ranks = [&board, rank, size = node_of.size()] {
            char mine = 0;
            std::vector<char> all(size);
            (void)board.gather(rank, &mine, 1, all.data());
        };
        TeamSetup setup;
        setup.group = {rank, static_cast<int>(node_of.size())};
        setup.node_of = node_of;
        setup.options = &options;
        setup.patience_ns = net::kUsualPatienceNs;
        setup.cores = static_cast<int>(node_of.size());
        setup.exchange = &exchange;
        setup.hosts = &hosts;
        setup.host_of.resize(node_of.size());  // all nodes are this host
        team = PhasedEngine().join(setup);
    }
    ThreadExchange exchange;
    net::Hosts hosts = net::Hosts::repeated(1, {"127.0.0.1", "127.0.0.0/8", ""});
    std::unique_ptr<Team> team;
};

/// Runs `body(team, rank)` on a thread for each rank. `team` is null where no team could be formed.
inline std::vector<std::string> run_ranks(const std::vector<int>& node_of,
                                          const std::function<void(Team*, int, OobBoard&)>& body,
                                          const OptionValues& options = loopback_options()) {
    const int size = static_cast<int>(node_of.size());
    OobBoard board(size);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] {
            const TeamMember member(board, node_of, rank, options);
            body(member.team.get(), rank, board);
        });
    }
    for (auto& thread : threads) thread.join();
    return board.warnings;
}

/// Byte `index` of the block from `from` to `to` in call `call`.
inline std::byte content(int call, int from, int to, std::size_t index) {
    std::uint64_t state = static_cast<std::uint64_t>(call) << 40 ^ static_cast<std::uint64_t>(from) << 20 ^
                          static_cast<std::uint64_t>(to);
    return static_cast<std::byte>((splitmix64(state) >> 8) + index * 31 + (index >> 8));
}

inline std::vector<std::byte> block(int call, int from, int to, std::size_t bytes) {
    std::vector<std::byte> made(bytes);
    for (std::size_t i = 0; i < bytes; ++i) made[i] = content(call, from, to, i);
    return made;
}

/// One rank's alltoall(v) with room for the blocks it receives; it holds the memory of a CollectiveCall.
struct Alltoall {
    /// `bytes(from, to)`: the length of each block.
    Alltoall(Operation operation, int number, int rank, int size, const std::function<std::size_t(int, int)>& bytes)
        : number_(number), rank_(rank) {
        for (int peer = 0; peer < size; ++peer) {
            out.push_back(block(number, rank, peer, bytes(rank, peer)));
            in.emplace_back(bytes(peer, rank), std::byte{0xee});
        }
        for (int peer = 0; peer < size; ++peer) {
            send.emplace_back(out[static_cast<std::size_t>(peer)]);
            receive.emplace_back(in[static_cast<std::size_t>(peer)]);
        }
        call.operation = operation;
        call.send_blocks = send;
        call.receive_blocks = receive;
    }
    Alltoall(const Alltoall&) = delete;

    bool right() const {
        for (int peer = 0; peer < static_cast<int>(in.size()); ++peer) {
            const auto& got = in[static_cast<std::size_t>(peer)];
            if (got != block(number_, peer, rank_, got.size())) return false;
        }
        return true;
    }

    std::vector<std::vector<std::byte>> out, in;
    std::vector<std::span<const std::byte>> send;
    std::vector<std::span<std::byte>> receive;
    CollectiveCall call;

private:
    int number_, rank_;
};

/// The value of the counter `name`.
inline std::uint64_t counted(const Team& team, std::string_view name) {
    for (const auto& counter : team.counters())
        if (name == counter.name) return counter.value;
    return 0;
}

}  // namespace shunt::phased
