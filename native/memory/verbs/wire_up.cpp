// How a VerbsMemory comes to be: what it opens by itself, and how the members meet.
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "native/memory/verbs/remedy.hpp"
#include "native/memory/verbs/verbs_memory.hpp"
#include "native/node/wait.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::uint64_t kVersion = 0x5348'5642'0000'0003;
constexpr std::size_t kPage = 4096;
constexpr std::int64_t kTrialNs = 15'000'000'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 46;  // of a window: offsets cannot overflow

int members_here(const Setup& setup) {
    int count = 0;
    for (int rank = 0; rank < setup.size; ++rank) count += setup.same_node(rank) ? 1 : 0;
    return count;
}

}  // namespace

VerbsMemory::VerbsMemory(const Setup& setup, const Settings& settings, bool others_only)
    : settings_(settings),
      rank_(setup.rank),
      size_(setup.size),
      spin_ns_(members_here(setup) <= setup.cores ? settings.spin_ns : 0),
      owner_pid_(static_cast<std::uint32_t>(getpid())),
      endpoint_(std::make_unique<Endpoint>()) {
    cache_ = std::make_unique<RegistrationCache>(*endpoint_, settings_.options.registration_limit,
                                                 settings_.keep_registrations);
    bounce_ = std::make_unique<Bounce>();
    ways_.resize(index(size_));
    left_.resize(index(size_));
    tried_.resize(index(size_));
    repairs_.resize(index(size_));
    for (const int node : setup.node_of) host_of_.push_back(setup.hosts != nullptr ? setup.host_of[index(node)] : 0);
    hosts_ = setup.hosts;
    near_.resize(index(size_));
    for (int rank = 0; rank < size_ && others_only; ++rank) near_[index(rank)] = setup.same_node(rank);
}

VerbsMemory::~VerbsMemory() {
    if (static_cast<std::uint32_t>(getpid()) == owner_pid_) {
        if (caretaker_ != nullptr) caretaker_->remove(*this);
        take_leave();
        return;
    }
    // It has not the parent's thread, which the caretaker would wait for.
    static_cast<void>(new std::shared_ptr<Caretaker>(std::move(caretaker_)));
    // A forked child has the parent's handles: freeing them here would free them there.
    for (auto& way : ways_) static_cast<void>(way.release());
    static_cast<void>(own_window_.region.release());
    static_cast<void>(lent_window_.release());
    static_cast<void>(aside_.region.release());
    static_cast<void>(handshake_.release());
    static_cast<void>(bounce_.release());
    static_cast<void>(cache_.release());
    static_cast<void>(endpoint_.release());
}

Outcome VerbsMemory::open_own(std::size_t bytes, std::span<std::byte> window) {
    if (bytes > kMostBytes) return {Status::declined, "RDMA: a window larger than memory; set a smaller ring"};
    if (getrandom(&secret_, sizeof secret_, 0) != sizeof secret_)
        return {Status::declined, "RDMA: the kernel has no random numbers yet"};
    Outcome outcome = endpoint_->open(settings_, size_);
    if (!outcome.ok()) return outcome;
    window_ = window;
    if (window.empty()) {
        outcome = endpoint_->map(std::max<std::size_t>(bytes, 1), true, own_window_);
        if (outcome.ok()) window_ = own_window_.pages.memory().first(bytes);
    } else {
        outcome = endpoint_->lend(window, lent_window_);
    }
    if (outcome.ok()) outcome = endpoint_->map(kPage, true, aside_);
    if (outcome.ok()) outcome = bounce_->open(*endpoint_, settings_.options.bounce_bytes);
    if (outcome.ok() && size_ > settings_.eager_members) {
        handshake_ = std::make_unique<Handshake>(*endpoint_);
        outcome = handshake_->open(secret_);
    }
    return outcome;
}

Card VerbsMemory::own_card() const {
    Card card;
    card.version = kVersion;
    card.secret = secret_;
    card.address = endpoint_->device().address();
    card.window_address = reinterpret_cast<std::uint64_t>(window_.data());
    card.window_bytes = window_.size();
    card.window_key = window_region().rkey;
    card.aside_address = reinterpret_cast<std::uint64_t>(aside_.at(0));
    card.aside_key = aside_.region->rkey;
    card.datagrams = handshake_ != nullptr ? handshake_->number() : 0;
    return card;
}

/// What a member that has opened its own part tells, and what small groups tell beside: their queue pairs, all at once.
Outcome VerbsMemory::meet(const Setup& setup, const Outcome& opened) {
    WireUp wire_up(setup.size, setup.all_gather);
    wire_up.fail(opened);
    const bool is_small = size_ <= settings_.eager_members;
    std::vector<QueuePair> pairs(is_small ? index(size_) : 0);
    if (wire_up.ok() && is_small) wire_up.fail(make_ways(pairs));
    const Card card = wire_up.ok() ? own_card() : Card{};
    const bool may_mend = wire_up.ok() && (setup.node_of.empty() || setup.hosts != nullptr);
    std::unique_ptr<SideChannel> opening;
    if (may_mend) opening = std::make_unique<SideChannel>(setup, settings_);
    const SideChannel::Card side = may_mend ? opening->card() : SideChannel::Card{};
    const std::size_t pairs_bytes = pairs.size() * sizeof(QueuePair), side_at = sizeof card + pairs_bytes,
                      each = side_at + sizeof side;
    std::vector<std::byte> mine(each), all(each * index(size_));
    std::memcpy(mine.data(), &card, sizeof card);
    if (pairs_bytes > 0) std::memcpy(mine.data() + sizeof card, pairs.data(), pairs_bytes);
    std::memcpy(mine.data() + side_at, &side, sizeof side);
    if (!wire_up.exchange(mine.data(), each, all.data())) return wire_up.outcome();
    cards_.resize(index(size_));
    std::vector<SideChannel::Card> sides(index(size_));
    for (std::size_t rank = 0; rank < index(size_); ++rank) {
        std::memcpy(&cards_[rank], all.data() + rank * each, sizeof card);
        std::memcpy(&sides[rank], all.data() + rank * each + side_at, sizeof side);
    }
    const Outcome fit = check_cards();  // alike on all members
    if (!fit.ok()) return fit;
    open_side(std::move(opening), sides);
    if (is_small) {
        wire_up.fail(connect_all([&](int peer) {
            QueuePair theirs;
            std::memcpy(&theirs, all.data() + index(peer) * each + sizeof card + index(rank_) * sizeof theirs,
                        sizeof theirs);
            return theirs;
        }));
        // A peer whose queue pair is not ready would take no packet, and the device waits long before it sends again.
        const bool connected = wire_up.exchange();
        for (const int peer : known_) ways_[index(peer)]->open();
        if (!connected) return wire_up.outcome();
    }
    const Outcome tried = settings_.trial ? agree(setup, try_ways(setup)) : Outcome{};
    if (tried.ok() && side_ != nullptr) caretaker_ = Caretaker::of_process();
    if (caretaker_ != nullptr) caretaker_->add(*this);  // the last step: from now on it may come at any time
    return tried;
}

/// Where a member has no way by TCP, none makes queue pairs anew.
void VerbsMemory::open_side(std::unique_ptr<SideChannel> opening, std::span<const SideChannel::Card> cards) {
    const Outcome opened = opening != nullptr ? opening->finish(cards) : Outcome{Status::declined, ""};
    if (!opened.ok()) {
        const std::string why = opening == nullptr || opening->refusal().empty() ? opened.reason : opening->refusal();
        no_repair_ = joined({"; it is not made anew, as there is no TCP beside RDMA: ", why});
        return;
    }
    side_ = std::move(opening);
}

Outcome VerbsMemory::check_cards() const {
    for (const Card& other : cards_) {
        if (other.version != kVersion || (other.datagrams == 0) != (cards_[0].datagrams == 0))
            return {Status::declined, joined({"RDMA: the members differ; ", kSameVersion})};
        if (other.address.link_layer != cards_[0].address.link_layer)
            return {Status::declined, joined({"RDMA: some members have InfiniBand and some Ethernet; ", kSameFabric})};
    }
    return {};
}

/// The first rank behind `rank` that it reaches this way; itself where there is none.
int VerbsMemory::next_elsewhere(const Setup& setup, int rank) const {
    const bool others_only = std::find(near_.begin(), near_.end(), true) != near_.end();
    int next = (rank + 1) % size_;
    while (next != rank && others_only && setup.node_of[index(next)] == setup.node_of[index(rank)])
        next = (next + 1) % size_;
    return next;
}

/// Writes to peers, and waits for what they write: a route that does not work shows here, while all can still decline.
/// Small groups try all ways; in larger ones each member tries the one to the next.
Outcome VerbsMemory::try_ways(const Setup& setup) {
    std::vector<int> to, from;
    for (int peer = 0; peer < size_; ++peer) {
        if (!is_peer(peer)) continue;
        if (handshake_ == nullptr || next_elsewhere(setup, rank_) == peer) to.push_back(peer);
        if (handshake_ == nullptr || next_elsewhere(setup, peer) == rank_) from.push_back(peer);
    }
    is_trying_ = true;
    for (const int peer : to) static_cast<void>(send(peer, notice(peer, Wake::trial, rank_)));
    const auto works = [&](int peer) {
        const RcConnection* const way = ways_[index(peer)].get();
        return way != nullptr && !way->failed() && way->completed() == way->posted();
    };
    const auto was_tried = [&](int peer) { return tried_[index(peer)]; };
    const auto done = [&] {
        return std::all_of(to.begin(), to.end(), works) && std::all_of(from.begin(), from.end(), was_tried);
    };
    const Status status = wait(done, kTrialNs);
    is_trying_ = false;
    if (status == Status::ok) return {};
    const auto silent = std::find_if_not(to.begin(), to.end(), works);
    const std::string who = silent != to.end() ? std::to_string(*silent)
                            : lost_ >= 0       ? std::to_string(lost_)
                                               : "another";
    return {Status::declined,
            joined({"RDMA: rank ", who, " is not reached from rank ", std::to_string(rank_), "; ", kSameFabric})};
}

/// Gives a queue pair for each peer, by rank.
Outcome VerbsMemory::make_ways(std::span<QueuePair> pairs) {
    Outcome outcome;
    for (int peer = 0; peer < size_ && outcome.ok(); ++peer) {
        if (!is_peer(peer)) continue;
        RcConnection* way = nullptr;
        outcome = make_way(peer, way);
        if (outcome.ok()) pairs[index(peer)] = way->mine();
    }
    return outcome;
}

/// `pair_of`: the queue pair that a peer has made for this member.
Outcome VerbsMemory::connect_all(const std::function<QueuePair(int peer)>& pair_of) {
    Outcome outcome;
    for (const int peer : known_)
        if (outcome.ok())
            outcome = ways_[index(peer)]->connect(cards_[index(peer)].address, pair_of(peer),
                                                  settings_.options.ack_timeout_ns);
    return outcome;
}

Outcome VerbsMemory::make_way(int peer, RcConnection*& into) {
    auto made = std::make_unique<RcConnection>(*endpoint_, *bounce_, peer);
    // Numbers that follow from the secret, so that packets of an earlier connection are not taken for this one's.
    const Outcome outcome =
        made->create(static_cast<std::uint32_t>(secret_ >> 8) + static_cast<std::uint32_t>(peer) * 4099);
    if (!outcome.ok()) return outcome;
    rank_of_[made->mine().number] = peer;
    known_.push_back(peer);
    into = made.get();
    ways_[index(peer)] = std::move(made);
    return outcome;
}

}  // namespace shunt::memory::verbs
