#pragma once
#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace shunt {

/// Pairs of ranks that a test keeps apart, as if they had neither shared memory nor a network: SHUNT_TEST_APART, such
/// as `0-1,3>2`. With `>` only the first rank cannot connect to the second.
class Apart {
public:
    /// `text` may be null.
    explicit Apart(const char* text) {
        std::string_view left = text ? text : "";
        while (!left.empty()) {
            const std::string_view one = left.substr(0, left.find(','));
            left.remove_prefix(std::min(left.size(), one.size() + 1));
            Pair pair;
            const auto first = std::from_chars(one.begin(), one.end(), pair.from);
            if (first.ptr == one.end()) continue;
            pair.is_mutual = *first.ptr == '-';
            std::from_chars(first.ptr + 1, one.end(), pair.to);
            pairs_.push_back(pair);
        }
    }
    bool any() const { return !pairs_.empty(); }
    /// Whether the two share no memory.
    bool separates(int one, int other) const { return refuses(one, other) || refuses(other, one); }
    /// Whether `from` cannot connect to `to`.
    bool refuses(int from, int to) const {
        return std::ranges::any_of(pairs_, [=](const Pair& pair) {
            return (pair.from == from && pair.to == to) || (pair.is_mutual && pair.from == to && pair.to == from);
        });
    }

private:
    struct Pair {
        int from = -1, to = -1;
        bool is_mutual = false;
    };
    std::vector<Pair> pairs_;
};

}  // namespace shunt
