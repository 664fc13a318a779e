#include "native/engines/pipeline/levels_call.hpp"

#include <type_traits>

namespace shunt::pipeline {
namespace {

template <class Work>
constexpr bool is_nothing = std::is_same_v<std::decay_t<Work>, std::monostate>;

}  // namespace

LevelsCall::LevelsCall(const NodeLevel& node, const VectorCall& call, std::uint64_t number)
    : node_(node), call_(call), number_(number) {
    const bool waits_for_node = node_.ring && node_.leads() && (!is_bcast() || node_.root_place > 0);
    own_there_ = waits_for_node ? 0 : call_.bytes;
    if (!node_.ring) return;
    if (!is_bcast()) go_up();
    else go_down();
}

/// Whether a member of this node needs the data of its first member, or of a broadcast's root.
bool LevelsCall::goes_down() const {
    return node_.ring && (call_.operation != Operation::reduce || node_.root_place > 0);
}

void LevelsCall::go_up() {
    VectorCall up = call_;
    up.operation = Operation::reduce;
    up.root = 0;
    up.block_bytes = node_.up_block;
    up.result = node_.leads() ? node_.whole : nullptr;
    up.wanted_from = 0;
    up.wanted_to = up.bytes;
    is_up_ = true;
    on_node_.emplace(*node_.ring, up, node_.position, number_, nullptr);
}

void LevelsCall::go_down() {
    VectorCall down = call_;
    down.operation = Operation::bcast;
    const bool is_from_root = is_bcast() && node_.root_place >= 0;
    down.root = is_from_root ? node_.root_place : 0;
    down.block_bytes = node_.down_block;
    if (!is_from_root) down.own = node_.whole;
    if (node_.leads()) {
        down.result = node_.whole;
        down.wanted_to = down.bytes;
    }
    is_up_ = false;
    const int reader = call_.operation == Operation::reduce ? node_.root_place : kNobody;
    on_node_.emplace(*node_.ring, down, node_.position, number_, nullptr, reader);
    if (node_.leads() && !is_from_root) on_node_->follow(result_there_);
}

VectorCall LevelsCall::call_across() const {
    VectorCall across = call_;
    across.root = node_.root_leader;
    across.wanted_from = 0;
    across.wanted_to = across.bytes;
    const bool has_root = node_.root_place >= 0;
    if (is_bcast()) {
        if (node_.root_place > 0) across.own = node_.whole;
        across.result = has_root ? nullptr : node_.whole;
        return across;
    }
    if (node_.ring) across.own = node_.whole;
    across.result = call_.operation == Operation::allreduce || has_root ? node_.whole : nullptr;
    return across;
}

Status LevelsCall::advance() {
    moved_ = false;
    const Status near = advance_on_node();
    if (near != Status::ok && near != Status::again) return near;
    const Status far = advance_across();
    if (far != Status::ok || near != Status::ok) return far == Status::ok ? near : far;
    // For a first member whose result has less room than the vector.
    if (node_.whole && call_.result && node_.whole != call_.result) deliver(call_, 0, node_.whole, call_.bytes);
    return Status::ok;
}

Status LevelsCall::advance_on_node() {
    if (!on_node_) return Status::ok;
    const Status status = on_node_->advance();
    moved_ = moved_ || on_node_->moved();
    const bool gives_to_others = node_.leads() && (is_up_ || (is_bcast() && node_.root_place > 0));
    if (gives_to_others) own_there_ = is_up_ ? on_node_->worked() : on_node_->delivered();
    if (status != Status::ok) return status;
    node_.position = on_node_->end();
    on_node_.reset();
    moved_ = true;
    if (!is_up_ || !goes_down()) return Status::ok;
    go_down();
    return Status::again;
}

Status LevelsCall::advance_across() {
    if (is_across_over_) return Status::ok;
    const Status status = std::visit(
        [&](auto& work) {
            if constexpr (is_nothing<decltype(work)>) return Status::ok;
            else {
                // Trees read this member's blocks at two positions at the same time.
                constexpr bool takes_all = std::is_same_v<std::decay_t<decltype(work)>, TreeCall>;
                if (takes_all && own_there_ < call_.bytes) return Status::again;
                if constexpr (!takes_all) work.follow(own_there_);
                const Status now = work.advance();
                moved_ = moved_ || work.moved();
                if constexpr (!takes_all) result_there_ = work.delivered();
                return now;
            }
        },
        across_);
    if (status != Status::ok) return status;
    is_across_over_ = true;
    result_there_ = call_.bytes;
    moved_ = true;
    return status;
}

int LevelsCall::waits_for() const {
    if (on_node_ && is_up_) return node_.ring->rank_of(on_node_->waits_for());
    const int across = is_across_over_ ? -1
                                       : std::visit(
                                             [](const auto& work) {
                                                 if constexpr (is_nothing<decltype(work)>) return -1;
                                                 else return work.waits_for();
                                             },
                                             across_);
    return across >= 0 || !on_node_ ? across : node_.ring->rank_of(on_node_->waits_for());
}

}  // namespace shunt::pipeline
