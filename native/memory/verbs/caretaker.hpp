#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace shunt::memory::verbs {

/// An object that a Caretaker serves.
class Cared {
public:
    /// Does the work that others may need of this member while its program is outside Shunt.   Blocks: only briefly.
    /// Thread: the caretaker's, concurrent with any other; must not call MPI.
    virtual void care() = 0;

protected:
    ~Cared() = default;
};

/// One thread of a process that serves its RDMA transports a few times a second. A queue pair may fail after the last
/// call of a member, while data of it are under way. This thread makes the pair anew although the member computes, or
/// waits in the host for a peer that waits for those data.   Thread: any.
class Caretaker {
public:
    /// The caretaker of this process, made at the first call; null if no thread can be made: then only calls make pairs
    /// anew.
    static std::shared_ptr<Caretaker> of_process();
    ~Caretaker();
    Caretaker(const Caretaker&) = delete;

    void add(Cared& cared);
    /// Blocks: until a running care() of it has ended.
    void remove(Cared& cared);

private:
    Caretaker();
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Cared*> all_;
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace shunt::memory::verbs
