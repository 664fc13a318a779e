#include "tools/analysis/arrivals.hpp"

#include <algorithm>
#include <unordered_map>

namespace shunt::tools {
namespace {

using record::CommEntry;
using record::Image;

struct Arrival {
    std::uint64_t comm_id;
    std::int32_t leader;  ///< tells communicators apart when two have the same id
    std::uint32_t sequence;
    std::uint32_t image;
    double enter_ns, leave_ns;
    const CommEntry* comm;
    std::string_view function;
};

auto operation_of(const Arrival& arrival) { return std::tie(arrival.comm_id, arrival.leader, arrival.sequence); }

std::vector<Arrival> gather(std::span<const Image> images, const Clocks& clocks) {
    std::vector<Arrival> out;
    for (std::size_t i = 0; i < images.size(); ++i) {
        std::unordered_map<std::uint64_t, const CommEntry*> comms;
        for (const CommEntry& comm : images[i].comms()) comms.emplace(comm.id, &comm);
        for (const record::CollectiveSample& sample : images[i].samples()) {
            const auto comm = comms.find(sample.comm_id);
            if (comm == comms.end() || comm->second->size < 2 || comm->second->remote_size != 0) continue;
            if (sample.leave_ticks < sample.enter_ticks) continue;  // still inside when the record ended
            out.push_back({sample.comm_id, comm->second->leader_world, sample.sequence, static_cast<std::uint32_t>(i),
                           clocks.at(i, sample.enter_ticks), clocks.at(i, sample.leave_ticks), comm->second,
                           images[i].function_name(sample.function)});
        }
    }
    std::sort(out.begin(), out.end(), [](const Arrival& a, const Arrival& b) {
        return std::tuple_cat(operation_of(a), std::tie(a.image)) < std::tuple_cat(operation_of(b), std::tie(b.image));
    });
    return out;
}

/// Collectives that no rank leaves before all ranks have arrived.
bool synchronizes(std::string_view function) {
    return function == "MPI_Barrier" || function.starts_with("MPI_Allreduce") || function.starts_with("MPI_Allgather");
}

bool is_one_operation(std::span<const Arrival> members) {
    for (std::size_t i = 1; i < members.size(); ++i)
        if (members[i].function != members[0].function || members[i].image == members[i - 1].image) return false;
    return members.size() >= 2;
}

void add_operation(std::span<const Arrival> members, std::size_t image_count, const TimeGrid& grid, Arrivals& out) {
    const auto by_enter = [](const Arrival& a, const Arrival& b) { return a.enter_ns < b.enter_ns; };
    const auto [first, last] = std::minmax_element(members.begin(), members.end(), by_enter);
    const double spread = last->enter_ns - first->enter_ns;
    ArrivalGroup& group = out.groups[{std::string(last->function), {last->comm->name, last->comm->size}}];
    group.last_by_rank.resize(image_count);
    ++group.operations;
    ++group.last_by_rank[last->image];
    group.spread_ns += spread;
    group.max_spread_ns = std::max(group.max_spread_ns, spread);
    ++out.ranks[last->image].last;
    ++out.operations;
    for (const Arrival& member : members) {
        const double duration = member.leave_ns - member.enter_ns;
        const double wait = std::clamp(last->enter_ns - member.enter_ns, 0.0, duration);
        if (synchronizes(member.function))
            out.clock_error_ns = std::max(out.clock_error_ns, last->enter_ns - member.leave_ns);
        ArrivalRank& rank = out.ranks[member.image];
        ++rank.sampled;
        rank.lateness_ns += member.enter_ns - first->enter_ns;
        rank.wait_ns += wait;
        rank.duration_ns += duration;
        RankSamples& samples = out.samples[{member.image, std::string(member.function), member.comm_id}];
        ++samples.calls;
        samples.wait_ns += wait;
        samples.duration_ns += duration;
        if (grid.slices() == 0) continue;
        SampledWait& then = out.over_time[grid.slice_at(member.leave_ns)];
        then.wait_ns += wait;
        then.duration_ns += duration;
    }
}

}  // namespace

Arrivals find_arrivals(std::span<const Image> images, const Clocks& clocks, const TimeGrid& grid) {
    Arrivals out;
    out.over_time.resize(grid.slices());
    out.ranks.resize(images.size());
    const std::vector<Arrival> all = gather(images, clocks);
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin + 1;
        while (end < all.size() && operation_of(all[end]) == operation_of(all[begin])) ++end;
        const auto members = std::span(all).subspan(begin, end - begin);
        if (is_one_operation(members)) add_operation(members, images.size(), grid, out);
        begin = end;
    }
    return out;
}

}  // namespace shunt::tools
