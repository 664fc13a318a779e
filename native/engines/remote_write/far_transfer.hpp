#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "native/engines/remote_write/fabric.hpp"

namespace shunt::remote_write {

/// Data that this process has offered to one of another node. They are sent once the receiver has accepted.
template <class Peer>
class FarOutgoing : public Transfer {
public:
    FarOutgoing(Peer& to, std::uint64_t handle, std::span<const std::byte> data)
        : to_(to), handle_(handle), left_(data) {}

    bool advance() override { return std::exchange(moved_, false); }
    bool done() const override { return is_lost_ || (is_accepted_ && left_.empty()); }
    Status status() const override { return is_lost_ ? Status::peer_lost : Status::ok; }

    Peer& to() const { return to_; }
    std::uint64_t handle() const { return handle_; }
    bool is_accepted() const { return is_accepted_; }
    /// The receiver accepts the first `bytes`, and names the transfer `id`.   Returns: false if that is impossible.
    bool begin(std::uint64_t id, std::uint64_t bytes) {
        if (is_accepted_ || bytes > left_.size()) return false;
        id_ = id;
        left_ = left_.first(bytes);
        is_accepted_ = true;
        return moved_ = true;
    }
    std::uint64_t id() const { return id_; }
    std::span<const std::byte> left() const { return left_; }
    /// `bytes` more have been sent.
    void took(std::size_t bytes) {
        left_ = left_.subspan(bytes);
        moved_ = true;
    }
    void lose() { is_lost_ = moved_ = true; }

    std::uint32_t number = 0;  ///< of add_numbered(); 0: none
    bool is_left = false;      ///< its sender does not wait for it any more

private:
    Peer& to_;
    std::uint64_t handle_;
    std::span<const std::byte> left_;
    std::uint64_t id_ = 0;
    bool is_accepted_ = false, is_lost_ = false, moved_ = false;
};

/// Data that this process has accepted from one of another node.
template <class Peer>
class FarIncoming : public Transfer {
public:
    FarIncoming(Peer& from, std::uint64_t id, std::span<std::byte> into) : from_(from), id_(id), left_(into) {}

    bool advance() override { return std::exchange(moved_, false); }
    bool done() const override { return is_lost_ || left_.empty(); }
    Status status() const override { return is_lost_ ? Status::peer_lost : Status::ok; }

    Peer& from() const { return from_; }
    std::uint64_t id() const { return id_; }
    /// Where the next bytes are received.
    std::span<std::byte> left() const { return left_; }
    void came(std::size_t bytes) {
        left_ = left_.subspan(bytes);
        moved_ = true;
    }
    void lose() { is_lost_ = moved_ = true; }

private:
    Peer& from_;
    std::uint64_t id_;
    std::span<std::byte> left_;
    bool is_lost_ = false, moved_ = false;
};

/// The open transfers of a process, by the numbers in frames. A number is never used again.
template <class Peer, class Outgoing = FarOutgoing<Peer>, class Incoming = FarIncoming<Peer>>
class FarTransfers {
public:
    Outgoing& add_outgoing(Peer& to, std::span<const std::byte> data) {
        const std::uint64_t handle = ++last_;
        auto made = std::make_unique<Outgoing>(to, handle, data);
        return *(outgoing_[handle] = std::move(made));
    }
    /// The same, with a number from 1 to `most` that no other open transfer has.   Returns: null if most are in use.
    Outgoing* add_numbered(Peer& to, std::span<const std::byte> data, std::uint32_t most) {
        if (numbers_.size() >= most / 2) return nullptr;
        do last_number_ = last_number_ % most + 1;
        while (numbers_.contains(last_number_));
        numbers_.insert(last_number_);
        Outgoing& made = add_outgoing(to, data);
        made.number = last_number_;
        return &made;
    }
    Incoming& add_incoming(Peer& from, std::span<std::byte> into) {
        const std::uint64_t id = ++last_;
        auto made = std::make_unique<Incoming>(from, id, into);
        return *(incoming_[id] = std::move(made));
    }
    /// Null if there is none with that peer.
    Outgoing* outgoing(const Peer& to, std::uint64_t handle) const {
        const auto found = outgoing_.find(handle);
        return found != outgoing_.end() && &found->second->to() == &to ? found->second.get() : nullptr;
    }
    Incoming* incoming(const Peer& from, std::uint64_t id) const {
        const auto found = incoming_.find(id);
        return found != incoming_.end() && &found->second->from() == &from ? found->second.get() : nullptr;
    }
    void remove_outgoing(const Outgoing& transfer) {
        if (transfer.is_accepted()) --begun_;
        if (transfer.number != 0) numbers_.erase(transfer.number);
        outgoing_.erase(transfer.handle());
    }
    void remove_incoming(std::uint64_t id) { incoming_.erase(id); }
    /// The receiver has accepted an outgoing transfer.
    void begun() { ++begun_; }
    /// The open transfers to that peer.
    std::vector<Outgoing*> all_to(const Peer& peer) const {
        std::vector<Outgoing*> found;
        for (const auto& [handle, transfer] : outgoing_)
            if (&transfer->to() == &peer) found.push_back(transfer.get());
        return found;
    }
    /// Whether any transfer was accepted, by either side.
    bool are_under_way() const { return begun_ != 0 || !incoming_.empty(); }
    /// The peer is gone.
    void lose(const Peer& peer) {
        for (auto& [handle, transfer] : outgoing_)
            if (&transfer->to() == &peer) transfer->lose();
        for (auto& [id, transfer] : incoming_)
            if (&transfer->from() == &peer) transfer->lose();
    }

private:
    std::uint64_t last_ = 0;
    std::size_t begun_ = 0;  // accepted outgoing transfers
    std::uint32_t last_number_ = 0;
    std::unordered_set<std::uint32_t> numbers_;  // in use
    std::unordered_map<std::uint64_t, std::unique_ptr<Outgoing>> outgoing_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Incoming>> incoming_;
};

}  // namespace shunt::remote_write
