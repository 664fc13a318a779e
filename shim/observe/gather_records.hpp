#pragma once
// Gathers the ranks' records in MPI_Finalize.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shim/observe/session.hpp"

namespace shunt {

using Bytes = std::vector<std::byte>;

/// Ends a wait that cannot succeed: a rank of this node has ended without reaching this point, or the time is up. The
/// time is not up while this process has unsent messages: the host would wait for these too.
class Deadline {
public:
    /// From now on, the time limit of MPI_Finalize (record.finalize-timeout).
    explicit Deadline(Session& s);
    /// For waits in which the MPI would also wait for ever: the time is never up.
    static Deadline never(Session& s);
    bool passed();
    /// Whether the time is up, and no rank is known to have ended.
    bool is_late() const { return is_late_; }
    /// Advances outstanding work: ranks that have not reached this point may need this rank's part of it.
    void drive();

private:
    Session& session_;
    std::int64_t end_ns_;
    bool has_one_ended(std::size_t looks);

    std::int64_t next_look_ns_;
    std::size_t next_peer_ = 0;
    bool is_late_ = false;
};

/// A value that messages may still be written to after this rank has stopped waiting for them: it is freed only when
/// done(true) reports that none is outstanding.
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
    /// Returns `good`; if it is true, no message is outstanding.
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

/// Waits for `request`, gently, until it completes or cannot.   Fails: false.
bool complete(const Session& s, MPI_Request& request, Deadline& deadline);

/// Gathers the records of all ranks at rank 0. Within a node the first rank reads the spools of the others if it can
/// access them. The first ranks send them as messages in a binomial tree. `collected`, at rank 0: each image after its
/// rank and length (u64 each). Blocks: until all ranks have called it.   Fails: false if a rank is gone; messages may
/// then still be in transit to `collected`.
bool gather_records(Session& s, Bytes& collected, Deadline& deadline);

}  // namespace shunt
