#include "native/engines/script/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "native/base/outcome.hpp"
#include "native/program/goal.hpp"

namespace shunt::script_engine {
namespace {

using program::Buffer;
using program::Kind;
using program::RankProgram;
using program::Step;

bool is_message(const Step& step) { return step.kind == Kind::send || step.kind == Kind::receive; }

/// Whether the parts of `step` follow those of `leader`, one by one.
bool goes_by_parts(const Step& leader, const Step& step) {
    return step.chunk > 0 && step.chunk == leader.chunk && step.count == leader.count && step.count > step.chunk;
}

bool is_inside(program::Range range, const std::array<std::uint64_t, 3>& sizes) {
    const auto buffer = static_cast<std::size_t>(range.buffer);
    return buffer < sizes.size() && range.first <= sizes[buffer] && range.count <= sizes[buffer] - range.first;
}

bool overlap(program::Range a, program::Range b) {
    return a.buffer == b.buffer && a.count > 0 && b.count > 0 && a.first < b.first + b.count &&
           b.first < a.first + a.count;
}

std::string_view flaw_of(const RankProgram& program, std::size_t index, int rank, int ranks,
                         const std::array<std::uint64_t, 3>& sizes, bool may_combine) {
    const Step& step = program.steps[index];
    if (step.kind == Kind::combine && !may_combine) return "it combines, and the operation does not";
    if (step.after_begin > step.after_end || step.after_end > program.afters.size())
        return "its list of earlier steps is invalid";
    for (const std::uint32_t before : program.after(step))
        if (before >= index) return "it waits for a step that does not precede it";
    if (is_message(step) && (step.peer < 0 || step.peer >= ranks || step.peer == rank)) return "there is no such peer";
    if (step.reads() && !is_inside(step.from(), sizes)) return "it reads outside of the buffer";
    if (step.writes() && !is_inside(step.to(), sizes)) return "it writes outside of the buffer";
    if (step.writes() && step.to_buffer == Buffer::send) return "it writes into a read-only buffer";
    return {};
}

/// Adds `end` to `ends` where it is missing.   Returns its index.
template <class End>
std::uint32_t place_of(std::vector<End*>& ends, End& end) {
    const auto found = std::ranges::find(ends, &end);
    if (found != ends.end()) return static_cast<std::uint32_t>(found - ends.begin());
    ends.push_back(&end);
    return static_cast<std::uint32_t>(ends.size() - 1);
}

Op op_of(const Step& step, std::uint64_t element_bytes) {
    Op op;
    op.kind = step.kind;
    op.from_buffer = step.from_buffer;
    op.to_buffer = step.to_buffer;
    op.from_is_left = step.from_is_left;
    op.from_at = step.from_first * element_bytes;
    op.to_at = step.to_first * element_bytes;
    op.bytes = step.count * element_bytes;
    op.parts = step.parts();
    op.part_bytes = op.parts > 1 ? step.chunk * element_bytes : op.bytes;
    return op;
}

class Maker {
public:
    Maker(const RankProgram& program, std::uint64_t element_bytes, PairRings& rings)
        : program_(program), element_bytes_(element_bytes), rings_(rings) {}

    Plan make() {
        const std::size_t count = program_.steps.size();
        plan_.scratch_bytes = program_.scratch * element_bytes_;
        plan_.element_bytes = element_bytes_;
        // Whole elements, so that they can be combined as they arrive.
        const std::uint64_t most = rings_.packet_bytes();
        plan_.packet_bytes = element_bytes_ > most ? most : most / element_bytes_ * element_bytes_;
        plan_.ops.reserve(count);
        for (const Step& step : program_.steps) plan_.ops.push_back(op_of(step, element_bytes_));
        number_messages();
        fuse();
        link();
        for (std::size_t i = 0; i < count; ++i)
            if (plan_.ops[i].waits_for == 0 && !plan_.ops[i].is_fused_into)
                plan_.first.push_back(static_cast<std::uint32_t>(i));
        return std::move(plan_);
    }

private:
    void number_messages() {
        std::vector<std::uint32_t> sent, received;  // by channel
        for (std::size_t i = 0; i < plan_.ops.size(); ++i) {
            const Step& step = program_.steps[i];
            if (!is_message(step)) continue;
            Op& op = plan_.ops[i];
            const bool sends = step.kind == Kind::send;
            op.channel =
                sends ? place_of(plan_.outs, rings_.out(step.peer)) : place_of(plan_.ins, rings_.in(step.peer));
            std::vector<std::uint32_t>& numbers = sends ? sent : received;
            numbers.resize(std::max<std::size_t>(numbers.size(), op.channel + std::size_t{1}));
            op.message = numbers[op.channel]++;
        }
    }

    /// A combination that takes everything a receive brings can be done as the bytes arrive. The condition: only such
    /// pairs access the memory where the bytes would be.
    void fuse() {
        constexpr std::size_t kMostSteps = 4096;  // each step is compared with each receive
        if (plan_.ops.size() > kMostSteps || element_bytes_ > rings_.packet_bytes()) return;
        std::vector<char> is_seen(plan_.ops.size(), 0);
        for (std::size_t i = 0; i < plan_.ops.size(); ++i)
            if (!is_seen[i] && is_into_scratch(program_.steps[i])) fuse_pairs_in(region_of(i, is_seen));
    }
    static bool is_into_scratch(const Step& step) {
        return step.kind == Kind::receive && step.to_buffer == Buffer::scratch && step.count > 0;
    }
    /// The range that receive `index` writes, with all overlapping ranges that receives write.
    program::Range region_of(std::size_t index, std::vector<char>& is_seen) const {
        program::Range region = program_.steps[index].to();
        for (bool has_grown = true; has_grown;) {
            has_grown = false;
            for (std::size_t i = 0; i < program_.steps.size(); ++i) {
                const Step& step = program_.steps[i];
                if (is_seen[i] || !is_into_scratch(step) || !overlap(step.to(), region)) continue;
                const std::uint64_t end = std::max(region.first + region.count, step.to_first + step.count);
                region.first = std::min(region.first, step.to_first);
                region.count = end - region.first;
                is_seen[i] = has_grown = true;
            }
        }
        return region;
    }
    /// Fuses all pairs of a receive into `region` and the combination after it, or none.
    void fuse_pairs_in(program::Range region) {
        std::vector<std::pair<std::size_t, std::size_t>> pairs;
        std::size_t receives = 0;
        for (std::size_t i = 0; i < program_.steps.size(); ++i) {
            const Step& step = program_.steps[i];
            const bool reads = step.reads() && overlap(step.from(), region);
            const bool writes = step.writes() && overlap(step.to(), region);
            receives += writes && is_into_scratch(step);
            if (!reads && (!writes || is_into_scratch(step))) continue;
            const std::int64_t receive = writes ? -1 : receive_before(i);
            if (receive < 0) return;
            for (const auto& [other, taker] : pairs)
                if (other == static_cast<std::size_t>(receive)) return;
            pairs.emplace_back(static_cast<std::size_t>(receive), i);
        }
        if (pairs.size() != receives) return;
        for (const auto& [receive, taker] : pairs) {
            plan_.ops[receive].fused = static_cast<std::int32_t>(taker);
            plan_.ops[taker].is_fused_into = true;
        }
    }
    /// The receive whose bytes the combination `index` takes, and with which it can be fused; -1: there is none.
    std::int64_t receive_before(std::size_t index) const {
        const Step& step = program_.steps[index];
        if (step.kind != Kind::combine) return -1;
        std::int64_t receive = -1;
        for (const std::uint32_t before : program_.after(step)) {
            const Step& one = program_.steps[before];
            if (one.kind != Kind::receive || one.to() != step.from() || one.chunk != step.chunk) continue;
            if (receive >= 0) return -1;
            receive = before;
        }
        if (receive < 0) return -1;
        const auto before_receive = program_.after(program_.steps[static_cast<std::size_t>(receive)]);
        for (const std::uint32_t before : program_.after(step))
            if (before != receive && std::ranges::find(before_receive, before) == before_receive.end()) return -1;
        return receive;
    }

    /// The step that does `index`. Where a receive does a combination, its followers follow the receive.
    std::uint32_t doer_of(std::uint32_t index) const {
        return plan_.ops[index].is_fused_into ? receiver_of_[index] : index;
    }

    void link() {
        const std::size_t count = plan_.ops.size();
        receiver_of_.assign(count, 0);
        for (std::size_t i = 0; i < count; ++i)
            if (plan_.ops[i].fused >= 0)
                receiver_of_[static_cast<std::size_t>(plan_.ops[i].fused)] = static_cast<std::uint32_t>(i);
        std::vector<std::vector<Follower>> followers(count);
        for (std::size_t i = 0; i < count; ++i) {
            Op& op = plan_.ops[i];
            op.leaders_begin = static_cast<std::uint32_t>(plan_.leaders.size());
            for (const std::uint32_t before : program_.after(program_.steps[i])) link(before, i, followers);
            op.leaders_end = static_cast<std::uint32_t>(plan_.leaders.size());
        }
        for (std::size_t i = 0; i < count; ++i) {
            Op& op = plan_.ops[i];
            op.followers_begin = static_cast<std::uint32_t>(plan_.followers.size());
            plan_.followers.insert(plan_.followers.end(), followers[i].begin(), followers[i].end());
            op.followers_end = static_cast<std::uint32_t>(plan_.followers.size());
        }
    }
    void link(std::uint32_t before, std::size_t index, std::vector<std::vector<Follower>>& followers) {
        Op& op = plan_.ops[index];
        if (op.is_fused_into) return;  // the receive does it, and waits for all that it waits for
        const std::uint32_t doer = doer_of(before);
        const bool by_parts = goes_by_parts(program_.steps[doer], program_.steps[index]);
        followers[doer].push_back({static_cast<std::uint32_t>(index), by_parts});
        op.waits_for += 1;
        if (!by_parts) return;
        plan_.leaders.push_back(doer);
        if (plan_.ops[doer].kind == Kind::send) plan_.ops[doer].may_lend = false;
    }

    const RankProgram& program_;
    std::uint64_t element_bytes_;
    PairRings& rings_;
    Plan plan_;
    std::vector<std::uint32_t> receiver_of_;  // by combination that is fused
};

}  // namespace

std::string flaw_of_steps(const program::Program& program, int rank, std::uint64_t element_bytes) {
    constexpr std::uint64_t kMostScratch = std::uint64_t{1} << 46;  // half of what a process can map
    const RankProgram& own = program.ranks[static_cast<std::size_t>(rank)];
    if (own.scratch > kMostScratch / element_bytes)
        return joined({program.source, ": rank ", std::to_string(rank), " needs more scratch than a process can have"});
    std::array<std::uint64_t, 3> sizes{};
    for (const Buffer buffer : {Buffer::send, Buffer::receive})
        sizes[static_cast<std::size_t>(buffer)] = program::size_of(program, rank, buffer);
    sizes[static_cast<std::size_t>(Buffer::scratch)] = own.scratch;
    for (std::size_t i = 0; i < own.steps.size(); ++i) {
        const std::string_view flaw = flaw_of(own, i, rank, program.size(), sizes, combines(program.operation));
        if (flaw.empty()) continue;
        return joined({program.source, ":", std::to_string(own.steps[i].line), ": rank ", std::to_string(rank),
                       ", step ", std::to_string(i), ": ", flaw});
    }
    return {};
}

Plan plan_of(const program::Program& program, int rank, std::uint64_t element_bytes, PairRings& rings) {
    Plan plan = Maker(program.ranks[static_cast<std::size_t>(rank)], element_bytes, rings).make();
    plan.tag = program::digest_of(program);
    return plan;
}

}  // namespace shunt::script_engine
