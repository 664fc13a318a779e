#pragma once
// A recording rank of a world of four, on a host whose answers the test scripts, and the MPI calls of its program.
#include <memory>
#include <string>

#include "shim/host/quirks.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/offload.hpp"
#include "shim/wrappers/local.hpp"
#include "shim/wrappers/persistent.hpp"
#include "shim/wrappers/probe.hpp"
#include "shim/wrappers/request_status.hpp"
#include "shim/wrappers/test_calls.hpp"
#include "tests/unit/shim/fake_mpi/fake_mpi.hpp"

namespace shunt::fake {

inline int call_irecv(const MessageArguments& it) {
    const MessageBuffer& to = it.receive;
    return host.MPI_Irecv(to.writable(), static_cast<int>(to.count), to.type, to.peer, to.tag, it.comm, it.request);
}
inline int call_isend(const MessageArguments& it) {
    const MessageBuffer& from = it.send;
    return host.MPI_Isend(from.base, static_cast<int>(from.count), from.type, from.peer, from.tag, it.comm, it.request);
}
inline int call_recv_init(const MessageArguments& it) {
    const MessageBuffer& to = it.receive;
    return host.MPI_Recv_init(to.writable(), static_cast<int>(to.count), to.type, to.peer, to.tag, it.comm, it.request);
}
inline int call_iprobe(const MessageArguments& it) {
    return host.MPI_Iprobe(it.receive.peer, it.receive.tag, it.comm, it.flag, it.status);
}
inline constexpr MessageFunction kIprobe{Function::MPI_Iprobe, call_iprobe}, kIrecv{Function::MPI_Irecv, call_irecv},
    kIsend{Function::MPI_Isend, call_isend}, kRecvInit{Function::MPI_Recv_init, call_recv_init};

/// Rank 1 of 4, or another rank. Ranks 0 and 1 are on one node, 2 and 3 on another. Only one Bed may exist at a time.
struct Bed {
    FakeMpi mpi;
    Session s;
    Offload offload{s};
    std::unique_ptr<record::Recorder> recorder;
    std::vector<std::int32_t> node_of{0, 0, 1, 1};

    /// `records`: whether there is a record; without one the session only carries calls.
    explicit Bed(bool records = true, int world_rank = 1) : mpi(4, world_rank) {
        host_quirks = quirks_of(FakeMpi::kVersion);
        s.world = mpi.make_comm({0, 1, 2, 3}, {}, "private");
        s.world_group = mpi.open_group({0, 1, 2, 3});
        s.timing_every = 1000;  // the first call of each function is timed
        if (records) start_record();
        s.comms.start(s.recorder, s.world_group, &node_of);
        thread_state = {};
        type_generation.fetch_add(1);
        set_session(&s);
    }
    ~Bed() {
        set_session(nullptr);
        // Shunt keeps the records of communicators that the program did not free until the process ends. Many beds
        // would accumulate many.
        for (const MPI_Comm comm : mpi.open_comms())
            if (CommRecord* record = s.comms.unlink(comm)) s.comms.bury(record);
        s.comms.release(false);
    }
    Bed(const Bed&) = delete;
    Bed& operator=(const Bed&) = delete;

    /// Selects the rows to add up.
    struct Rows {
        Function function{};
        unsigned with = 0, without = 0;  ///< CellFlags that must be set, and that must not
    };
    /// Sum over rows of `rows.function`.
    std::uint64_t sum(const Rows& rows, std::uint64_t (*of)(const record::Cell&)) {
        const record::Region& region = s.spool.header()->cells;
        const auto* cells = reinterpret_cast<const record::Cell*>(s.spool.at(region.offset));
        std::uint64_t sum = 0;
        for (std::uint64_t i = 0; i < region.used; ++i) {
            const record::CellKey& key = cells[i].key;
            if (key.function == static_cast<std::uint16_t>(rows.function) && (key.flags & rows.with) == rows.with &&
                !(key.flags & rows.without))
                sum += of(cells[i]);
        }
        return sum;
    }
    std::uint64_t count(const Rows& rows) {
        return sum(rows, [](const record::Cell& cell) { return cell.count; });
    }
    /// The number of calls of a function.
    std::uint64_t calls(Function function) { return count({function, record::kCall}); }
    /// The number of messages that receives of a function have received, and their bytes.
    std::uint64_t arrived(Function function) { return count({function, record::kTraffic | record::kReceive}); }
    std::uint64_t arrived_bytes(Function function) {
        return sum({function, record::kTraffic | record::kReceive},
                   [](const record::Cell& cell) { return cell.count * cell.key.bytes; });
    }
    std::uint64_t waited(Function function) {
        return sum({function}, [](const record::Cell& cell) { return cell.wait_ticks; });
    }

    MPI_Request irecv(const Outcome& outcome = {0, 8}, int tests = 0, int source = 0, MPI_Comm comm = MPI_COMM_WORLD) {
        mpi.next_request(outcome, tests);
        MPI_Request request = MPI_REQUEST_NULL;
        on_irecv<kIrecv>({.receive = {buffer, 8, MPI_BYTE, source, 0}, .comm = comm, .request = &request});
        return request;
    }
    MPI_Request isend(int tests = 0, int dest = 0, MPI_Comm comm = MPI_COMM_WORLD, MPI_Datatype type = MPI_BYTE) {
        mpi.next_request({}, tests);
        MPI_Request request = MPI_REQUEST_NULL;
        on_isend<kIsend>({.send = {buffer, 8, type, dest, 0}, .comm = comm, .request = &request});
        return request;
    }
    MPI_Request recv_init(int source = 0) {
        MPI_Request request = MPI_REQUEST_NULL;
        on_recv_init<kRecvInit>(
            {.receive = {buffer, 8, MPI_BYTE, source, 0}, .comm = MPI_COMM_WORLD, .request = &request});
        return request;
    }
    void start(MPI_Request& request, const Outcome& outcome = {0, 8}, int tests = 0) {
        mpi.at_next_start(request, outcome, tests);
        on_start(
            Function::MPI_Start, [&] { return host.MPI_Start(&request); }, &request);
    }

    int wait(MPI_Request& request, MPI_Status* status = MPI_STATUS_IGNORE) {
        return on_wait(Function::MPI_Wait, nullptr, &request, status);
    }
    int test(MPI_Request& request, int& flag, MPI_Status* status = MPI_STATUS_IGNORE) {
        return on_test(Function::MPI_Test, nullptr, &request, &flag, status);
    }
    int waitall(int n, MPI_Request* requests, MPI_Status* statuses = MPI_STATUSES_IGNORE) {
        return on_waitall(Function::MPI_Waitall, nullptr, n, requests, statuses);
    }
    int testall(int n, MPI_Request* requests, int& flag, MPI_Status* statuses = MPI_STATUSES_IGNORE) {
        return on_testall(Function::MPI_Testall, nullptr, n, requests, &flag, statuses);
    }
    int waitany(int n, MPI_Request* requests, int& index, MPI_Status* status = MPI_STATUS_IGNORE) {
        return on_waitany(Function::MPI_Waitany, nullptr, n, requests, &index, status);
    }
    int testany(int n, MPI_Request* requests, int& index, int& flag, MPI_Status* status = MPI_STATUS_IGNORE) {
        return on_testany(Function::MPI_Testany, nullptr, n, requests, &index, &flag, status);
    }
    int waitsome(int n, MPI_Request* requests, int& done, int* indices, MPI_Status* statuses = MPI_STATUSES_IGNORE) {
        return on_waitsome(Function::MPI_Waitsome, nullptr, n, requests, &done, indices, statuses);
    }
    int testsome(int n, MPI_Request* requests, int& done, int* indices, MPI_Status* statuses = MPI_STATUSES_IGNORE) {
        return on_testsome(Function::MPI_Testsome, nullptr, n, requests, &done, indices, statuses);
    }
    int get_status(MPI_Request request, int& flag, MPI_Status* status = MPI_STATUS_IGNORE) {
        const auto host_call = [&] { return host.MPI_Request_get_status(request, &flag, status); };
        return on_get_status(Function::MPI_Request_get_status, host_call, request, &flag, status);
    }
    int get_status_all(int n, const MPI_Request* requests, int& flag, MPI_Status* statuses = MPI_STATUSES_IGNORE) {
        const auto host_call = [&] { return host.MPI_Request_get_status_all(n, requests, &flag, statuses); };
        return on_get_status_all(Function::MPI_Request_get_status_all, host_call, n, requests, &flag, statuses);
    }
    int get_status_any(int n, const MPI_Request* requests, int& index, int& flag,
                       MPI_Status* status = MPI_STATUS_IGNORE) {
        const auto host_call = [&] { return host.MPI_Request_get_status_any(n, requests, &index, &flag, status); };
        return on_get_status_any(Function::MPI_Request_get_status_any, host_call, n, requests, &index, &flag, status);
    }
    int get_status_some(int n, const MPI_Request* requests, int& done, int* indices,
                        MPI_Status* statuses = MPI_STATUSES_IGNORE) {
        const auto host_call = [&] { return host.MPI_Request_get_status_some(n, requests, &done, indices, statuses); };
        return on_get_status_some(Function::MPI_Request_get_status_some, host_call, n, requests, &done, indices,
                                  statuses);
    }
    int startall(int n, MPI_Request* requests) {
        return on_startall(
            Function::MPI_Startall, [&] { return host.MPI_Startall(n, requests); }, n, requests);
    }
    int iprobe(int source, int& flag, MPI_Comm comm = MPI_COMM_WORLD) {
        return on_iprobe<kIprobe>(
            {.receive = {.peer = source}, .comm = comm, .flag = &flag, .status = MPI_STATUS_IGNORE});
    }
    int request_free(MPI_Request& request) {
        return on_request_free(
            Function::MPI_Request_free, [&] { return host.MPI_Request_free(&request); }, &request);
    }
    int cancel(MPI_Request& request) {
        return on_cancel(
            Function::MPI_Cancel, [&] { return host.MPI_Cancel(&request); }, &request);
    }
    int comm_free(MPI_Comm& comm) {
        return on_comm_free(
            Function::MPI_Comm_free, [&] { return host.MPI_Comm_free(&comm); }, &comm);
    }
    int type_free(MPI_Datatype& type) {
        return on_type_free(
            Function::MPI_Type_free, [&] { return host.MPI_Type_free(&type); }, &type);
    }

    char buffer[64] = {};

private:
    void start_record() {
        record::SpoolSetup setup;
        setup.memory_bytes = 1u << 20;
        setup.function_count = kFunctionCount;
        std::string error;
        if (!s.spool.open(setup, error)) return;
        recorder = std::make_unique<record::Recorder>(s.spool);
        s.recorder = recorder.get();
        s.counts_looks_quickly = true;
    }
};

}  // namespace shunt::fake
