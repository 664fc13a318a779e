#pragma once
// Wait and test calls in which some of the requests are ours: one check of all of them.
#include <mpi.h>

#include <cstdint>

#include "shim/offload/offload.hpp"

namespace shunt {

/// Fills `status` as MPI_Wait does for `call`, which is not active. `status` may be MPI_STATUS_IGNORE.
void fill(const OwnRequest& call, MPI_Status* status);

/// A Testall by MPI_Test of one request after the other, for the rest of a Waitall. MPI_Testall of MPICH 4.0 fails if
/// persistent collectives are among the requests; it crashes or never ends if several are of nonblocking file
/// operations.
class TestOneByOne {
public:
    TestOneByOne(int count, MPI_Request* requests, MPI_Status* statuses)
        : count_(count), requests_(requests), statuses_(statuses) {}

    int operator()(int* flag);

private:
    void keep(int index, const MPI_Status& status, int code);

    int count_;
    MPI_Request* requests_;
    MPI_Status* statuses_;
    int next_ = 0;
};

/// Why requests are checked: one test, which advances all work under way, or a wait, which does so between its checks.
enum class Purpose : std::uint8_t { test, wait };

/// Requests of which at least one is ours, in one call of the program. The host is given the program's own array, in
/// which ours are inactive: it ignores them in Testany and Testsome and treats them as complete, with an empty status,
/// in Testall. So nothing is copied, and indices and statuses need no translation. If none is the host's, it is asked
/// only for the statuses of the null ones.
/// Each test behaves as the MPI function of its name. If a request of ours has failed, its communicator's error handler
/// has been called.   Thread: that of the call.   Blocks: never.
class MixedRequests {
public:
    /// `statuses`: one, or one for each request; may be MPI_STATUS(ES)_IGNORE. `has_hosts`: whether some are the host's
    /// and not null. `ignored`: the program does not see the statuses.
    MixedRequests(Session& s, int count, MPI_Request* requests, MPI_Status* statuses, Purpose purpose, bool has_hosts,
                  bool ignored = false)
        : session_(s),
          count_(count),
          requests_(requests),
          statuses_(statuses),
          is_test_(purpose == Purpose::test),
          ignored_(ignored || statuses == MPI_STATUSES_IGNORE),
          has_hosts_(has_hosts) {}

    /// For one request, which is ours.
    int test(int* flag);
    int test_all(int* flag);
    /// A test of the rest of a Waitall: unlike test_all() it may complete requests before all have ended.
    int test_rest(int* flag);
    int test_any(int* index, int* flag);
    /// `*flag`: whether a Waitsome would return.
    int test_some(int* done, int* indices, int* flag);

private:
    struct Ours {
        bool any_active = false, any_failed = false;
    };

    OwnRequest* find(int index) const { return session_.pool.find(requests_[index]); }
    Ours look();
    Ours look_and_bring_on();
    int test_rest_of_ours(int* flag);
    CallState end_if_over(int index);
    int fail_ours(int* flag);
    void tell_status(const OwnRequest* call, int index);
    int take(OwnRequest& call, int index);
    MPI_Status* status(int index) const { return ignores() ? MPI_STATUS_IGNORE : &statuses_[index]; }
    bool ignores() const { return statuses_ == MPI_STATUSES_IGNORE; }
    int finish_all(bool ours_failed);
    int code_for(int host_code) const;
    int say_no(int* flag) const;

    Session& session_;
    const int count_;
    MPI_Request* const requests_;
    MPI_Status* const statuses_;
    const bool is_test_, ignored_, has_hosts_;
    int first_active_ = 0;     ///< the first request of ours that may be active
    std::uint32_t looks_ = 0;  ///< checks so far in a wait
    TestOneByOne one_by_one_{count_, requests_, statuses_};
    int host_ended_ = 0;  ///< its result of a Testall
    int host_code_ = MPI_SUCCESS;
    CallFailure first_;     ///< the first request of ours that failed
    int undelivered_ = -1;  ///< the request that end_if_over() has completed with that failure
    int reported_ = 0;      ///< requests before it have been completed; persistent ones still have their handles
};

}  // namespace shunt
