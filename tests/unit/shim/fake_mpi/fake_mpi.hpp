#pragma once
// A host MPI of one process whose answers the test scripts.
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shunt::fake {

/// How an operation ends.
struct Outcome {
    int source = 0;
    std::uint64_t bytes = 0;
    int error = MPI_SUCCESS;
    bool cancelled = false;
};

/// A number of tests: the request never completes. A wait for it alone ends the test program, because it would hang.
inline constexpr int kNever = -1;

/// A datatype. Units: bytes.
struct Type {
    MPI_Count size = 0;
    MPI_Count extent = 0;
    MPI_Count true_lb = 0;
    MPI_Count true_extent = 0;
    int combiner = MPI_COMBINER_VECTOR;
    std::vector<std::size_t> places =
        {};  ///< offsets of the bytes of an element in the order in which they are sent, for MPI_Pack
};

/// A fake host that fills the table `host` while it exists. Freed handles are given out again, the lowest first, as by
/// MPICH. Thread: one at a time.
class FakeMpi {
public:
    /// The answer of MPI_Get_library_version.
    static constexpr const char* kVersion =
#if defined(SHUNT_FAKE_OPEN_MPI)
        "Open MPI v4.1.4, package: fake";
#else
        "MPICH Version:      4.0.2";
#endif

    /// A world of `world_size` ranks; this process is rank `world_rank`.
    FakeMpi(int world_size, int world_rank);
    ~FakeMpi();
    FakeMpi(const FakeMpi&) = delete;
    FakeMpi& operator=(const FakeMpi&) = delete;

    /// The request that the next Isend, Irecv or Ibarrier makes. It completes after `tests` tests that find it
    /// incomplete.
    void next_request(const Outcome& outcome, int tests = 0) { next_ = {outcome, tests, false, true}; }
    /// The same for persistent requests, from their next start on.
    void at_next_start(MPI_Request request, const Outcome& outcome, int tests = 0);
    /// The next requests that are made all have this one handle, which is complete at once and never freed, as both
    /// hosts do; until request_null.
    void share_next(bool share) { shares_ = share; }
    /// Makes the next call of `function` ("MPI_Comm_free", "MPI_Isend" ...) fail with `code`.
    void fail_next(const std::string& function, int code) { failures_[function] = code; }

    /// A communicator of these world ranks; with `remote`, an intercommunicator.
    MPI_Comm make_comm(std::vector<int> world_ranks, std::vector<int> remote = {}, const std::string& name = "");
    MPI_Datatype make_type(const Type& type);
    MPI_Op make_op(bool commutes, std::function<void(const void*, void*, int, MPI_Datatype)> combine);
    /// The answer of MPI_Iprobe.
    bool message_is_there = false;
    /// The predefined sums of double add from the last element on, and so have another rounding error.
    bool sums_doubles_otherwise = false;

    /// The number of calls of a function so far.
    int calls(const std::string& function) const;
    std::vector<MPI_Comm> open_comms() const;
    std::size_t open_groups() const { return open_groups_.size(); }

    // The following is for the functions in the table.
    struct Script {
        Outcome outcome;
        int tests = 0;
        bool persistent = false;
        bool active = true;
    };
    struct Comm {
        std::vector<int> local, remote;
        std::string name;
    };
    struct Op {
        bool commutes = true;
        std::function<void(const void*, void*, int, MPI_Datatype)> combine;
    };
    /// Counts a call of `function`.   Returns: the code that the call is to return.
    int enter(const char* function);
    MPI_Request make_request(bool persistent);
    Script* request(MPI_Request handle);
    /// The operation has ended: a request that is not persistent is freed, and its handle nulled.
    void end(MPI_Request& handle);
    void free_request(MPI_Request& handle) { requests_.erase(number(handle)), handle = MPI_REQUEST_NULL; }
    Comm* comm(MPI_Comm handle);
    void free_comm(MPI_Comm& handle) { comms_.erase(number(handle)), handle = MPI_COMM_NULL; }
    MPI_Group open_group(std::vector<int> members);
    const std::vector<int>* group(MPI_Group handle) const;
    void free_group(MPI_Group& handle) { open_groups_.erase(number(handle)), handle = MPI_GROUP_NULL; }
    const Type* type(MPI_Datatype handle) const;
    void free_type(MPI_Datatype& handle) { types_.erase(number(handle)), handle = MPI_DATATYPE_NULL; }
    const Op* op(MPI_Op handle) const;
    int world_rank() const { return world_rank_; }

private:
    template <class Handle>
    static std::uint32_t number(Handle handle) {
        return static_cast<std::uint32_t>((std::uintptr_t)handle);
    }
    template <class Object>
    static std::uint32_t lowest_free(const std::map<std::uint32_t, Object>& objects, std::uint32_t first);

    int world_rank_;
    bool shares_ = false;
    Script next_;
    std::map<std::uint32_t, Script> requests_;
    std::map<std::uint32_t, Comm> comms_;
    std::map<std::uint32_t, std::vector<int>> open_groups_;
    std::map<std::uint32_t, Type> types_;
    std::map<std::uint32_t, Op> ops_;
    std::map<std::string, int> calls_, failures_;
};

/// The one that exists; null: none.
extern FakeMpi* mpi;

/// Fills `status` as the host does, but leaves MPI_ERROR unchanged. Does nothing with MPI_STATUS_IGNORE.
void fill_status(MPI_Status* status, const Outcome& outcome);

/// Puts the functions of requests and completion in the table.
void install_completion();

}  // namespace shunt::fake
