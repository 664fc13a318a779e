#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/engines/remote_write/envelope.hpp"

namespace shunt::remote_write {

/// An entry of a MatchQueue: a posted receive (its pattern may be wild), or an unexpected message (exact).
struct Queued {
    Pattern pattern;
    std::uint64_t order = 0;  ///< order of arrival in the queue
    Queued *older = nullptr, *newer = nullptr;
    Queued *bucket_older = nullptr, *bucket_newer = nullptr;  ///< in hash form: of the same bucket, or of the wild ones
};

/// Receives or messages of one communicator in order of arrival, found by source and tag. It is one list, which is
/// enough while the entries searched for are near its beginning. The first search that would pass kHashFrom entries
/// also hashes it by source and tag, wild entries apart, until the queue is empty.
/// Sans-IO; it owns nothing.   Thread: one at a time.   Source: MPI-4.0 3.5 (order); PRO-MPI table 3.2 (list or hash).
class MatchQueue {
public:
    /// Number of list entries that a search visits.
    static constexpr int kHashFrom = 24;

    void append(Queued& entry) {
        entry.order = next_order_++;
        entry.older = newest_;
        entry.newer = nullptr;
        (newest_ ? newest_->newer : oldest_) = &entry;
        newest_ = &entry;
        ++size_;
        if (is_hashed_) append_hashed(entry);
    }
    void remove(Queued& entry) {
        (entry.older ? entry.older->newer : oldest_) = entry.newer;
        (entry.newer ? entry.newer->older : newest_) = entry.older;
        if (is_hashed_) remove_hashed(entry);
        --size_;
        if (size_ == 0) is_hashed_ = false;
    }
    /// The oldest entry that one message can match together with `pattern`; null if there is none.
    Queued* find(const Pattern& pattern) {
        int left = is_hashed_ ? 1 : kHashFrom;
        for (Queued* entry = oldest_; entry; entry = entry->newer) {
            if (entry->pattern.overlaps(pattern)) return entry;
            if (--left <= 0 && pattern.is_exact()) return find_hashed(pattern);
        }
        return nullptr;
    }
    Queued* oldest() const { return oldest_; }
    std::size_t size() const { return size_; }
    /// What hashing costs: 0 for a list.
    std::size_t buckets() const { return is_hashed_ ? buckets_.size() : 0; }

private:
    struct Bucket {
        Queued *oldest = nullptr, *newest = nullptr;
    };

    Bucket& bucket_of(const Pattern& pattern) { return pattern.is_exact() ? buckets_[index_of(pattern)] : wild_; }
    std::size_t index_of(const Pattern& pattern) const;
    void into_bucket(Queued& entry);
    void hash_all(std::size_t buckets);
    void append_hashed(Queued& entry);
    void remove_hashed(Queued& entry);
    Queued* find_hashed(const Pattern& pattern);

    Queued *oldest_ = nullptr, *newest_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t next_order_ = 0;
    bool is_hashed_ = false;
    std::vector<Bucket> buckets_;  // their memory is kept when the queue becomes a list again
    Bucket wild_;
};

}  // namespace shunt::remote_write
