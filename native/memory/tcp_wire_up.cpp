#include <sys/epoll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "native/memory/tcp_memory.hpp"
#include "native/net/hosts.hpp"

namespace shunt::memory {
namespace {

constexpr std::uint32_t kVersion = 2;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46;

/// The data of each member for all others; plain bytes.
struct Card {
    std::uint32_t version = kVersion;
    std::uint32_t unused = 0;
    std::uint64_t window_bytes = 0;
    SipKey key;  // that of rank 0 is used
    net::Endpoint door;
};

std::string own_name() {
    std::array<char, 64> name{};
    (void)gethostname(name.data(), name.size() - 1);
    return name.data();
}

}  // namespace

class TcpMemory::Opening final : public InternodeOpening {
public:
    Opening(const Setup& setup, const TcpOptions& options, bool gets_window) : setup_(setup) {
        TcpMemory& memory = *made_;
        memory.rank_ = setup.rank;
        memory.options_ = options;
        memory.node_of_ = setup.node_of;
        int here = 0;
        for (int rank = 0; rank < setup.size; ++rank) here += setup.same_node(rank) ? 1 : 0;
        if (here <= setup.cores) memory.spin_.allow();
        memory.peers_.resize(static_cast<std::size_t>(setup.size));
        outcome_ = choose_address(memory);
        if (outcome_.ok()) outcome_ = open_own(memory, gets_window);
        card_.window_bytes = setup.own_window();
        card_.key = random_sip_key();
        if (setup.rank == 0 && card_.key.is_none() && outcome_.ok())
            outcome_ = {Status::declined, "the kernel of rank 0 returns no random numbers (getrandom)"};
        card_.door = memory.listener_.local();
    }

    std::span<const std::byte> card() const override { return std::as_bytes(std::span(&card_, 1)); }
    const Outcome& outcome() const override { return outcome_; }

    Outcome finish(std::span<const std::byte> cards, std::span<std::byte> window, const Outcome&,
                   std::unique_ptr<InternodeMemory>& into) override {
        std::unique_ptr<TcpMemory> memory;
        const Outcome finished = finish(cards, window, memory);
        into = std::move(memory);
        return finished;
    }

    /// Alike on all members, as it depends only on data that all of them have.
    Outcome finish(std::span<const std::byte> cards, std::span<std::byte> window, std::unique_ptr<TcpMemory>& into) {
        TcpMemory& memory = *made_;
        std::vector<Card> all(static_cast<std::size_t>(setup_.size));
        std::memcpy(all.data(), cards.data(), cards.size());
        for (const Card& card : all) {
            if (card.version != kVersion)
                return {Status::declined, "the members differ; run the same version of Shunt on all ranks"};
            if (card.window_bytes > kMostBytes)
                return {Status::declined, "a window larger than memory; set a smaller ring"};
            memory.window_bytes_.push_back(card.window_bytes);
            memory.listeners_.push_back(card.door);
        }
        memory.key_ = all.front().key;
        memory.roster_ = net::GroupRoster(memory.key_, static_cast<std::uint32_t>(setup_.rank), memory.listeners_);
        if (!window.empty()) memory.window_ = window;
        into = std::move(made_);
        return {};
    }

private:
    Outcome choose_address(TcpMemory& memory) const {
        std::vector<int> leaders;  // by node: its lowest rank
        for (int rank = 0; rank < setup_.size; ++rank)
            if (node_of(rank) == static_cast<int>(leaders.size())) leaders.push_back(rank);
        for (std::size_t node = 0; node < leaders.size(); ++node)
            memory.hosts_.emplace_back(
                leaders[node], setup_.hosts ? std::string(setup_.hosts->name(setup_.host_of[node])) : own_name());
        if (leaders.size() == 1 && memory.options_.interface.empty()) {
            memory.address_ = *net::parse_ipv4("127.0.0.1");
            return {};
        }
        const auto own = static_cast<std::size_t>(node_of(setup_.rank));
        const net::Choice choice = setup_.hosts->choose(setup_.host_of, own, memory.options_.interface);
        if (choice.outcome.ok()) memory.address_ = choice.addresses[own];
        return choice.outcome;
    }
    int node_of(int rank) const { return setup_.node_of.empty() ? 0 : setup_.node_of[static_cast<std::size_t>(rank)]; }

    Outcome open_own(TcpMemory& memory, bool gets_window) const {
        if (!gets_window && setup_.own_window() > 0) {
            void* const made =
                mmap(nullptr, setup_.own_window(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (made == MAP_FAILED)
                return failed_call(Status::declined, "no memory for a window", errno,
                                   "raise the memory limit, or set a smaller ring");
            memory.own_memory_ = made;
            memory.own_bytes_ = setup_.own_window();
            memory.window_ = {static_cast<std::byte*>(made), setup_.own_window()};
        }
        memory.epoll_ = net::Descriptor(epoll_create1(EPOLL_CLOEXEC));
        auto door = net::Listener::open(memory.address_);
        if (!door.ok()) return door.outcome;
        memory.listener_ = std::move(door.value);
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.u64 = ~std::uint64_t{0};
        if (epoll_ctl(memory.epoll_.number(), EPOLL_CTL_ADD, memory.listener_.descriptor(), &event) != 0)
            return failed_call(Status::declined, "could not watch a TCP socket", errno,
                               "raise the limit of open files (ulimit -n)");
        return {};
    }

    const Setup& setup_;
    std::unique_ptr<TcpMemory> made_ = std::make_unique<TcpMemory>();
    Card card_;
    Outcome outcome_;
};

Outcome TcpMemory::open(const Setup& setup, const TcpOptions& options, std::unique_ptr<TcpMemory>& into) {
    Opening opening(setup, options, false);
    WireUp wire_up(setup.size, setup.all_gather);
    wire_up.fail(opening.outcome());
    std::vector<std::byte> cards(opening.card().size() * static_cast<std::size_t>(setup.size));
    const bool told = wire_up.exchange(opening.card().data(), opening.card().size(), cards.data());
    return told ? opening.finish(cards, {}, into) : wire_up.outcome();
}

std::unique_ptr<InternodeOpening> open_far_tcp(const Setup& setup, const TcpOptions& options, bool gets_window) {
    return std::make_unique<TcpMemory::Opening>(setup, options, gets_window);
}

Outcome open_tcp(const Setup& setup, const TcpOptions& options, std::unique_ptr<RemoteMemory>& into) {
    std::unique_ptr<TcpMemory> made;
    const Outcome opened = TcpMemory::open(setup, options, made);
    if (opened.ok()) into = std::move(made);
    return opened;
}

}  // namespace shunt::memory
