#pragma once
// A recording rank on the fake host, whose program holds requests of Shunt's.
#include <catch2/catch.hpp>

#include "shim/objects/collective_arguments.hpp"
#include "shim/offload/call_buffers.hpp"
#include "shim/offload/team_cache.hpp"
#include "tests/unit/shim/fake_mpi/bed.hpp"
#include "tests/unit/shim/fake_mpi/planned_team.hpp"

namespace shunt::fake {

/// Buffers with nothing to copy; counts the operations on them.
struct Counted {
    int packed = 0, delivered = 0, deleted = 0;
};
class CountedBuffers final : public CallBuffers {
public:
    explicit CountedBuffers(Counted& counted) : counted_(counted) {}
    ~CountedBuffers() override { counted_.deleted += 1; }
    int pack(MPI_Comm) override { return counted_.packed += 1, MPI_SUCCESS; }
    int deliver(MPI_Comm) override { return counted_.delivered += 1, MPI_SUCCESS; }

private:
    Counted& counted_;
};

inline constexpr CollectiveFunction barrier{Function::MPI_Ibarrier, Operation::barrier, true, nullptr};

/// A bed with a team whose calls end as the test plans.
struct OwnBed : Bed {
    OwnBed() : Bed(true), team(s, *s.comms.find(MPI_COMM_WORLD), {0, 1, 2, 3}), record(*s.comms.find(MPI_COMM_WORLD)) {
        s.carrying = s.everyone = true;
        auto planned_team = std::make_unique<PlannedTeam>();
        planned = planned_team.get();
        team.take(std::move(planned_team));
        team.engine = 1;
    }
    ~OwnBed() {
        planned->all_end = true;
        s.offload->background.release(s, true);
    }

    bool begin(MPI_Request& request, int& code) {
        const CollectiveArguments arguments{.function = &barrier, .request = &request};
        return s.offload->background.begin(
            s, {arguments, record, team, decision, std::make_unique<CountedBuffers>(counted)}, code);
    }
    /// A request of Shunt's that ends after the engine has polled `looks` times.
    MPI_Request ours(int looks = 0, Status status = Status::ok) {
        planned->next = {looks, status};
        MPI_Request request = MPI_REQUEST_NULL;
        int code = MPI_ERR_OTHER;
        CHECK(begin(request, code));
        CHECK(code == MPI_SUCCESS);
        return request;
    }
    MPI_Request persistent() {
        MPI_Request request = MPI_REQUEST_NULL;
        const CollectiveArguments arguments{.function = &barrier, .request = &request};
        int code = MPI_ERR_OTHER;
        CHECK(s.offload->background.make_persistent(
            s, {arguments, record, team, decision, std::make_unique<CountedBuffers>(counted)}, code));
        CHECK(code == MPI_SUCCESS);
        return request;
    }
    int start_ours(MPI_Request& request, int looks = 0, Status status = Status::ok) {
        planned->next = {looks, status};
        return on_start(
            Function::MPI_Start, [&] { return host.MPI_Start(&request); }, &request);
    }
    int handler_calls() const { return mpi.calls("MPI_Comm_call_errhandler"); }

    Counted counted;
    CommTeam team;
    PlannedTeam* planned;
    CommRecord& record;
    const Decision decision{};
};

inline bool is_empty(const MPI_Status& status) {
    return status.MPI_SOURCE == MPI_ANY_SOURCE && received_bytes(status) == 0;
}

inline MPI_Status marked() {
    MPI_Status status{};
    status.MPI_ERROR = 77;
    return status;
}

}  // namespace shunt::fake
