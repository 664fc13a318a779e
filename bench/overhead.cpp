// What recording adds to calls that do little, and what remains of it when everything is switched off.
// The bare time is that of the host's own functions, from its library, in the same process. Short blocks of bare and of
// intercepted calls follow each other, in alternating order. The result is the median of the differences.
#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kCalls = 1000;  // short enough for most blocks to run undisturbed between two kernel ticks
constexpr int kBlocks = 1001;
constexpr int kWarmUpBlocks = 20;

/// One pair of neighbouring blocks, in ns a call.
struct Pair {
    double bare = 0, shunt = 0;
};

template <class Function>
double ns_per_call(Function&& function) {
    const auto start = Clock::now();
    for (int i = 0; i < kCalls; ++i) function();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() / kCalls;
}

template <class Bare, class Shunt>
std::vector<Pair> compare(Bare&& bare, Shunt&& shunt) {
    std::vector<Pair> pairs;
    for (int block = 0; block < kBlocks + kWarmUpBlocks; ++block) {
        Pair pair;
        if (block % 2) pair.bare = ns_per_call(bare);
        pair.shunt = ns_per_call(shunt);
        if (block % 2 == 0) pair.bare = ns_per_call(bare);
        if (block >= kWarmUpBlocks) pairs.push_back(pair);
    }
    return pairs;
}

template <class Value>
double quantile(const std::vector<Pair>& pairs, double which, Value&& value) {
    std::vector<double> values;
    for (const Pair& pair : pairs) values.push_back(value(pair));
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(which * static_cast<double>(values.size() - 1))];
}

/// `calls`: number of MPI calls in the measured function; all figures are printed per call.
void print(const char* what, const std::vector<Pair>& pairs, int calls) {
    const auto bare = [&](const Pair& pair) { return pair.bare / calls; };
    const auto shunt = [&](const Pair& pair) { return pair.shunt / calls; };
    const auto added = [&](const Pair& pair) { return (pair.shunt - pair.bare) / calls; };
    std::printf("%s,%zu,%.2f,%.2f,%.2f,%.2f,%.2f\n", what, pairs.size(), quantile(pairs, 0.5, bare),
                quantile(pairs, 0.5, shunt), quantile(pairs, 0.5, added), quantile(pairs, 0.05, added),
                quantile(pairs, 0.95, added));
    std::fflush(stdout);
}

/// The host's own function, past any preloaded library.
template <class Function>
Function host(const char* name) {
    const void* inside = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world");  // data and functions are in one library
    Dl_info info{};
    const std::string own = inside && dladdr(inside, &info) ? info.dli_fname : "";
    for (const std::string& path : {own, std::string("libmpich.so.12"), std::string("libmpi.so.40")}) {
        void* library = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        if (void* found = library ? dlsym(library, name) : nullptr) return reinterpret_cast<Function>(found);
    }
    std::fprintf(stderr, "overhead: %s is not in the host's library\n", name);
    std::exit(2);
}

using CommRank = int (*)(MPI_Comm, int*);
using Isend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
using Irecv = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
using Waitall = int (*)(int, MPI_Request*, MPI_Status*);
using Testany = int (*)(int, MPI_Request*, int*, int*, MPI_Status*);
using Sendrecv = int (*)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm,
                         MPI_Status*);

void compare_rank() {
    const auto comm_rank = host<CommRank>("PMPI_Comm_rank");
    int rank = 0;
    print("MPI_Comm_rank",
          compare([&] { comm_rank(MPI_COMM_WORLD, &rank); }, [&] { MPI_Comm_rank(MPI_COMM_WORLD, &rank); }), 1);
}

void compare_self_message() {
    const auto isend = host<Isend>("PMPI_Isend");
    const auto irecv = host<Irecv>("PMPI_Irecv");
    const auto waitall = host<Waitall>("PMPI_Waitall");
    double out = 1, in = 0;
    MPI_Request requests[2];
    const auto pairs = compare(
        [&] {
            irecv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &requests[0]);
            isend(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &requests[1]);
            waitall(2, requests, MPI_STATUSES_IGNORE);
        },
        [&] {
            MPI_Irecv(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &requests[0]);
            MPI_Isend(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        });
    print("self-message (Irecv + Isend + Waitall)", pairs, 1);
    print("self-message per call of three", pairs, 3);
}

void compare_sendrecv() {
    const auto sendrecv = host<Sendrecv>("PMPI_Sendrecv");
    double out = 1, in = 0;
    print("MPI_Sendrecv to self",
          compare(
              [&] { sendrecv(&out, 1, MPI_DOUBLE, 0, 0, &in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); },
              [&] {
                  MPI_Sendrecv(&out, 1, MPI_DOUBLE, 0, 0, &in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
              }),
          1);
}

/// A loop that updates a table at random positions and tests after each update, as in hpcc's RandomAccess. A test costs
/// more there than in a loop of tests alone, because its instructions delay the processor's loads ahead of them.
void compare_tests() {
    constexpr int kReceives = 16, kFirstTag = 5;
    constexpr unsigned kWordsLog2 = 19;
    const auto testany = host<Testany>("PMPI_Testany");
    int in[kReceives], out = 0, index = 0, flag = 0;
    MPI_Request requests[kReceives];
    for (int i = 0; i < kReceives; ++i) MPI_Irecv(&in[i], 1, MPI_INT, 0, kFirstTag + i, MPI_COMM_SELF, &requests[i]);
    print("MPI_Testany of 16 that finds nothing",
          compare([&] { testany(kReceives, requests, &index, &flag, MPI_STATUS_IGNORE); },
                  [&] { MPI_Testany(kReceives, requests, &index, &flag, MPI_STATUS_IGNORE); }),
          1);
    std::vector<std::uint64_t> table(std::size_t{1} << kWordsLog2);
    std::uint64_t random = 1;
    const auto update = [&] {
        random = random << 1 ^ (random >> 63 ? 7u : 0u);
        table[random >> (64 - kWordsLog2)] ^= random;
    };
    print("the same after an update of a table of 4 MB",
          compare([&] { update(), testany(kReceives, requests, &index, &flag, MPI_STATUS_IGNORE); },
                  [&] { update(), MPI_Testany(kReceives, requests, &index, &flag, MPI_STATUS_IGNORE); }),
          1);
    for (int i = 0; i < kReceives; ++i) MPI_Send(&out, 1, MPI_INT, 0, kFirstTag + i, MPI_COMM_SELF);
    MPI_Waitall(kReceives, requests, MPI_STATUSES_IGNORE);
}

/// Collectives of 8 bytes, which the host carries at once on a communicator of one rank. Several follow each other in
/// one process, as in programs, so the wrapper cannot always find its last call again.
void compare_collectives() {
    const auto barrier = host<int (*)(MPI_Comm)>("PMPI_Barrier");
    const auto bcast = host<int (*)(void*, int, MPI_Datatype, int, MPI_Comm)>("PMPI_Bcast");
    const auto allreduce = host<int (*)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm)>("PMPI_Allreduce");
    const auto allgather =
        host<int (*)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm)>("PMPI_Allgather");
    const auto alltoall =
        host<int (*)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm)>("PMPI_Alltoall");
    const auto iallreduce =
        host<int (*)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*)>("PMPI_Iallreduce");
    const auto wait = host<int (*)(MPI_Request*, MPI_Status*)>("PMPI_Wait");
    long out = 1, in = 0;
    MPI_Request request;
    const MPI_Comm comm = MPI_COMM_SELF;
    print("MPI_Barrier", compare([&] { barrier(comm); }, [&] { MPI_Barrier(comm); }), 1);
    print("MPI_Bcast of 8 B",
          compare([&] { bcast(&out, 1, MPI_LONG, 0, comm); }, [&] { MPI_Bcast(&out, 1, MPI_LONG, 0, comm); }), 1);
    print("MPI_Allreduce of 8 B",
          compare([&] { allreduce(&out, &in, 1, MPI_LONG, MPI_SUM, comm); },
                  [&] { MPI_Allreduce(&out, &in, 1, MPI_LONG, MPI_SUM, comm); }),
          1);
    print("MPI_Allgather of 8 B",
          compare([&] { allgather(&out, 1, MPI_LONG, &in, 1, MPI_LONG, comm); },
                  [&] { MPI_Allgather(&out, 1, MPI_LONG, &in, 1, MPI_LONG, comm); }),
          1);
    print("MPI_Alltoall of 8 B",
          compare([&] { alltoall(&out, 1, MPI_LONG, &in, 1, MPI_LONG, comm); },
                  [&] { MPI_Alltoall(&out, 1, MPI_LONG, &in, 1, MPI_LONG, comm); }),
          1);
    print("MPI_Iallreduce of 8 B and MPI_Wait",
          compare(
              [&] {
                  iallreduce(&out, &in, 1, MPI_LONG, MPI_SUM, comm, &request);
                  wait(&request, MPI_STATUS_IGNORE);
              },
              [&] {
                  MPI_Iallreduce(&out, &in, 1, MPI_LONG, MPI_SUM, comm, &request);
                  MPI_Wait(&request, MPI_STATUS_IGNORE);
              }),
          1);
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        std::printf("call,n,bare_ns,shunt_ns,added_ns,added_p5_ns,added_p95_ns\n");
        compare_rank();
        compare_self_message();
        compare_sendrecv();
        compare_tests();
        compare_collectives();
    }
    MPI_Finalize();  // the other rank waits here: a job of one rank has nothing that an engine could carry
    return 0;
}
