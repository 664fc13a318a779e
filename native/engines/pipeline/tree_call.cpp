#include "native/engines/pipeline/tree_call.hpp"

#include <algorithm>
#include <cstring>

namespace shunt::pipeline {

TreeCall::TreeCall(std::span<HopRings> rings, const VectorCall& call, std::vector<Branch> branches,
                   const ChainCall::Sources& sources, std::uint64_t number, std::byte* scratch)
    : call_(call), sources_(sources), tag_(block_tag_of(call, number)), scratch_(scratch) {
    for (std::size_t tree = 0; tree < branches.size(); ++tree) {
        Progress at;
        at.branch = std::move(branches[tree]);
        at.rings = &rings[tree];
        at.up = at.down = at.branch.begin;
        for (const int child : at.branch.up_from) at.rings->expect(child);
        if (at.branch.up_to >= 0) at.rings->expect(at.branch.up_to);
        if (at.branch.comes_down && at.branch.down_from >= 0) at.rings->expect(at.branch.down_from);
        for (const int child : at.branch.down_to) at.rings->expect(child);
        trees_.push_back(std::move(at));
    }
}

// Blocks going down are first: they wait for no member above, so they always make room.
Status TreeCall::advance() {
    moved_ = false;
    Status told = Status::ok;
    for (bool going = true; going;) {
        going = false;
        for (Progress& at : trees_) {
            for (const Status status : {fall(at), rise(at)}) {
                if (status != Status::ok && status != Status::again) return status;
                going = going || status == Status::ok;
            }
        }
        collect_leaving();
        told = Status::ok;
        for (const Progress& at : trees_) {
            const Status status = at.rings->tell();
            if (status != Status::ok && status != Status::again) return status;
            if (status == Status::again) told = status;
        }
    }
    const bool over =
        std::all_of(trees_.begin(), trees_.end(), [](const Progress& at) { return at.has_risen() && at.has_fallen(); });
    if (over && leaving_.empty() && told == Status::ok) return Status::ok;
    return trees_.front().rings->is_poisoned() ? Status::bug : Status::again;
}

int TreeCall::waits_for() const {
    for (const Progress& at : trees_)
        if (!at.has_risen() || !at.has_fallen()) return at.waits_for;
    return leaving_.empty() ? -1 : leaving_.front().posts.front().first;
}

/// One block of this member and its subtree. At the top it turns: a complete block goes down at once.
Status TreeCall::rise(Progress& at) {
    if (at.has_risen()) return Status::again;
    const std::uint64_t bytes = block_bytes(at, at.up);
    const std::span<const int> parent(&at.branch.up_to, at.branch.up_to < 0 ? 0 : 1);
    const std::span<const int> targets = at.turns() ? std::span<const int>(at.branch.down_to) : parent;
    if (!at.rising.data) {
        Status status = await_children(at, bytes);
        if (status == Status::ok) status = have_room(at, targets);
        if (status == Status::ok) status = at.branch.prefix ? combine_left(at, bytes) : combine(at, bytes);
        if (status != Status::ok) return status;
        moved_ = true;
    }
    const Status status = pass_on(at, at.rising, targets, bytes);
    if (status != Status::ok) return status;
    if (at.turns() && at.branch.delivers) deliver(call_, at.up, at.rising.data, bytes);
    int in_use = -1;
    for (std::size_t child = 0; child < at.slots.size(); ++child) {
        at.rings->take(at.branch.up_from[child]);
        if (at.slots[child] == at.rising.slot) in_use = at.branch.up_from[child];
        else at.rings->give_back(at.branch.up_from[child]);
    }
    at.slots.clear();
    let_leave(at, at.rising, in_use);
    at.up += bytes;
    return Status::ok;
}

/// One block from above, or from the root of a broadcast.
Status TreeCall::fall(Progress& at) {
    if (at.has_fallen()) return Status::again;
    const std::uint64_t bytes = block_bytes(at, at.down);
    if (!at.falling.data) {
        if (at.branch.prefix && !is_ready_to_fall(at, bytes)) return Status::again;
        std::byte* slot = nullptr;
        at.waits_for = at.branch.down_from;
        Status status = at.branch.down_from < 0 ? Status::ok : at.rings->poll(at.branch.down_from, bytes, tag_, slot);
        if (status == Status::ok) status = have_room(at, at.branch.down_to);
        if (status != Status::ok) return status;
        at.falling.slot = slot;
        at.falling.data = slot ? slot : call_.own + at.down;
        if (at.branch.prefix) status = take_prefix(at, bytes);
        if (status != Status::ok) return status;
        moved_ = true;
    }
    const Status status = pass_on(at, at.falling, at.branch.down_to, bytes);
    if (status != Status::ok) return status;
    if (at.branch.delivers && !at.branch.prefix) deliver(call_, at.down, at.falling.data, bytes);
    if (at.branch.down_from >= 0) at.rings->take(at.branch.down_from);
    let_leave(at, at.falling, at.branch.down_from);
    at.down += bytes;
    return Status::ok;
}

Status TreeCall::await_children(Progress& at, std::uint64_t bytes) {
    while (at.slots.size() < at.branch.up_from.size()) {
        std::byte* slot = nullptr;
        at.waits_for = at.branch.up_from[at.slots.size()];
        const Status status = at.rings->poll(at.waits_for, bytes, tag_, slot);
        if (status != Status::ok) return status;
        at.slots.push_back(slot);
    }
    return Status::ok;
}

Status TreeCall::have_room(Progress& at, std::span<const int> targets) {
    for (const int target : targets) {
        at.waits_for = target;
        const Status status = at.rings->poll_room(target);
        if (status != Status::ok) return status;
    }
    return Status::ok;
}

/// The rightmost operand collects the others, from right to left; this member's own must stay unchanged.
Status TreeCall::combine(Progress& at, std::uint64_t bytes) {
    const std::byte* const own = call_.own + at.up;
    if (at.slots.empty()) {
        at.rising.data = own;
        return Status::ok;
    }
    std::byte* const into = at.slots.back();
    std::vector<const std::byte*> left(at.slots.begin(), at.slots.end() - 1);
    Status status = Status::ok;
    if (at.branch.own_at < at.slots.size() || call_.commutative) {
        left.insert(left.begin() + static_cast<std::ptrdiff_t>(std::min(at.branch.own_at, left.size())), own);
        for (auto operand = left.rbegin(); operand != left.rend() && status == Status::ok; ++operand)
            status = call_.combine(*operand, into, bytes);
    } else {
        std::memcpy(scratch_, own, bytes);
        for (auto operand = at.slots.rbegin(); operand != at.slots.rend() && status == Status::ok; ++operand)
            status = call_.combine(*operand, scratch_, bytes);
        std::memcpy(into, scratch_, bytes);
    }
    at.rising.slot = into;
    at.rising.data = into;
    return status;
}

/// Scan: the result so far combines the operands left of this member in its subtree and its own. It is sent up combined
/// with the operands on the right.
Status TreeCall::combine_left(Progress& at, std::uint64_t bytes) {
    const std::byte* const own = call_.own + at.up;
    std::byte* const result = call_.result + at.up;
    const bool has_left = at.branch.own_at > 0, has_right = at.slots.size() > at.branch.own_at;
    if (!call_.in_place()) std::memcpy(result, own, bytes);
    at.rising.data = own;
    Status status = has_left ? call_.combine(at.slots.front(), result, bytes) : Status::ok;
    if (at.slots.empty()) return status;
    at.rising.slot = at.slots.back();
    at.rising.data = at.rising.slot;
    if (has_right) return status == Status::ok ? call_.combine(result, at.rising.slot, bytes) : status;
    std::memcpy(at.rising.slot, result, bytes);
    return status;
}

/// Scan: the result is complete when the partial result from above has been combined on its left. Where this member
/// sends up from the result's own memory, that send must have ended too.
bool TreeCall::is_ready_to_fall(const Progress& at, std::uint64_t bytes) const {
    if (at.up < at.down + bytes) return false;
    const bool rises_from_result = at.branch.up_to >= 0 && at.branch.up_from.empty() && call_.in_place();
    return !rises_from_result || at.rings->has_left(at.branch.up_to, at.rings->posted(at.branch.up_to));
}

Status TreeCall::take_prefix(Progress& at, std::uint64_t bytes) {
    std::byte* const result = call_.result + at.down;
    if (at.branch.serves_right) at.falling.for_last = result;
    if (at.falling.slot) return call_.combine(at.falling.slot, result, bytes);
    at.falling.data = result;
    return Status::ok;
}

/// May be called again after `again`: it continues where it stopped.
Status TreeCall::pass_on(Progress& at, Parcel& parcel, std::span<const int> targets, std::uint64_t bytes) {
    while (parcel.posts.size() < targets.size()) {
        const int to = at.waits_for = targets[parcel.posts.size()];
        const bool is_last = parcel.posts.size() + 1 == targets.size();
        const std::byte* const data = is_last && parcel.for_last ? parcel.for_last : parcel.data;
        const Status status = at.rings->send(to, {data, bytes}, sources_.of(data), tag_);
        if (status != Status::ok) return status;
        parcel.posts.push_back({to, at.rings->posted(to)});
    }
    return Status::ok;
}

void TreeCall::let_leave(Progress& at, Parcel& parcel, int give_back) {
    if (!parcel.posts.empty()) leaving_.push_back({at.rings, std::move(parcel.posts), give_back});
    else if (give_back >= 0) at.rings->give_back(give_back);
    parcel = {};
    moved_ = true;
}

void TreeCall::collect_leaving() {
    while (!leaving_.empty()) {
        const Leaving& it = leaving_.front();
        const auto has_left = [&](const auto& post) { return it.rings->has_left(post.first, post.second); };
        if (!std::all_of(it.posts.begin(), it.posts.end(), has_left)) return;
        if (it.give_back >= 0) it.rings->give_back(it.give_back);
        leaving_.pop_front();
        moved_ = true;
    }
}

}  // namespace shunt::pipeline
