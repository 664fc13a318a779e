#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "native/remote/tcp_memory.hpp"
#include "native/transport/address_agreement.hpp"

namespace shunt::remote {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46;

/// What every member tells first; plain bytes.
struct Hello {
    std::uint32_t version = kVersion;
    std::uint32_t unused = 0;
    std::uint64_t window_bytes = 0;
    SipKey key;  // that of rank 0 counts
    std::array<char, 64> host{};
    transport::ToldAddresses addresses{};
};

/// The nodes of a group, by the number they get here: in order of their lowest rank.
struct Nodes {
    std::vector<int> leaders;  // rank
    std::size_t own = 0;

    explicit Nodes(const Setup& setup) {
        std::vector<int> seen;
        for (int rank = 0; rank < setup.size; ++rank) {
            const int node = setup.node_of.empty() ? 0 : setup.node_of[static_cast<std::size_t>(rank)];
            const auto found = static_cast<std::size_t>(std::find(seen.begin(), seen.end(), node) - seen.begin());
            if (found == seen.size()) seen.push_back(node), leaders.push_back(rank);
            if (rank == setup.rank) own = found;
        }
    }
};

}  // namespace

/// The steps of opening; every member goes through all gatherings, also when it has failed itself: the others wait there.
class TcpMemory::Formation {
public:
    Formation(const Setup& setup, const TcpOptions& options) : setup_(setup), options_(options), nodes_(setup) {}

    Outcome run(std::span<std::byte> window, TcpMemory& memory) {
        memory.rank_ = setup_.rank;
        memory.options_ = options_;
        memory.node_of_ = setup_.node_of;
        const std::size_t members = static_cast<std::size_t>(setup_.size);
        memory.window_bytes_.resize(members);
        memory.peers_.resize(members);
        Outcome outcome = choose_address(window.empty() ? setup_.own_window() : window.size(), memory);
        if (!outcome.ok()) return outcome;
        outcome = open_own(window, memory);
        memory.doors_.resize(members);
        const transport::Endpoint door = memory.door_.local();
        if (!gather(door, memory.doors_)) return broken();
        memory.roster_ = transport::GroupRoster(memory.key_, static_cast<std::uint32_t>(setup_.rank), memory.doors_);
        return agree(setup_, outcome);
    }

private:
    template <class Value>
    bool gather(const Value& mine, std::vector<Value>& all) const {
        all.resize(static_cast<std::size_t>(setup_.size));
        return setup_.all_gather(&mine, sizeof mine, all.data()) == Status::ok;
    }
    static Outcome broken() { return {Status::bug, "the members could not tell each other their addresses; please report this"}; }

    /// Alike on all members, as it follows from what all know.
    Outcome choose_address(std::size_t window_bytes, TcpMemory& memory) const {
        Hello mine;
        mine.window_bytes = window_bytes;
        mine.key = random_sip_key();
        (void)gethostname(mine.host.data(), mine.host.size() - 1);
        const auto interfaces = transport::list_interfaces();
        mine.addresses = transport::addresses_of_host(interfaces.value, options_.interface);
        std::vector<Hello> all;
        if (!gather(mine, all)) return broken();
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (all[rank].version != kVersion) return {Status::declined, "the members differ; run the same version of Shunt on all ranks"};
            if (all[rank].window_bytes > kMostBytes) return {Status::declined, "a window larger than memory; set a smaller ring"};
            memory.window_bytes_[rank] = all[rank].window_bytes;
        }
        memory.key_ = all.front().key;
        if (memory.key_.is_none()) return {Status::declined, "the kernel of rank 0 gives no random numbers (getrandom)"};
        for (const int leader : nodes_.leaders) memory.hosts_.emplace_back(leader, all[static_cast<std::size_t>(leader)].host.data());
        if (nodes_.leaders.size() == 1 && options_.interface.empty()) {
            memory.address_ = *transport::parse_ipv4("127.0.0.1");
            return {};
        }
        const auto gather_bytes = [&](const void* own, std::size_t bytes, void* to) {
            return setup_.all_gather(own, bytes, to) == Status::ok;
        };
        const transport::Choice choice =
            transport::agree_on_addresses({nodes_.own, nodes_.leaders, options_.interface}, all, gather_bytes);
        if (choice.outcome.ok()) memory.address_ = choice.addresses[nodes_.own];
        return choice.outcome;
    }

    Outcome open_own(std::span<std::byte> window, TcpMemory& memory) const {
        memory.window_ = window;
        if (window.empty() && setup_.own_window() > 0) {
            void* const made = mmap(nullptr, setup_.own_window(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (made == MAP_FAILED)
                return failed_call(Status::declined, "no memory for a window", errno, "raise the memory limit, or set a smaller ring");
            memory.own_memory_ = made;
            memory.own_bytes_ = setup_.own_window();
            memory.window_ = {static_cast<std::byte*>(made), setup_.own_window()};
        }
        memory.epoll_ = transport::Descriptor(epoll_create1(EPOLL_CLOEXEC));
        auto door = transport::Doorway::open(memory.address_);
        if (!door.ok()) return door.outcome;
        memory.door_ = std::move(door.value);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = ~std::uint64_t{0};
        if (epoll_ctl(memory.epoll_.number(), EPOLL_CTL_ADD, memory.door_.descriptor(), &event) != 0)
            return failed_call(Status::declined, "could not watch a TCP socket", errno, "raise the limit of open files (ulimit -n)");
        return {};
    }

    const Setup& setup_;
    const TcpOptions& options_;
    Nodes nodes_;
};

Outcome TcpMemory::open(const Setup& setup, const TcpOptions& options, std::span<std::byte> window, std::unique_ptr<TcpMemory>& into) {
    auto made = std::make_unique<TcpMemory>();
    const Outcome opened = Formation(setup, options).run(window, *made);
    if (opened.ok()) into = std::move(made);
    return opened;
}

Outcome open_far_tcp(const Setup& setup, const TcpOptions& options, std::span<std::byte> window, std::unique_ptr<FarMemory>& into) {
    std::unique_ptr<TcpMemory> made;
    const Outcome opened = TcpMemory::open(setup, options, window, made);
    if (opened.ok()) into = std::move(made);
    return opened;
}

Outcome open_tcp(const Setup& setup, const TcpOptions& options, std::unique_ptr<RemoteMemory>& into) {
    std::unique_ptr<TcpMemory> made;
    const Outcome opened = TcpMemory::open(setup, options, {}, made);
    if (opened.ok()) into = std::move(made);
    return opened;
}

}  // namespace shunt::remote
