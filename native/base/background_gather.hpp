#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shunt {

/// Identifies the gathering that a message of a BackgroundPost belongs to.
struct GatherKey {
    std::uint64_t id = 0;     ///< equal on all members; no other gathering under way between two of them has it
    std::uint32_t stage = 0;  ///< tells several gatherings with one id apart
    bool operator==(const GatherKey&) const = default;
};

/// Sends bytes between the members of a BackgroundGather.   Thread: any one at a time.
class BackgroundPost {
public:
    /// Sends a copy of `bytes`, which may arrive at any later time.   Blocks: never.
    virtual void send(int member, GatherKey key, bool down, std::span<const std::byte> bytes) = 0;
    /// Moves the message of `member` with that key and direction into `into`.   Returns: whether it has arrived.
    virtual bool take(int member, GatherKey key, bool down, std::vector<std::byte>& into) = 0;

protected:
    ~BackgroundPost() = default;
};

/// Collects some bytes of every member on every member, and never waits. Each member contributes when it constructs its
/// object, and calls advance() now and then. With 0 bytes the gathering shows only that all members have contributed.
/// Messages travel up a binomial tree to member 0 and down again; a member other than 0 sends and receives at most 2
/// log2(members).   Thread: any one at a time.
class BackgroundGather {
public:
    BackgroundGather(int member, int members, GatherKey key, std::span<const std::byte> mine)
        : member_(member),
          members_(members),
          key_(key),
          bytes_(mine.size()),
          all_(mine.size() * static_cast<std::size_t>(members)),
          subtree_(member == 0 ? static_cast<int>(std::bit_ceil(static_cast<unsigned>(members))) : member & -member) {
        place(member, mine);
    }

    /// Sends and receives whatever is possible now.   Returns: whether this member has the bytes of all members and
    /// owes no further message.
    bool advance(BackgroundPost& post) {
        if (complete_) return true;
        if (!collect(post)) return false;
        if (member_ != 0 && !hear(post)) return false;
        for (int child = 1; child < subtree_ && member_ + child < members_; child *= 2)
            post.send(member_ + child, key_, true, all_);
        complete_ = true;
        return true;
    }

    bool is_complete() const { return complete_; }
    /// Bytes of all members, in order of member, once complete.
    std::span<const std::byte> all() const { return all_; }

private:
    void place(int first, std::span<const std::byte> bytes) {
        std::copy(bytes.begin(), bytes.end(), all_.data() + bytes_ * static_cast<std::size_t>(first));
    }
    /// Receives the bytes of the children's subtrees, in order of their distance; then sends the whole subtree to the
    /// parent.
    bool collect(BackgroundPost& post) {
        for (; next_child_ < subtree_ && member_ + next_child_ < members_; next_child_ *= 2) {
            if (!post.take(member_ + next_child_, key_, false, message_)) return false;
            place(member_ + next_child_, message_);
        }
        if (told_parent_ || member_ == 0) return true;
        const auto first = bytes_ * static_cast<std::size_t>(member_);
        const auto count = bytes_ * static_cast<std::size_t>(std::min(subtree_, members_ - member_));
        post.send(parent(), key_, false, std::span<const std::byte>(all_).subspan(first, count));
        told_parent_ = true;
        return true;
    }
    bool hear(BackgroundPost& post) {
        if (!post.take(parent(), key_, true, message_)) return false;
        if (message_.size() == all_.size()) all_ = message_;
        return true;
    }
    int parent() const { return member_ & (member_ - 1); }

    int member_, members_;
    GatherKey key_;
    std::size_t bytes_;
    std::vector<std::byte> all_, message_;
    int subtree_;         ///< members of the subtree whose root is this member, if the tree were full
    int next_child_ = 1;  ///< distance of the next child whose bytes are awaited
    bool told_parent_ = false, complete_ = false;
};

}  // namespace shunt
