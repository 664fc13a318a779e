#include "native/engines/pipeline/written.hpp"

#include <algorithm>
#include <numeric>

#include "native/engines/pipeline/chain_stream.hpp"
#include "native/engines/pipeline/engine.hpp"
#include "native/engines/pipeline/route.hpp"

namespace shunt::pipeline {
namespace {

using namespace steps;

/// The steps of one member for its streams. Items wait only for their data, not for earlier items: in the engine, rings
/// keep blocks that were not taken yet.
class StreamWriter {
public:
    StreamWriter(const VectorCall& call, const Ends& ends, RankProgram& into) : call_(call), ends_(ends), into_(into) {}

    void write(const ChainStream& stream) {
        for (const Item& item : stream.items) {
            const Cut cut(call_, item.begin, item.end);
            if (cut.count == 0) continue;
            if (stream.prefix) write_prefix(stream, item, cut);
            else write_item(stream, item, cut);
        }
    }

private:
    std::uint64_t room(std::uint64_t count) { return std::exchange(into_.scratch, into_.scratch + count); }
    bool delivers_all(const Item& item) const {
        return item.delivers && item.begin >= call_.wanted_from && item.end <= call_.wanted_to;
    }
    Range result(const Cut& cut) const {
        const Held& held = ends_.result;
        return cut.in(held.buffer, held.first + cut.first - call_.wanted_from / call_.element_bytes);
    }

    void write_item(const ChainStream& stream, const Item& item, const Cut& cut) {
        Range data = ends_.own.in(cut);
        After after = ends_.own.after;
        bool is_delivered = item.delivers && call_.operation == Operation::bcast;
        if (item.receives) {
            is_delivered = is_delivered || (!item.combines && delivers_all(item));
            data = is_delivered ? result(cut) : cut.in(Buffer::scratch, room(cut.count));
            after = {into_.add(receive_step(data, stream.from, cut.chunk))};
            if (item.combines) {
                after.insert(after.end(), ends_.own.after.begin(), ends_.own.after.end());
                after = {into_.add(combine_step(ends_.own.in(cut), data, true, cut.chunk), after)};
            }
        }
        if (item.sends) into_.add(send_step(data, stream.to, cut.chunk), after);
        if (item.delivers && !is_delivered) deliver(item, cut, data, after);
    }

    /// The part of the item that is in this member's result.
    void deliver(const Item& item, const Cut& cut, const Range& data, const After& after) {
        const std::uint64_t begin = std::max(item.begin, call_.wanted_from), end = std::min(item.end, call_.wanted_to);
        if (begin >= end) return;
        const Cut part(call_, begin, end);
        const Range from{data.buffer, data.first + part.first - cut.first, part.count};
        into_.add(copy_step(from, result(part), part.count == cut.count ? cut.chunk : 0), after);
    }

    void write_prefix(const ChainStream& stream, const Item& item, const Cut& cut) {
        const Range mine = cut.in(Buffer::send), all = cut.in(Buffer::receive);
        if (!item.receives) {
            if (item.sends) into_.add(send_step(mine, stream.to, cut.chunk));
            if (item.delivers) into_.add(copy_step(mine, all, cut.chunk));
            return;
        }
        const Range left = cut.in(Buffer::scratch, room(cut.count));
        const std::uint32_t came = into_.add(receive_step(left, stream.from, cut.chunk));
        // The data sent on are this member's own combined with all left of it.
        const bool keeps_own = !stream.exclusive;
        if (!keeps_own) into_.add(copy_step(left, all, cut.chunk), {came});
        if (!keeps_own && !item.sends) return;
        const Range sum = keeps_own ? all : cut.in(Buffer::scratch, room(cut.count));
        const std::uint32_t copied = into_.add(copy_step(mine, sum, cut.chunk));
        const std::uint32_t summed = into_.add(combine_step(left, sum, true, cut.chunk), {came, copied});
        if (item.sends) into_.add(send_step(sum, stream.to, cut.chunk), {summed});
    }

    const VectorCall& call_;
    const Ends& ends_;
    RankProgram& into_;
};

VectorCall vector_of(const WrittenCall& call) {
    VectorCall vector;
    const auto ranks = static_cast<std::uint64_t>(call.node_of.size());
    std::uint64_t elements = call.count;
    if (call.operation == Operation::reduce_scatter_block) elements *= ranks;
    if (call.operation == Operation::reduce_scatter)
        elements = std::accumulate(call.counts.begin(), call.counts.end(), std::uint64_t{0});
    vector.operation = call.operation;
    vector.root = call.root;
    vector.commutative = call.commutative;
    vector.element_bytes = call.element_bytes;
    vector.bytes = vector.wanted_to = elements * call.element_bytes;
    return vector;
}

/// Which part of the result is `rank`'s.
void set_wanted(const WrittenCall& call, int rank, VectorCall& vector) {
    const auto place = static_cast<std::size_t>(rank);
    std::uint64_t before = 0, own = 0;
    if (call.operation == Operation::reduce_scatter_block) before = call.count * place, own = call.count;
    else if (call.operation != Operation::reduce_scatter) return;
    else {
        before = std::accumulate(call.counts.begin(), call.counts.begin() + rank, std::uint64_t{0});
        own = call.counts[place];
    }
    vector.wanted_from = before * call.element_bytes;
    vector.wanted_to = (before + own) * call.element_bytes;
}

}  // namespace

void write_streams(const VectorCall& call, const std::vector<ChainStream>& streams, const Ends& ends,
                   RankProgram& into) {
    StreamWriter writer(call, ends, into);
    for (const ChainStream& stream : streams) writer.write(stream);
}

std::string PipelineEngine::write_program(const WrittenCall& call, const OptionValues& options,
                                          program::Program& into) const {
    const std::vector<int> node_of(call.node_of.begin(), call.node_of.end());
    if (!begins(call.operation) || call.operation == Operation::barrier) return "it has no schedule for this operation";
    if (std::ranges::all_of(node_of, [](int node) { return node == 0; }))
        return "all ranks are on one node, where it sends no messages";
    const PipelineOptions& set = options.get<PipelineOptions>();
    const int ranks = static_cast<int>(node_of.size());
    const Ways ways(node_of);
    VectorCall vector = vector_of(call);
    const auto shape = call.parameters.size() < 2 ? Shape::automatic : static_cast<Shape>(call.parameters[1]);
    const Route route = route_of(vector, ways, ranks, set, set.tcp, shape);
    vector.block_bytes = route.block_bytes;
    std::vector<std::uint64_t> sizes;
    for (const std::uint64_t count : call.counts) sizes.push_back(count * call.element_bytes);
    into = {call.operation, call.root, call.count, {call.counts.begin(), call.counts.end()}, call.commutative, {}, {}};
    into.ranks.resize(node_of.size());
    for (int rank = 0; rank < ranks; ++rank) {
        RankProgram& steps = into.ranks[static_cast<std::size_t>(rank)];
        set_wanted(call, rank, vector);
        const std::uint64_t slots = chain_rings(set).slots;
        if (route.levels) write_levels(vector, ways, rank, route, slots / kLevelParts * vector.block_bytes, steps);
        else if (route.tree)
            write_branches(vector, branches_of(vector, ways.places(vector), rank), Ends::of(vector), steps);
        else
            write_streams(vector,
                          streams_of(vector, sizes, ways.by_node, ways.by_rank, rank, slots / 2 * vector.block_bytes),
                          Ends::of(vector), steps);
    }
    return {};
}

}  // namespace shunt::pipeline
