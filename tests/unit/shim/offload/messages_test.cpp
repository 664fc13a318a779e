// Messages of ours where the host makes no request for them.
#include "shim/offload/messages/messages.hpp"

#include <catch2/catch.hpp>

#include <vector>

#include "tests/unit/shim/fake_mpi/bed.hpp"

using namespace shunt;
using fake::Bed;

namespace {

/// A fabric that reaches no other process.
class NoFabric final : public remote_write::Fabric {
public:
    std::byte* reserve(int, std::size_t) override { return nullptr; }
    void publish(int) override {}
    bool next(Frame&) override { return false; }
    void release(const Frame&) override {}
    remote_write::Transfer* offer(int, std::span<const std::byte>, const remote_write::Target*,
                                  remote_write::Ticket&) override {
        return nullptr;
    }
    remote_write::Transfer* accept(int, const remote_write::Ticket&, std::span<std::byte>, Status&) override {
        return nullptr;
    }
    bool hold(int, const remote_write::Ticket&) override { return true; }
    bool withdraw(remote_write::Transfer&) override { return false; }
    void close(remote_write::Transfer&) override {}
    bool expose(int, std::span<std::byte>, remote_write::Target&) override { return false; }
    bool withdraw(const remote_write::Target&) override { return false; }
    void conclude(const remote_write::Target&) override {}
    bool claim(int, const remote_write::Target&) override { return false; }
    void wait(std::int64_t) override {}
};

std::vector<MPI_Comm> raised_on;  // whose error handlers were called

}  // namespace

TEST_CASE("a message without a request fails on the program's communicator, and gives out no request",
          "[shim][messages]") {
    Bed bed;
    NoFabric fabric;
    Messages messages(bed.s, fabric, {});
    CommRecord& record = *bed.s.comms.find(MPI_COMM_WORLD);
    raised_on.clear();
    host.MPI_Comm_call_errhandler = [](MPI_Comm comm, int) { return raised_on.push_back(comm), int{MPI_SUCCESS}; };
    int value = 0;
    const MessageBuffer buffer{.base = &value, .count = 1, .type = MPI_INT, .peer = 0, .tag = 0};
    MPI_Request request = MPI_REQUEST_NULL;
    bed.mpi.fail_next("MPI_Send_init", MPI_ERR_OTHER);
    CHECK(messages.begin(record, {.received = &buffer}, &request, Lifetime::once) == MPI_ERR_OTHER);
    CHECK(request == MPI_REQUEST_NULL);
    REQUIRE(raised_on.size() == 1);
    CHECK(raised_on[0] == MPI_COMM_WORLD);
    CHECK(record.users == 0);
    bed.s.pool.release();
}
