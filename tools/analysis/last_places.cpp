#include "tools/analysis/last_places.hpp"

#include <algorithm>

#include "tools/launch/spool_set.hpp"
#include "tools/report/units.hpp"

namespace shunt::tools {

using record::SpoolHeader;
using record::SpoolState;

namespace {

/// The latest time recorded by any rank of `host`, in ticks of the clock that all ranks of the host share.
std::uint64_t last_sign(const std::vector<record::Image>& images, std::string_view host) {
    std::uint64_t latest = 0;
    for (const record::Image& image : images) {
        const SpoolHeader& head = image.header();
        if (head.host != host) continue;
        latest = std::max(latest, head.clock_last.ticks);
        if (head.current_function != 0xffff) latest = std::max(latest, head.current_enter_ticks);
    }
    return latest;
}

/// The clock rate of the rank of `host` with the longest record: a rank that died at once has no rate of its own.
double best_rate(const std::vector<record::Image>& images, std::string_view host) {
    double rate = 1;
    std::uint64_t longest = 0;
    for (const record::Image& image : images) {
        const SpoolHeader& head = image.header();
        const std::uint64_t watched = head.clock_last.ticks - head.clock_first.ticks;
        if (head.host != host || head.clock_last.ticks < head.clock_first.ticks || watched < longest) continue;
        longest = watched;
        rate = image.ns_per_tick();
    }
    return rate;
}

std::string peer_text(const record::Image& image) {
    const SpoolHeader& head = image.header();
    std::string text;
    if (head.current_peer == record::kAnyPeer) text = " from any rank";
    else if (head.current_peer >= 0)
        text = (image.function_kind(head.current_function).find("recv") != std::string_view::npos ? " from rank "
                                                                                                  : " with rank ") +
               std::to_string(head.current_peer);
    if (head.current_comm < image.comms().size()) text += " of " + std::string(image.comms()[head.current_comm].name);
    return text;
}

constexpr double kShownNs = 1e6;  ///< shorter times in a call are not shown: they mean nothing

/// How long the rank had been in its current call: " for 4.2 s", or an empty text when it is not known or very short.
std::string time_in_call(const std::vector<record::Image>& images, const SpoolHeader& head, std::int64_t end_ns) {
    const double rate = best_rate(images, head.host);
    const auto ns_between = [rate](std::uint64_t from, std::uint64_t to) {
        return static_cast<double>(static_cast<std::int64_t>(to - from)) * rate;
    };
    if (end_ns != 0 && is_of_this_host(head)) {
        const double enter_ns = static_cast<double>(head.clock_last.monotonic_ns) +
                                ns_between(head.clock_last.ticks, head.current_enter_ticks);
        const double stay_ns = static_cast<double>(end_ns) - enter_ns;
        return stay_ns >= kShownNs ? " for " + show_time(stay_ns) : "";
    }
    const double stay_ns = ns_between(head.current_enter_ticks, last_sign(images, head.host));
    return stay_ns >= kShownNs ? " for at least " + show_time(stay_ns) : "";
}

std::string place_text(const std::vector<record::Image>& images, const record::Image& image, std::int64_t end_ns) {
    const SpoolHeader& head = image.header();
    if (head.state == SpoolState::aborted) return "called MPI_Abort with code " + std::to_string(head.abort_code);
    if (head.current_function == 0xffff)
        return head.state == SpoolState::exited
                   ? "left by exit(" + std::to_string(head.abort_code) + ") without MPI_Finalize"
                   : "outside MPI";
    return "in " + std::string(image.function_name(head.current_function)) + peer_text(image) +
           time_in_call(images, head, end_ns);
}

}  // namespace

std::vector<std::string> last_places(const std::vector<record::Image>& images, std::int64_t end_ns) {
    std::vector<std::string> lines;
    for (const record::Image& image : images) {
        const SpoolHeader& head = image.header();
        if (head.state == SpoolState::finalized) continue;
        lines.push_back("rank " + std::to_string(head.world_rank) + " (" + head.host +
                        "): " + place_text(images, image, end_ns));
    }
    return lines;
}

}  // namespace shunt::tools
