#pragma once
#include <sys/resource.h>

#include <atomic>

namespace shunt {

/// Counts the host calls of a waiting thread, and those of them that followed a sleep. A yield is no sleep.
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
