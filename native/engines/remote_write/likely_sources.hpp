#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "native/engines/remote_write/envelope.hpp"

namespace shunt::remote_write {

/// Which process a receive from any source asks to write to its buffer: the sender of the last messages with its tag
/// that receives from any source matched in this communicator. They must be of one source, and one of the last ones
/// long.
/// Sans-IO.   Thread: one at a time.
class LikelySources {
public:
    struct Source {
        std::int32_t rank = kAnySource;  ///< in the communicator
        int process = -1;                ///< -1: no process
    };

    /// A receive from any source has matched `message` of `process`. `is_long`: it was worth writing.
    void received(const Envelope& message, int process, bool is_long) {
        note(tags_[index_of(message.tag)], message.tag, message.source, process, is_long);
        note(any_, kAnyTag, message.source, process, is_long);
    }
    /// The likely sender of the next message for a receive with `tag`; kAnyTag: of any message.
    Source of(std::int32_t tag) const {
        const Entry& entry = tag == kAnyTag ? any_ : tags_[index_of(tag)];
        return entry.tag == tag && entry.times >= kTimes && entry.since_long < kShortMost ? entry.source : Source{};
    }

private:
    static constexpr std::size_t kTags = 16;  // remembered at a time
    static constexpr int kTimes = 2;          // messages in a row before a source is likely
    static constexpr int kShortMost = 16;     // short messages in a row after which requests are useless
    struct Entry {
        std::int32_t tag = kAnyTag;
        int times = 0;
        int since_long = kShortMost;
        Source source;
    };

    static std::size_t index_of(std::int32_t tag) { return static_cast<std::uint32_t>(tag) % kTags; }
    static void note(Entry& entry, std::int32_t tag, std::int32_t rank, int process, bool is_long) {
        const bool is_same = entry.tag == tag && entry.source.process == process && entry.source.rank == rank;
        entry.times = is_same ? (entry.times < kTimes ? entry.times + 1 : kTimes) : 1;
        if (is_long) entry.since_long = 0;
        else if (entry.tag != tag) entry.since_long = kShortMost;
        else if (entry.since_long < kShortMost) ++entry.since_long;
        entry.tag = tag;
        entry.source = {rank, process};
    }

    std::array<Entry, kTags> tags_{};
    Entry any_;
};

}  // namespace shunt::remote_write
