#pragma once
#include <sys/resource.h>

#include <atomic>

namespace shunt {

/// Calls of the host that a waiting thread makes, and how many of them came after a sleep. A yield is none.
class HostCalls {
public:
    void note() {
        rusage used{};
        getrusage(RUSAGE_THREAD, &used);
        if (count_ > 0 && used.ru_nvcsw != switches_) sleeps_ += 1;
        switches_ = used.ru_nvcsw;
        count_ += 1;
    }
    int count() const { return count_; }
    int sleeps() const { return sleeps_; }

private:
    std::atomic<int> count_{0}, sleeps_{0};
    long switches_ = 0;
};

}  // namespace shunt
