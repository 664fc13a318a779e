#pragma once
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "native/net/descriptor.hpp"

namespace shunt::phased {

/// An object with work to do while the program is elsewhere.
class Serviced {
public:
    struct Look {
        bool has_work = false;        ///< false: the service drops it until add()
        bool watch = false;           ///< whether to watch its descriptor
        std::int64_t timeout_ns = 0;  ///< the longest time until the next look
    };
    /// Advances its calls.   Thread: the service's.   Blocks: never for long.
    virtual Look look(std::int64_t now_ns) = 0;
    virtual int descriptor() const = 0;
    /// Serves requests of the ranks of this node for this one's memory.   Thread: the service's, while it waits within
    /// another object's look(). Blocks: never.
    virtual void serve_aside() {}

protected:
    ~Serviced() = default;
};

/// The thread of a process that advances nonblocking calls. It sleeps while there is no work, takes no signals, and
/// lives while it is referenced.   Thread: any.
class Service {
public:
    /// The process's service, made if there is none.   Fails: null when no thread can be made; calls then advance only
    /// inside the program's calls.
    static std::shared_ptr<Service> get();
    ~Service();
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    /// `who` has work, until its look() reports that it has none.
    void add(Serviced& who);
    /// The service does not call `who` once this has returned. The caller must hold no lock that look() needs.
    void remove(Serviced& who);
    /// Lets all objects but `who` serve their local_peers. Called within look() of `who`, which waits for a process
    /// whose service may wait for this one.
    void serve_others(const Serviced& who);

private:
    struct Work {
        Serviced* who;
        std::uint64_t added;  ///< in counts of add(): an object added during a look is looked at again
    };

    Service() = default;
    bool start();
    void run();
    bool begin_round(std::vector<Work>& round);
    void forget(const Work& work);
    void ring();

    std::mutex mutex_;
    std::condition_variable seen_;
    std::vector<Work> busy_;
    std::uint64_t added_ = 0;
    std::uint64_t wanted_round_ = 0, seen_round_ = 0;
    bool stop_ = false;
    net::Descriptor bell_;  ///< an eventfd
    std::thread thread_;
};

}  // namespace shunt::phased
