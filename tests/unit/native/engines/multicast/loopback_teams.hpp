#pragma once
// Members of one communicator as threads of this process, with real sockets on loopback. Multicast or all of UDP may be
// cut off.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "native/engines/multicast/team.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/host_calls.hpp"
#include "tests/unit/native/net/loopback.hpp"

namespace shunt::multicast {

/// The out-of-band exchange of the members of all threads, in place of the host's.
class OobBoard {
public:
    explicit OobBoard(std::size_t size) : size_(size) {}
    void all_gather(std::size_t rank, const void* mine, std::size_t bytes, void* all) {
        std::unique_lock<std::mutex> guard(mutex_);
        left_.wait(guard, [&] { return leaving_ == 0; });
        gathered_.resize(size_ * bytes);
        std::memcpy(gathered_.data() + rank * bytes, mine, bytes);
        if (++come_ == size_) {
            leaving_ = size_;
            come_ = 0;
            all_here_.notify_all();
        } else {
            all_here_.wait(guard, [&] { return leaving_ != 0; });
        }
        std::memcpy(all, gathered_.data(), size_ * bytes);
        if (--leaving_ == 0) left_.notify_all();
    }

private:
    std::size_t size_, come_ = 0, leaving_ = 0;
    std::vector<std::byte> gathered_;
    std::mutex mutex_;
    std::condition_variable all_here_, left_;
};

class ThreadExchange final : public Exchange {
public:
    ThreadExchange(OobBoard& board, std::size_t rank) : board_(board), rank_(rank) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& = {}) override {
        gatherings += 1;
        board_.all_gather(rank_, mine, bytes, all);
        return gatherings == fails_at ? Status::peer_lost : Status::ok;
    }
    void progress() override {
        host_calls.note();
        std::this_thread::yield();
    }
    bool has_work() const override { return host_has_work; }
    Status ask_about(int) override { return Status::ok; }
    void warn(const char* text) override { warning = text; }

    HostCalls host_calls;
    bool host_has_work = false;
    int gatherings = 0;
    int fails_at = -1;  ///< the gathering that fails for this member alone
    std::string warning;

private:
    OobBoard& board_;
    std::size_t rank_;
};

enum class Cut { nothing, multicast, all_of_udp };

/// How long a member waits for datagrams before it uses TCP. The short time is for tests in which TCP has to deliver.
/// The long one is for tests in which it must not: no thread of a loaded machine is kept from its core for so long.
inline constexpr std::int64_t kRescueSoonNs = 100'000'000, kRescueInAMinuteNs = 60'000'000'000;

/// Of a scatterv: some blocks of the tests have several slices, and some slices several blocks.
inline constexpr std::uint64_t kSliceBytes = 450;

/// The members of a team. Thread: constructed and used from one thread; run() starts one for each member.
class LoopbackTeams {
public:
    LoopbackTeams(std::vector<int> node_of, Cut cut, Acknowledge acknowledge = Acknowledge::automatic,
                  bool authenticate = false, std::int64_t rescue_after_ns = kRescueSoonNs)
        : node_of_(std::move(node_of)), cut_(cut), board_(node_of_.size()) {
        static std::uint64_t communicators = 0;
        channel_.token = (static_cast<std::uint64_t>(getpid()) << 32) + ++communicators;
        channel_.payload_bytes = 1400;
        channel_.acknowledge = acknowledge;
        options_.opened_least = 0;  // no opened group is left to the host
        options_.rescue_after_ns = rescue_after_ns;
        options_.authenticate = authenticate;
        for (std::size_t rank = 0; rank < node_of_.size(); ++rank)
            exchanges.push_back(std::make_unique<ThreadExchange>(board_, rank));
        open_sockets();
        for (std::size_t rank = 0; rank < node_of_.size(); ++rank)
            teams.push_back(std::make_unique<MulticastTeam>(parts_of(static_cast<int>(rank))));
    }

    ~LoopbackTeams() {
        while (!teams.empty()) teams.pop_back();  // members that share a leader's memory end before the leader
    }

    /// Calls `member(rank, its team)` on a thread for each rank, and then lets all members leave.
    void run(const std::function<void(int, MulticastTeam&)>& member) {
        std::vector<std::thread> threads;
        for (std::size_t rank = 0; rank < teams.size(); ++rank)
            threads.emplace_back([&, rank] {
                member(static_cast<int>(rank), *teams[rank]);
                char left = teams[rank]->leave();
                std::vector<char> all(teams.size());
                board_.all_gather(rank, &left, 1, all.data());  // each team lives until all members have left
            });
        for (std::thread& thread : threads) thread.join();
    }

    std::uint64_t counted(std::string_view name) const {
        std::uint64_t sum = 0;
        for (const auto& team : teams)
            for (const EngineCounter& counter : team->counters()) sum += counter.name == name ? counter.value : 0;
        return sum;
    }

    std::vector<std::unique_ptr<ThreadExchange>> exchanges;  ///< by rank
    std::vector<std::unique_ptr<MulticastTeam>> teams;

private:
    Places places_of(int rank) const {
        TeamSetup setup;
        setup.group = {rank, static_cast<int>(node_of_.size())};
        setup.node_of = node_of_;
        return Places::of(setup);
    }

    net::Endpoint group(std::uint64_t token) const { return net::group_address(range_, {token, 0, 0}); }

    void open_sockets() {
        channel_.nodes = places_of(0).nodes();
        nowhere_ = net::open_control();
        std::string reason;
        for (int node = 0; node < channel_.nodes; ++node) {
            controls_.push_back(net::open_control());
            // Where multicast is cut off, every member listens to another group than the sender uses.
            groups_.push_back(net::open_group(group(channel_.token + (cut_ == Cut::nothing ? 0 : 1))));
            (void)groups_.back().join();
            hubs_.push_back(Hub::make(16, reason));
            rescues_.push_back(hubs_.back()->recovery_at(net::kLoopback).value);
            endpoints_.push_back(controls_.back().local());
        }
    }

    Parts parts_of(int rank) {
        Parts parts;
        parts.places = places_of(rank);
        parts.token = channel_.token;
        parts.recovery_of = rescues_;
        parts.address = net::kLoopback;
        parts.interface_index = net::loopback_index();
        parts.payload_bytes = channel_.payload_bytes;
        parts.slice_bytes = kSliceBytes;
        parts.options = options_;
        parts.has_core = true;
        parts.exchange = exchanges[static_cast<std::size_t>(rank)].get();
        join_neighbours(parts);
        if (!parts.places.is_leader()) return parts;
        const auto node = static_cast<std::size_t>(parts.places.node());
        Settings channel = channel_;
        channel.node = static_cast<int>(node);
        channel.seed = node + 1;
        std::vector<net::Endpoint> control_of = endpoints_;
        for (std::size_t other = 0; cut_ == Cut::all_of_udp && other < control_of.size(); ++other)
            if (other != node) control_of[other] = nowhere_.local();
        parts.hub = hubs_[node];
        const Keys keys{{11, 12}, options_.authenticate ? SipKey{13, 14} : SipKey{}};
        parts.link = std::make_unique<Link>(channel, keys, std::move(controls_[node]), std::move(groups_[node]), range_,
                                            std::move(control_of));
        return parts;
    }

    void join_neighbours(Parts& parts) {
        const std::vector<int>& local = parts.places.local_ranks;
        if (local.size() == 1) return;
        const node::RingShape shape{static_cast<std::uint32_t>(local.size())};
        const auto policy = node::WaitPolicy::for_cores(static_cast<int>(local.size()), 1);
        parts.local_group = std::make_unique<node::NodeGroup>();
        if (parts.places.is_leader()) {
            (void)parts.local_group->create(shape, 0, policy);
            mapped_.resize(static_cast<std::size_t>(channel_.nodes));
            mapped_[static_cast<std::size_t>(parts.places.node())] = parts.local_group.get();
        } else {
            (void)parts.local_group->join(*mapped_[static_cast<std::size_t>(parts.places.node())], shape,
                                          parts.places.local_index(parts.places.rank), policy);
        }
    }

    std::vector<int> node_of_;
    Cut cut_;
    OobBoard board_;
    Settings channel_;
    MulticastOptions options_ = default_engine_options().get<MulticastOptions>();
    net::Subnet range_ = net::parse_group_range(net::kDefaultGroupRange).value;
    net::ControlSocket nowhere_;                ///< datagrams sent there are never read
    std::vector<net::ControlSocket> controls_;  ///< by node
    std::vector<net::GroupSocket> groups_;
    std::vector<std::shared_ptr<Hub>> hubs_;
    std::vector<net::Endpoint> rescues_, endpoints_;
    std::vector<node::NodeGroup*> mapped_;
};

}  // namespace shunt::multicast
