#include "native/engines/remote_write/matching.hpp"

#include <bit>

namespace shunt::remote_write {

std::size_t MatchQueue::index_of(const Pattern& pattern) const {
    const std::uint64_t both =
        (std::uint64_t{static_cast<std::uint32_t>(pattern.source)} << 32) | static_cast<std::uint32_t>(pattern.tag);
    return static_cast<std::size_t>((both * 0x9e3779b97f4a7c15u) >> 32) & (buckets_.size() - 1);
}

void MatchQueue::into_bucket(Queued& entry) {
    Bucket& bucket = bucket_of(entry.pattern);
    entry.bucket_older = bucket.newest;
    entry.bucket_newer = nullptr;
    (bucket.newest ? bucket.newest->bucket_newer : bucket.oldest) = &entry;
    bucket.newest = &entry;
}

void MatchQueue::hash_all(std::size_t buckets) {
    buckets_.assign(buckets, Bucket{});
    wild_ = Bucket{};
    for (Queued* entry = oldest_; entry; entry = entry->newer) into_bucket(*entry);
}

// `entry` is in the list already.
void MatchQueue::append_hashed(Queued& entry) {
    if (size_ > buckets_.size()) hash_all(buckets_.size() * 4);
    else into_bucket(entry);
}

void MatchQueue::remove_hashed(Queued& entry) {
    Bucket& bucket = bucket_of(entry.pattern);
    (entry.bucket_older ? entry.bucket_older->bucket_newer : bucket.oldest) = entry.bucket_newer;
    (entry.bucket_newer ? entry.bucket_newer->bucket_older : bucket.newest) = entry.bucket_older;
}

Queued* MatchQueue::find_hashed(const Pattern& pattern) {
    if (!is_hashed_) {
        is_hashed_ = true;
        hash_all(std::bit_ceil(size_));  // not more: clearing what one large queue has left would cost each later one
    }
    Queued* exact = buckets_[index_of(pattern)].oldest;
    while (exact && !exact->pattern.overlaps(pattern)) exact = exact->bucket_newer;
    Queued* wild = wild_.oldest;
    while (wild && (!exact || wild->order < exact->order) && !wild->pattern.overlaps(pattern))
        wild = wild->bucket_newer;
    if (!wild) return exact;
    return exact && exact->order < wild->order ? exact : wild;
}

}  // namespace shunt::remote_write
