#pragma once
#include <cstdint>
#include <string>

namespace shunt::tools {

/// Shows on standard error how far a long task has got. It shows nothing in the first two seconds; then, on a terminal,
/// one line that is rewritten, elsewhere a line every ten seconds. Thread: any one.
class Progress {
public:
    /// `what`: the task, as in "reading records"; `total`: its number of steps, 0 when unknown.
    Progress(std::string what, std::uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void step(std::uint64_t done);

private:
    std::string what_;
    std::uint64_t total_;
    std::int64_t next_ns_;
    bool terminal_;
    bool shown_ = false;
};

}  // namespace shunt::tools
