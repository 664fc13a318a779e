// The part of Messages that drives what the host carries for pairs of ours.
#include "native/engines/remote_write/routed_fabric.hpp"
#include "shim/host/gentle.hpp"
#include "shim/host/yielding.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {
namespace {

void look_at_sessions_mail() {
    const Session* const s = session.load(std::memory_order_acquire);
    if (s && s->messages) s->messages->look_at_mail();
}

}  // namespace

/// Frames that have arrived are answered at once: this rank's next call may be one of the host's that ends only with
/// the answer.
void Messages::pump() {
    constexpr int kMostLooks = 2 * remote_write::RoutedFabric::kNearLooks;
    const WithoutYielding quick(session_.host_yield_switch);
    session_.gentle_calls.store(true, std::memory_order_relaxed);
    between_tests.store(look_at_sessions_mail, std::memory_order_relaxed);
    mail_->pump();
    for (int looks = 0; looks < kMostLooks && (messenger_.advance() || mail_->has_arrivals()); ++looks) {}
    if (mail_->has_queued()) mail_->pump();
    note_work();
}

/// Blocks: until the kernel has connected, or some seconds where a firewall drops all packets.
void Messages::decide_and_pump() {
    constexpr std::int64_t kSleepNs = 100'000;
    constexpr int kLooksOfFar = 2 * remote_write::RoutedFabric::kNearLooks;
    for (int looks = 1; mail_->is_undecided(); ++looks) {
        if (!messenger_.advance() && looks % kLooksOfFar == 0) messenger_.wait(kSleepNs);
        stop_if_broken();
    }
    messenger_.end_left();
    if (mail_->has_queued()) pump();
}

/// All ranks are in MPI_Finalize: what they have received needs only the host's next calls. The rest no rank receives.
void Messages::end_mail() {
    constexpr std::int64_t kMostNs = 500'000'000;
    const std::int64_t end_ns = monotonic_ns() + kMostNs;
    while (mail_->has_unsent() && monotonic_ns() < end_ns) pump();
    mail_->abandon();
}

}  // namespace shunt
