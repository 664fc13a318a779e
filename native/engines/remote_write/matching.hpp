#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/engines/remote_write/envelope.hpp"

namespace shunt::remote_write {

/// What stands in a MatchQueue: a posted receive (its pattern may be wild), or an unexpected message (exact).
struct Queued {
    Pattern pattern;
    std::uint64_t order = 0;  ///< of coming into the queue
    Queued *older = nullptr, *newer = nullptr;
    Queued *bucket_older = nullptr, *bucket_newer = nullptr;  ///< in hash form: of the same bucket, or of the wild ones
};

/// Receives or messages of one communicator in the order they came, found by source and tag. Short queues are one list;
/// longer ones are hashed by source and tag too, with the wild ones apart, until they are empty.
/// Sans-IO; it owns nothing.   Thread: one at a time.   Source: MPI-4.0 3.5 (order); PRO-MPI table 3.2 (list or hash).
class MatchQueue {
public:
    /// From this length on a queue is hashed.
    static constexpr std::size_t kHashFrom = 24;

    void append(Queued& entry);
    void remove(Queued& entry);
    /// The oldest that a message can match together with `pattern`; null if there is none.
    Queued* find(const Pattern& pattern) const;
    Queued* oldest() const { return oldest_; }
    std::size_t size() const { return size_; }

private:
    struct Bucket {
        Queued *oldest = nullptr, *newest = nullptr;
    };

    bool is_hashed() const { return !buckets_.empty(); }
    Bucket& bucket_of(const Pattern& pattern);
    const Bucket& bucket_of(const Pattern& pattern) const;
    std::size_t index_of(const Pattern& pattern) const;
    void into_bucket(Queued& entry);
    void rehash(std::size_t buckets);
    Queued* find_hashed(const Pattern& pattern) const;

    Queued *oldest_ = nullptr, *newest_ = nullptr;
    std::size_t size_ = 0;
    std::uint64_t next_order_ = 0;
    std::vector<Bucket> buckets_;  // none: it is a list only
    Bucket wild_;
};

}  // namespace shunt::remote_write
