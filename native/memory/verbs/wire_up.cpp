// How a VerbsMemory is made: each member's own steps, and how the members connect.
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

constexpr std::uint64_t kVersion = 0x5348'5642'0000'0004;
constexpr std::size_t kPage = 4096;
constexpr std::int64_t kLookNs = 100'000'000;                 // how often a trial checks whether it must end
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
    bounce_ = std::make_unique<Bounce>();
    ways_.resize(index(size_));
    left_.resize(index(size_));
    declined_.resize(index(size_));
    has_written_.resize(index(size_));
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
    // A forked child lacks the parent's threads, for which these destructors would wait.
    static_cast<void>(new std::shared_ptr<Caretaker>(std::move(caretaker_)));
    static_cast<void>(new std::shared_ptr<MemoryWatch>(std::move(watch_)));
    // A forked child has the parent's handles: freeing them here would free the parent's objects.
    for (auto& way : ways_) static_cast<void>(way.release());
    static_cast<void>(own_window_.region.release());
    static_cast<void>(lent_window_.release());
    static_cast<void>(aside_.region.release());
    static_cast<void>(handshake_.release());
    static_cast<void>(bounce_.release());
    static_cast<void>(cache_.release());
    static_cast<void>(endpoint_.release());
}

Outcome VerbsMemory::open_own(const Setup& setup, bool is_lent, Card& card) {
    const std::size_t bytes = is_lent ? setup.own_far_window() : setup.own_window();
    window_bytes_ = bytes;
    if (bytes > kMostBytes) return {Status::declined, "RDMA: a window larger than memory; set a smaller ring"};
    if (getrandom(&secret_, sizeof secret_, 0) != sizeof secret_)
        return {Status::declined, "RDMA: the kernel has no random numbers yet"};
    Outcome outcome = endpoint_->open(settings_, size_);
    if (!outcome.ok()) return outcome;
    if (settings_.options.keeps_registrations) watch_ = MemoryWatch::of_process();
    cache_ = std::make_unique<RegistrationCache>(*endpoint_, settings_.options.registration_limit, watch_.get());
    if (!is_lent) {
        outcome = endpoint_->map(std::max<std::size_t>(bytes, 1), true, own_window_);
        if (outcome.ok()) window_ = own_window_.pages.memory().first(bytes);
    }
    if (outcome.ok()) outcome = endpoint_->map(kPage, true, aside_);
    if (outcome.ok()) outcome = bounce_->open(*endpoint_, settings_.options.bounce_bytes);
    if (!outcome.ok()) return outcome;
    handshake_ = std::make_unique<Handshake>(*endpoint_);
    outcome = handshake_->open(secret_);
    if (!outcome.ok()) return outcome;
    card.version = kVersion;
    card.secret = secret_;
    card.address = endpoint_->device().address();
    card.window_bytes = bytes;
    card.datagrams = handshake_->number();
    if (setup.node_of.empty() || setup.hosts != nullptr) {
        opening_side_ = std::make_unique<SideChannel>(setup, settings_);
        card.side = opening_side_->card();
    }
    return {};
}

PeerMemory VerbsMemory::own_memory() const {
    PeerMemory memory;
    memory.window_address = reinterpret_cast<std::uint64_t>(window_.data());
    memory.window_key = window_region() != nullptr ? window_region()->rkey : 0;
    memory.aside_address = reinterpret_cast<std::uint64_t>(aside_.at(0));
    memory.aside_key = aside_.region->rkey;
    return memory;
}

Outcome VerbsMemory::learn(std::span<const Card> cards) {
    cards_.assign(cards.begin(), cards.end());
    const Outcome fit = check_cards();
    if (fit.ok()) open_side();
    return fit;
}

Outcome VerbsMemory::check_cards() const {
    for (const Card& other : cards_) {
        if (other.version != kVersion) return {Status::declined, joined({"RDMA: the members differ; ", kSameVersion})};
        if (other.address.link_layer != cards_[0].address.link_layer)
            return {Status::declined, joined({"RDMA: some members have InfiniBand and some Ethernet; ", kSameFabric})};
    }
    return {};
}

/// If a member has no TCP transport, no member replaces queue pairs.
void VerbsMemory::open_side() {
    std::vector<SideChannel::Card> cards;
    for (const Card& card : cards_) cards.push_back(card.side);
    const Outcome opened = opening_side_ != nullptr ? opening_side_->finish(cards) : Outcome{Status::declined, ""};
    if (!opened.ok()) {
        const std::string why =
            opening_side_ == nullptr || opening_side_->refusal().empty() ? opened.reason : opening_side_->refusal();
        no_repair_ = joined({"; it is not made anew, as there is no TCP beside RDMA: ", why});
        opening_side_.reset();
        return;
    }
    side_ = std::move(opening_side_);
}

Outcome VerbsMemory::lend(std::span<std::byte> window) {
    window_ = window.first(window_bytes_);
    return endpoint_->lend(window_, lent_window_);
}

/// The next rank after `rank` that it reaches by this transport; `rank` itself if there is none.
int VerbsMemory::next_elsewhere(const Setup& setup, int rank) const {
    const bool others_only = std::find(near_.begin(), near_.end(), true) != near_.end();
    int next = (rank + 1) % size_;
    while (next != rank && others_only && setup.node_of[index(next)] == setup.node_of[index(rank)])
        next = (next + 1) % size_;
    return next;
}

Outcome VerbsMemory::try_connections(const Setup& setup, const Outcome& own) {
    std::vector<int> to, from;
    const bool is_small = size_ <= settings_.eager_members;
    for (int peer = 0; peer < size_; ++peer) {
        if (!is_peer(peer)) continue;
        if (is_small || next_elsewhere(setup, rank_) == peer) to.push_back(peer);
        if (is_small || next_elsewhere(setup, peer) == rank_) from.push_back(peer);
    }
    is_trying_ = true;
    const Outcome tried = run_trial(to, from);
    if (!tried.ok())
        for (int peer = 0; peer < size_; ++peer)
            if (is_peer(peer)) refuse(peer);  // a peer that waits for this member need not wait longer
    is_trying_ = false;
    return own.ok() ? tried : own;
}

Outcome VerbsMemory::run_trial(const std::vector<int>& to, const std::vector<int>& from) {
    const Guard guard(mutex_);
    for (const int peer : to) static_cast<void>(send(peer, notice(Wake::trial, rank_)));
    const auto works = [&](int peer) {
        const RcConnection* const way = ways_[index(peer)].get();
        return way != nullptr && !way->failed() && way->completed() == way->posted();
    };
    const auto was_tried = [&](int peer) { return tried_[index(peer)]; };
    const auto is_done = [&] {
        return std::all_of(to.begin(), to.end(), works) && std::all_of(from.begin(), from.end(), was_tried);
    };
    const auto is_over = [&] { return refused_by_ >= 0 || is_done(); };
    Status status = Status::timeout;
    while (status == Status::timeout && !settings_.is_trial_over(monotonic_ns())) status = wait(is_over, kLookNs);
    if (is_done()) return {};
    const auto silent = std::find_if_not(to.begin(), to.end(), works);
    const int who = lost_ >= 0 ? lost_.load() : refused_by_ >= 0 ? refused_by_ : silent != to.end() ? *silent : -1;
    return {Status::declined, joined({"RDMA: rank ", who >= 0 ? std::to_string(who) : "another",
                                      " is not reached from rank ", std::to_string(rank_), "; ", kSameFabric})};
}

/// Tells a peer that there will be no connection.
void VerbsMemory::refuse(int peer) {
    const Guard guard(mutex_);
    send_refusal(peer);
    static_cast<void>(take_all());
}

void VerbsMemory::send_refusal(int peer) {
    Call call;
    call.secret = cards_[index(peer)].secret;
    call.from = static_cast<std::uint32_t>(rank_);
    call.to = static_cast<std::uint32_t>(peer);
    handshake_->send(call, cards_[index(peer)].address, cards_[index(peer)].datagrams);
}

/// This member or the peer has no room for the queue pair that would connect them.
void VerbsMemory::no_way_to(int peer, std::string_view why) {
    if (!settings_.declines_peers || is_trying_) return found_lost(peer, why);
    if (declined_[index(peer)]) return;
    declined_[index(peer)] = true;
    declining_.push_back(peer);
    events_.fetch_add(1, std::memory_order_release);
}

void VerbsMemory::begin_care() {
    if (side_ == nullptr) return;
    caretaker_ = Caretaker::of_process();
    if (caretaker_ != nullptr) caretaker_->add(*this);  // from now on it may call at any time
}

Outcome VerbsMemory::make_way(int peer, RcConnection*& into) {
    auto made = std::make_unique<RcConnection>(*endpoint_, *bounce_, peer);
    // Numbers derived from the secret, so that packets of an earlier connection are not taken for this one's.
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
