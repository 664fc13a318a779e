#pragma once
#include <atomic>

namespace shunt {

/// A count that is one part of a sum.   Owner: the sum outlives it.   Thread: set() one at a time, get() any.
class PartOfSum {
public:
    explicit PartOfSum(std::atomic<int>& sum) : sum_(sum) {}
    ~PartOfSum() { set(0); }
    PartOfSum(const PartOfSum&) = delete;
    PartOfSum& operator=(const PartOfSum&) = delete;

    int get() const { return own_.load(std::memory_order_relaxed); }
    void set(int count) {
        const int more = count - get();
        if (more == 0) return;
        own_.store(count, std::memory_order_relaxed);
        sum_.fetch_add(more, std::memory_order_relaxed);
    }

private:
    std::atomic<int> own_{0};
    std::atomic<int>& sum_;
};

}  // namespace shunt
