#include "shim/host/load_watch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "native/base/clock.hpp"
#include "shim/observe/record/recorder.hpp"

namespace shunt {

void LoadWatch::start(const char* pretended, int rank) {
    watches_ = true;
    pretends_ = pretended != nullptr;
    if (pretends_) pretended_ = std::strtoull(pretended, nullptr, 10) + (static_cast<std::uint64_t>(rank) << 40);
}

void LoadWatch::record_in(record::Recorder* recorder, bool gentle_anyway) {
    recorder_ = recorder;
    gentle_anyway_ = gentle_anyway;
}

void LoadWatch::note_agreement() {
    if (!recorder_) return;
    const record::Recorder::Locked locked(*recorder_);
    recorder_->add_counter(record::kGentleByLoadAgreements, 1);
}

// While the machine is busy the countdown stays at one, so that each call learns the finding here.
bool LoadWatch::look_now() {
    if (!watches_) {
        calls_left_.store(std::numeric_limits<std::int32_t>::max(), std::memory_order_relaxed);
        return false;
    }
    const std::int64_t now = monotonic_ns();
    const bool calls_are_slow = now - looked_ns_.load(std::memory_order_relaxed) > kSlowCallsNs;
    looked_ns_.store(now, std::memory_order_relaxed);
    if (now >= window_ends_ns_.load(std::memory_order_relaxed) && !in_use_.test_and_set(std::memory_order_acquire)) {
        if (pretends_) pretend();
        else end_window();
        in_use_.clear(std::memory_order_release);
    }
    const bool found = busy();
    const std::int32_t more = std::min(calls_between_.load(std::memory_order_relaxed) + 1, kMostCalls);
    const std::int32_t calls = found || calls_are_slow ? 1 : more;
    calls_between_.store(calls, std::memory_order_relaxed);
    calls_left_.store(calls, std::memory_order_relaxed);
    return found;
}

void LoadWatch::pretend() {
    pretended_ = pretended_ * 6364136223846793005u + 1442695040888963407u;
    busy_.store(pretended_ >> 63 != 0, std::memory_order_relaxed);
}

void LoadWatch::end_window() {
    constexpr std::int64_t kThreadGoneNs = 20 * LoadJudge::kWindowNs;  // then the thread is no longer watched
    const std::int64_t now = monotonic_ns();
    const bool mine = has_thread_ && pthread_equal(thread_, pthread_self()) != 0;
    if (!mine && has_thread_ && now - at_start_.now_ns < kThreadGoneNs) return;
    const CoreUse use = core_use();
    const std::int64_t window_ns = use.now_ns - at_start_.now_ns;
    if (mine) {
        const bool was_busy = judge_.busy();
        judge_.hear(use.now_ns, window_ns, delayed_between(at_start_, use));
        busy_.store(judge_.busy(), std::memory_order_relaxed);
        if (was_busy || judge_.busy()) note(was_busy, window_ns);
    }
    thread_ = pthread_self();
    has_thread_ = true;
    at_start_ = use;
    window_ends_ns_.store(use.now_ns + LoadJudge::kWindowNs, std::memory_order_relaxed);
}

/// Records since when this rank has waited gently because of load, and for how long.
void LoadWatch::note(bool was_busy, std::int64_t window_ns) {
    if (!recorder_) return;
    const record::Recorder::Locked locked(*recorder_);
    record::SpoolHeader& head = recorder_->header();
    if (was_busy) {
        recorder_->add_counter(record::kGentleByLoadNs, static_cast<std::uint64_t>(window_ns));
    } else if (!gentle_anyway_ &&
               std::strcmp(head.wait_mode, record::kGentleByLoad) != 0) {  // else it waits gently in any case
        std::snprintf(head.wait_mode, sizeof head.wait_mode, "%s", record::kGentleByLoad);
        const std::int64_t since_ns = at_start_.now_ns + window_ns - head.clock_first.monotonic_ns;
        recorder_->set_counter(record::kGentleByLoadSince, static_cast<std::uint64_t>(since_ns));
    }
}

}  // namespace shunt
