#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace shunt::memory::verbs {

/// What a Caretaker looks after.
class Cared {
public:
    /// What others may need of this member while its program is elsewhere.   Blocks: never for long.   Thread: the
    /// caretaker's, beside any other; must not call MPI.
    virtual void care() = 0;

protected:
    ~Cared() = default;
};

/// One thread of a process, which looks after its RDMA transports a few times a second: a queue pair that failed behind
/// the last call of a member, with data of it under way, is made anew although the member computes, or waits in the
/// host for a peer that waits for those data.   Thread: any.
class Caretaker {
public:
    /// That of this process, made with the first; null where no thread can be had: then only calls make pairs anew.
    static std::shared_ptr<Caretaker> of_process();
    ~Caretaker();
    Caretaker(const Caretaker&) = delete;

    void add(Cared& cared);
    /// Blocks: until a care() of it has ended.
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
