#include "native/engines/multicast/host_watch.hpp"

namespace shunt::multicast {
namespace {

constexpr std::int64_t kMostSilentNs =
    10'000'000'000;  // of one question: a connection, a greeting and an answer, a step a second
constexpr std::int64_t kPauseNs = 5'000'000'000;  // between two questions

}  // namespace

std::int64_t HostWatch::silent_ns(int node, std::uint32_t operation, std::int64_t now) {
    if (node != node_) {
        client_.emplace(service_of_[static_cast<std::size_t>(node)], own_,
                        link_.identity_to(static_cast<std::uint32_t>(node)));
        node_ = node;
        heard_at_ = ask_at_ = now;
    }
    if (!client_->busy()) {
        if (now >= ask_at_) ask(operation, now);
        return now - heard_at_;
    }
    const Status status = client_->advance(now).status;
    const bool answered = status == Status::ok || status == Status::declined || status == Status::bug;
    if (answered || client_->is_connected()) heard_at_ = now;
    if (status != Status::again) {
        client_->close();  // each question uses a new connection, which proves that the host is there
        ask_at_ = now + kPauseNs;
    }
    return now - heard_at_;
}

void HostWatch::ask(std::uint32_t operation, std::int64_t now) {
    const auto own_node = static_cast<std::uint32_t>(link_.node);
    const Outcome begun =
        client_->begin({link_.token, 0, operation, own_node, kAnnounced, kAnnouncedBytes}, answer_, now, kMostSilentNs);
    if (begun.ok() || begun.status == Status::again) return;
    client_->close();
    ask_at_ = now + kPauseNs;
}

}  // namespace shunt::multicast
