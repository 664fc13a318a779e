#pragma once
#include <atomic>
#include <string>

#include "native/engines/contract.hpp"

namespace shunt {

/// Counts the communicators that an engine could make no team for, as programs make thousands of them and the reason is
/// mostly the same: only the first few are told of.   Thread: any.
class Refusals {
public:
    static constexpr int kMostTold = 5;

    void warn(Exchange& exchange, const std::string& text) {
        const int before = count_.fetch_add(1, std::memory_order_relaxed);
        if (before >= kMostTold) return;
        exchange.warn((before + 1 < kMostTold ? text : text + "; of further communicators nothing is said").c_str());
    }

private:
    std::atomic<int> count_{0};
};

}  // namespace shunt
