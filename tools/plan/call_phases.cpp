#include "tools/plan/call_phases.hpp"

#include <algorithm>

#include "shim/observe/record/comm_names.hpp"

namespace shunt::tools {
namespace {

constexpr std::size_t kMostRanges = 16;

/// The phase label of each call, by the call's ordinal, from 1, on all members.
struct SeenPhases {
    std::map<std::uint32_t, std::int32_t> label_of;
    bool differ = false;
};

std::map<std::string, SeenPhases> seen_in(const record::ProfileFile& file) {
    std::map<std::string, SeenPhases> seen;
    for (const record::Image& image : file.images()) {
        std::map<std::uint64_t, std::string> names;
        for (const record::CommEntry& comm : image.comms())
            if (const auto name = record::rule_name(comm); !name.empty()) names[comm.id] = name;
        for (const record::CollectiveSample& sample : image.samples()) {
            const auto name = names.find(sample.comm_id);
            if (name == names.end() || sample.phase >= image.phases().size()) continue;
            SeenPhases& all = seen[name->second];
            const std::int32_t label = image.phases()[sample.phase].label;
            const auto [known, fresh] = all.label_of.try_emplace(sample.sequence + 1, label);  // samples count from 0
            if (!fresh && known->second != label) all.differ = true;
        }
    }
    return seen;
}

CallPhases phases_of(const SeenPhases& seen, std::uint32_t distance) {
    CallPhases out;
    out.uncertainty = distance - 1;
    if (seen.differ) {
        out.problem = "its members were in different phases in one call";
        return out;
    }
    std::size_t ranges = 0;
    std::int64_t first = 1;
    for (auto at = seen.label_of.begin(); at != seen.label_of.end();) {
        auto next = at;
        while (next != seen.label_of.end() && next->second == at->second) ++next;
        const bool is_last = next == seen.label_of.end();
        out.calls[at->second].push_back({first, is_last ? INT64_MAX : std::int64_t{next->first} - 1});
        if (!is_last) first = next->first;
        ranges += 1;
        at = next;
    }
    if (ranges <= kMostRanges) return out;
    out.calls.clear();
    out.problem = "its phases change " + std::to_string(ranges - 1) + " times, and a plan tells " +
                  std::to_string(kMostRanges) + " stretches of calls apart";
    return out;
}

}  // namespace

std::map<std::string, CallPhases> find_call_phases(const record::ProfileFile& file) {
    std::uint32_t shift = 0;
    for (const record::Image& image : file.images()) shift = std::max(shift, image.header().sample_shift);
    std::map<std::string, CallPhases> found;
    for (const auto& [name, seen] : seen_in(file))
        found[name] = phases_of(seen, std::uint32_t{1} << std::min(shift, 31u));
    return found;
}

}  // namespace shunt::tools
