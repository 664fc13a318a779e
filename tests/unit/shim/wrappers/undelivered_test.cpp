// Requests of Shunt's that have ended but whose data cannot be delivered, among others.   Source: MPI 4.0, 3.7.5.
#include "shim/wrappers/own_completion.hpp"

#include "tests/unit/shim/fake_mpi/own_bed.hpp"

using namespace shunt;
using fake::is_empty, fake::kNever, fake::marked, fake::OwnBed, fake::PlannedTeam;

namespace {

/// A call that has ended: its data could not be copied to the program's buffer, or it is right.
class Undelivered final : public OwnRequest {
public:
    explicit Undelivered(OwnBed& bed, bool is_persistent = false, int code = MPI_ERR_INTERN)
        : bed_(bed), is_persistent_(is_persistent), code_(code) {}
    MPI_Request request() {
        MPI_Request request = MPI_REQUEST_NULL;
        REQUIRE(bed_.s.pool.give(bed_.s.world, *this, &request) == MPI_SUCCESS);
        return request;
    }
    CallState state() const override { return is_idle_ ? CallState::idle : CallState::ended; }
    void fill(MPI_Status* status) const override { status->MPI_SOURCE = is_idle_ ? MPI_ANY_SOURCE : 3; }
    CallFailure take(MPI_Request* request) override {
        if (is_idle_) return {};
        is_idle_ = true;
        if (!is_persistent_) bed_.s.pool.take_back(*this, request);
        return {MPI_COMM_WORLD, code_};
    }
    void freed(MPI_Request* request) override { bed_.s.pool.take_back(*this, request); }
    int start() override { return MPI_SUCCESS; }
    int cancel() override { return MPI_SUCCESS; }
    void abandon() override {}

private:
    OwnBed& bed_;
    const bool is_persistent_;
    const int code_;
    bool is_idle_ = false;
};

}  // namespace

TEST_CASE("a waitall that fails keeps the statuses of persistent requests that it has completed before",
          "[shim][own_requests]") {
    OwnBed bed;
    const bool fails_in_delivery = GENERATE(false, true);
    Undelivered right(bed, true, MPI_SUCCESS), wrong(bed, true);
    MPI_Request requests[] = {right.request(), fails_in_delivery ? wrong.request() : bed.ours(1, Status::bug)};
    MPI_Status statuses[2] = {};
    CHECK(bed.waitall(2, requests, statuses) == MPI_ERR_IN_STATUS);
    CHECK(bed.handler_calls() == 1);
    CHECK(statuses[0].MPI_SOURCE == 3);
    CHECK(statuses[0].MPI_ERROR == MPI_SUCCESS);
    CHECK(statuses[1].MPI_ERROR == (fails_in_delivery ? MPI_ERR_INTERN : MPI_ERR_TRUNCATE));
    CHECK((requests[1] != MPI_REQUEST_NULL) == fails_in_delivery);
    right.freed(&requests[0]);
    if (fails_in_delivery) wrong.freed(&requests[1]);
}

TEST_CASE("a request whose data cannot be delivered fails its wait or test", "[shim][own_requests]") {
    OwnBed bed;
    Undelivered call(bed);
    MPI_Request request = call.request();
    const bool waits = GENERATE(true, false);
    int flag = 0;
    CHECK((waits ? bed.wait(request) : bed.test(request, flag)) == MPI_ERR_INTERN);
    CHECK(request == MPI_REQUEST_NULL);
    CHECK(bed.handler_calls() == 1);
}

TEST_CASE("a request whose data cannot be delivered fails among others", "[shim][own_requests]") {
    OwnBed bed;
    Undelivered call(bed);
    const std::string how = GENERATE("waitall", "testall", "waitsome");
    const bool ignores = GENERATE(false, true), has_hosts = GENERATE(false, true), is_last = GENERATE(false, true);
    MPI_Request requests[] = {bed.ours(), call.request(), has_hosts ? bed.irecv({2, 24}) : MPI_REQUEST_NULL,
                              is_last ? MPI_REQUEST_NULL : bed.ours()};
    MPI_Status statuses[4] = {marked(), marked(), marked(), marked()};
    MPI_Status* const into = ignores ? MPI_STATUSES_IGNORE : statuses;
    int flag = 0, done = 0, indices[4] = {0, 1, 2, 3}, code = MPI_SUCCESS;
    if (how == "waitall") code = bed.waitall(4, requests, into);
    if (how == "testall") code = bed.testall(4, requests, flag, into);
    if (how == "waitsome") code = bed.waitsome(4, requests, done, indices, into);
#if defined(OPEN_MPI)
    CHECK(code == (ignores ? MPI_ERR_INTERN : MPI_ERR_IN_STATUS));
#else
    CHECK(code == MPI_ERR_IN_STATUS);
#endif
    CHECK(bed.handler_calls() == 1);
    for (const MPI_Request request : requests) CHECK(request == MPI_REQUEST_NULL);
    if (ignores) return;
    const int count = how == "waitsome" ? done : 4;
    for (int k = 0; k < count; ++k) {
        CHECK(statuses[k].MPI_ERROR == (indices[k] == 1 ? int{MPI_ERR_INTERN} : int{MPI_SUCCESS}));
        if (indices[k] == 1) CHECK(statuses[k].MPI_SOURCE == 3);
    }
}
