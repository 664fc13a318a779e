#pragma once
// Bringing the ranks' records together in MPI_Finalize.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shim/observe/session.hpp"

namespace shunt {

using Bytes = std::vector<std::byte>;

/// Ends a wait that cannot succeed: a rank of this node has ended without coming here, or the time is over, which it is
/// not while messages of this process have not gone: the host would wait for them too.
class Deadline {
public:
    /// Of MPI_Finalize (record.finalize-timeout).
    explicit Deadline(Session& s);
    /// For where the MPI would wait for ever, too: the time is never over.
    static Deadline never(Session& s);
    bool passed();
    /// Whether the time is over, and nobody is known to have ended.
    bool is_late() const { return is_late_; }
    /// Moves on what is under way: ranks that have not come here yet may need this one's part of it.
    void drive();

private:
    Session& session_;
    std::int64_t end_ns_;
    bool has_one_ended(std::size_t looks);

    std::int64_t next_look_ns_;
    std::size_t next_peer_ = 0;
    bool is_late_ = false;
};

/// A value that messages may still be written to after we have given up waiting for them: it is freed only when told
/// that none is outstanding.
template <class Value>
class Kept {
public:
    Kept() : value_(new Value{}) {}
    ~Kept() {
        if (done_) delete value_;
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    Value& operator*() { return *value_; }
    /// Passes `good` on; when it is true nothing is outstanding.
    bool done(bool good) {
        done_ = good;
        return good;
    }

private:
    Value* value_;
    bool done_ = false;
};

/// By node: its lowest world rank.
std::vector<std::int32_t> first_ranks_of_nodes(const Agreement& agreement);

/// Waits for `request`, gently, until done or hopeless.   Fails: false.
bool complete(const Session& s, MPI_Request& request, Deadline& deadline);

/// The records of all ranks to rank 0: within a node to its first rank, which reads its members' spools where it sees
/// them, then in a binomial tree from node to node as messages. `collected`, at rank 0: each image behind its rank and
/// length (u64 each). Blocks: until all ranks have come here.   Fails: false when someone is gone; messages may then
/// still be on their way to `collected`.
bool gather_records(Session& s, Bytes& collected, Deadline& deadline);

}  // namespace shunt
