#pragma once
#include <cstdint>
#include <map>

namespace shunt::program {

/// Origin of a run of elements: the first of them is element `offset` of the inputs of the ranks `set`, the next one
/// `offset` + 1, and so on. `set` is a number of RankSets.
struct Content {
    std::uint32_t set = 0;
    std::uint64_t offset = 0;
    friend bool operator==(const Content&, const Content&) = default;
};

/// The known contents of a buffer, by range. Neighbours that continue each other are merged.   Threads: any one at a
/// time.
class Contents {
public:
    struct Extent {
        std::uint64_t end = 0;
        Content content;
    };

    /// From now on the elements [first, end) hold `content`.
    void write(std::uint64_t first, std::uint64_t end, Content content);

    /// Calls `visit(first, end, content)` for each part of [first, end), in order, as long as it returns true.
    /// Returns: the first element that was never written, or `end`, or where `visit` returned false.
    template <class Visit>
    std::uint64_t read(std::uint64_t first, std::uint64_t end, const Visit& visit) const;

    std::size_t extents() const { return extents_.size(); }

private:
    using Extents = std::map<std::uint64_t, Extent>;

    /// Splits an extent that spans `at`, so that one begins there.
    void split(std::uint64_t at);
    static bool continues(Extents::const_iterator left, Extents::const_iterator right) {
        return left->second.end == right->first && left->second.content.set == right->second.content.set &&
               left->second.content.offset + (right->first - left->first) == right->second.content.offset;
    }

    Extents extents_;  ///< by first element
};

inline void Contents::split(std::uint64_t at) {
    auto next = extents_.lower_bound(at);
    if (next == extents_.begin()) return;
    const auto here = std::prev(next);
    if (here->second.end <= at) return;
    Content content = here->second.content;
    content.offset += at - here->first;
    extents_.emplace_hint(next, at, Extent{here->second.end, content});
    here->second.end = at;
}

inline void Contents::write(std::uint64_t first, std::uint64_t end, Content content) {
    if (first >= end) return;
    split(first);
    split(end);
    auto next = extents_.lower_bound(first);
    while (next != extents_.end() && next->first < end) next = extents_.erase(next);
    auto here = extents_.emplace_hint(next, first, Extent{end, content});
    if (next != extents_.end() && continues(here, next)) {
        here->second.end = next->second.end;
        extents_.erase(next);
    }
    if (here == extents_.begin()) return;
    const auto left = std::prev(here);
    if (!continues(left, here)) return;
    left->second.end = here->second.end;
    extents_.erase(here);
}

template <class Visit>
std::uint64_t Contents::read(std::uint64_t first, std::uint64_t end, const Visit& visit) const {
    auto here = extents_.upper_bound(first);
    if (here != extents_.begin()) --here;
    for (; first < end; ++here) {
        if (here == extents_.end() || here->first > first || here->second.end <= first) return first;
        Content content = here->second.content;
        content.offset += first - here->first;
        const std::uint64_t stop = here->second.end < end ? here->second.end : end;
        if (!visit(first, stop, content)) return first;
        first = stop;
    }
    return end;
}

}  // namespace shunt::program
