#pragma once
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "native/node/node_group.hpp"

namespace node_test {

/// Memory that forked children share with the test, for tickets and answers, in place of the caller's exchange.
template <class Value>
class Told {
public:
    Told()
        : place_(new (mmap(nullptr, sizeof(Value), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                     Value{}) {}
    ~Told() { munmap(place_, sizeof(Value)); }
    Told(const Told&) = delete;
    Value* operator->() const { return place_; }
    Value& operator*() const { return *place_; }

private:
    Value* place_;
};

/// Forks a child that runs `body` and ends with its result. A child that hangs ends by SIGALRM.
pid_t start_child(const std::function<int()>& body);

/// The waitpid status of a child as text: "exit 0", "signal 9".
std::string end_of(pid_t child);

/// Waits until `flag` is at least `value`.   Fails: false after 20 s.
bool wait_for(const std::atomic<int>& flag, int value);

/// Names in /dev/shm that Shunt made.
std::vector<std::string> names_in_shm();

/// Runs `body(member index, its group)` in `shape.members` processes that attached by ticket. All are present before
/// any body starts.   Returns: how each ended. "exit 0" means success; 100 and above: the process did not reach the
/// body.
std::vector<std::string> run_processes(const shunt::node::RingShape& shape, shunt::node::Backing backing,
                                       const std::function<int(std::uint32_t, shunt::node::NodeGroup&)>& body);

/// Byte `offset` of operation `op` in every test.
constexpr std::byte pattern(std::uint64_t op, std::uint64_t offset) {
    return static_cast<std::byte>((op * 131 + offset * 7 + (offset >> 8) * 13 + (offset >> 16) * 29) & 0xff);
}

}  // namespace node_test
