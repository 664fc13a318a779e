#include "tools/analysis/collective_traffic.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace shunt::tools {
namespace {

using record::Cell;
using record::CommEntry;
using record::Image;

constexpr std::int32_t kMostMembers = 512;  // for larger communicators the pairs would need more memory than the record

bool is_placeable(const CommEntry& comm) { return comm.size >= 2 && comm.remote_size == 0; }

}  // namespace

std::optional<Operation> operation_of(std::string_view function) {
    const auto underscore = function.find('_');
    if (underscore == std::string_view::npos) return std::nullopt;
    std::string name(function.substr(underscore + 1));
    for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    for (const std::string_view end : {"_c", "_init"})
        if (name.ends_with(end)) name.resize(name.size() - end.size());
    if (const auto operation = operation_named(name)) return operation;
    return name.starts_with('i') ? operation_named(std::string_view(name).substr(1)) : std::nullopt;
}

CollectiveTraffic::CollectiveTraffic(std::span<const Image> images) {
    std::map<Key, std::set<std::int32_t>> nodes;
    for (const Image& image : images)
        for (const CommEntry& comm : image.comms()) {
            if (!is_placeable(comm)) continue;
            auto& lies_on = nodes[{comm.id, comm.leader_world}];
            lies_on.insert(image.header().node);
            std::int32_t& most = nodes_[{comm.name, comm.size}];
            most = std::max(most, static_cast<std::int32_t>(lies_on.size()));
            if (comm.size > kMostMembers || comm.rank < 0 || comm.rank >= comm.size) continue;
            auto& world = members_[{comm.id, comm.leader_world}].world;
            world.resize(static_cast<std::size_t>(comm.size), -1);
            world[static_cast<std::size_t>(comm.rank)] = image.header().world_rank;
        }
}

std::int32_t CollectiveTraffic::nodes_of(const CommKind& kind) const {
    const auto found = nodes_.find(kind);
    return found == nodes_.end() ? 1 : std::max(1, found->second);
}

double CollectiveTraffic::add(const Image& image, const Cell& cell, Operation operation) {
    const double bytes = static_cast<double>(cell.key.bytes) * static_cast<double>(cell.count);
    if (cell.key.comm >= image.comms().size()) return bytes;
    const CommEntry& comm = image.comms()[cell.key.comm];
    const std::int32_t members =
        comm.remote_size ? comm.remote_size + 1 : comm.size;  // the remote group does not contain this rank
    const auto is_root =
        cell.key.peer >= 0 ? std::optional(!comm.remote_size && cell.key.peer == comm.rank) : std::nullopt;
    const record::CallTraffic call = record::traffic_of(operation, bytes, members, is_root);
    if (comm.size < 2 && comm.remote_size == 0) return 0;
    const double moved = call.moved(members, comm.remote_size == 0 && comm.rank + 1 == comm.size);
    if (!is_placeable(comm) || moved <= 0) return moved;
    const auto found = members_.find({comm.id, comm.leader_world});
    if (found == members_.end()) left_out_ = true;
    else place(found->second, comm, image.header().world_rank, cell.peer_world, call);
    return moved;
}

void CollectiveTraffic::place(Members& members, const CommEntry& comm, std::int32_t own, std::int32_t root,
                              const record::CallTraffic& call) {
    const auto rank = static_cast<std::size_t>(std::max(0, comm.rank));
    members.to_each.resize(members.world.size());
    if (rank < members.to_each.size()) members.to_each[rank] += call.to_each;
    if (call.to_root > 0 && root >= 0) direct_[{own, root}] += call.to_root;
    if (call.from_root > 0 && root >= 0) direct_[{root, own}] += call.from_root;
    const std::int32_t next = rank + 1 < members.world.size() ? members.world[rank + 1] : -1;
    if (call.to_next > 0 && next >= 0) direct_[{own, next}] += call.to_next;
}

CollectiveTraffic::Pairs CollectiveTraffic::pairs() const {
    Pairs out = direct_;
    for (const auto& [key, members] : members_)
        for (std::size_t from = 0; from < members.to_each.size(); ++from)
            for (std::size_t to = 0; members.to_each[from] > 0 && to < members.world.size(); ++to)
                if (to != from && members.world[from] >= 0 && members.world[to] >= 0)
                    out[{members.world[from], members.world[to]}] += members.to_each[from];
    return out;
}

}  // namespace shunt::tools
