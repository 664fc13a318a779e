#include "native/engines/multicast/recovery.hpp"

#include <algorithm>
#include <exception>
#include <span>

#include "native/engines/multicast/hub.hpp"
#include "native/net/wire.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kMostSilentNs = 5'000'000'000;  // of one request
constexpr std::int64_t kAgainNs = 1'000'000'000;       // between two requests

}  // namespace

void Recovery::advance(std::int64_t now) {
    if (step_ == Step::watching) return watch(now);
    if (step_ == Step::done) return;
    const Outcome outcome = client_.advance(now);
    if (outcome.status != Status::again) answered(outcome.status, now);
}

void Recovery::watch(std::int64_t now) {
    const std::int64_t stalled = link_.channel.stalled_since(setup_.number);
    if (stalled > begun_since_) begun_since_ = INT64_MAX;  // data have arrived since: no trouble
    if (now < next_look_ || now - stalled < setup_.patience_ns) return;
    const bool has_begun = begun_since_ != INT64_MAX && now - begun_since_ >= setup_.patience_ns;
    if (has_begun) return ask(Step::fetching, 0, setup_.bytes, now);
    // A node that waits for an operation of no bytes may wait for the release from a barrier.
    if (begun_since_ == INT64_MAX) ask(Step::asking, setup_.bytes == 0 ? kArrived : kAnnounced, kAnnouncedBytes, now);
}

void Recovery::learn(std::int64_t now) {
    net::WireReader answer(data_.data());
    Channel::Announced announced;
    announced.bytes = answer.get<std::uint64_t>();
    announced.asks_checkpoint = answer.get<std::uint64_t>() != 0;
    link_.channel.learn(setup_.number, announced, now);
}

bool Recovery::make_room(std::uint64_t bytes) {
    try {
        data_.resize(bytes);
        return true;
    } catch (const std::exception&) {  // too little memory, or an impossible length
        return false;
    }
}

void Recovery::refuse(std::int64_t now) {
    link_.channel.refuse(setup_.number, now);
    ask(Step::confirming, kConfirmation, 0, now);
}

std::int64_t Recovery::again_after() const { return setup_.at_once ? setup_.patience_ns : kAgainNs; }

void Recovery::ask(Step step, std::uint64_t offset, std::uint64_t length, std::int64_t now) {
    step_ = step;
    if (!make_room(length)) return refuse(now);
    const Outcome outcome =
        client_.begin({link_.token, 0, setup_.number, setup_.node, offset, length}, data_, now, kMostSilentNs);
    if (!outcome.ok() && outcome.status != Status::again) answered(outcome.status, now);
}

void Recovery::answered(Status status, std::int64_t now) {
    switch (step_) {
        case Step::asking:
            step_ = Step::watching;
            next_look_ = now + again_after();
            if (status != Status::ok) return;  // a late root has nothing yet
            learn(now);
            if (link_.channel.wrong_length(setup_.number)) return ask(Step::confirming, kConfirmation, 0, now);
            if (link_.channel.root_bytes(setup_.number)) return;  // not with this length
            if (setup_.at_once) return ask(Step::fetching, 0, setup_.bytes, now);
            begun_since_ = now;
            next_look_ = now;
            return;
        case Step::fetching:
            step_ = Step::watching;
            next_look_ = now + again_after();
            if (status != Status::ok) return;
            link_.channel.provide(setup_.number, 0, data_);
            fetched_ = true;
            return ask(Step::confirming, kConfirmation, 0, now);
        case Step::confirming:
            // A root that is gone needs no confirmation; one that was too slow is told again. (Never again at once: a
            // request that cannot even begin would be repeated without end.)
            if (status == Status::timeout) ask(Step::confirming, kConfirmation, 0, now);
            else step_ = Step::done;
            return;
        case Step::watching:
        case Step::done: return;
    }
}

void ConfirmationSeeker::advance(std::int64_t now) {
    if (client_ && client_->busy()) {
        const Outcome outcome = client_->advance(now);
        if (outcome.status == Status::again) return;
        next_ = outcome.ok() ? now : now + kAgainNs;  // a late receiver has not begun the operation yet
        if (!outcome.ok()) return;
        link_.channel.confirm(setup_.number, node_);
        confirmed_ += 1;
    }
    const int node = link_.channel.unconfirmed_node(setup_.number);
    if (node < 0 || now < next_ || now - link_.channel.stalled_since(setup_.number) < setup_.patience_ns) return;
    if (node != node_)
        client_.emplace(service_of_[static_cast<std::size_t>(node)], setup_.own,
                        link_.identity_to(static_cast<std::uint32_t>(node)));
    node_ = node;
    (void)client_->begin({link_.token, 0, setup_.number, setup_.node, kReceived, 0}, {}, now, kMostSilentNs);
}

}  // namespace shunt::multicast
