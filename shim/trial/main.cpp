// trial-openmpi, trial-mpich: the program that `shunt script try` runs on real ranks. It uses nothing of Shunt. usage:
// trial-MPI RESULTS OPERATION,... COUNT,... ROOT,...
// Rank 0 writes one line an operation to the file RESULTS: its name, the calls and the wrong calls of all ranks, and
// the first wrong one.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "shim/trial/calls.hpp"

namespace {

using namespace shunt::trial;

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t comma = text.find(',', start);
        parts.push_back(text.substr(start, comma - start));
        start = comma == std::string::npos ? text.size() : comma + 1;
    }
    return parts;
}

/// A rank's message to rank 0.
struct Told {
    std::uint64_t calls, wrong;
    char first[240];
};

/// The sum of all ranks' tallies, at rank 0; by messages, as the collectives are under test.
Tally gathered(const Tally& mine, int rank, int ranks) {
    Told told{mine.calls, mine.wrong, {}};
    std::snprintf(told.first, sizeof told.first, "%s", mine.first.c_str());
    if (rank != 0) {
        MPI_Send(&told, sizeof told, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        return mine;
    }
    Tally all = mine;
    for (int other = 1; other < ranks; ++other) {
        MPI_Recv(&told, sizeof told, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        all.calls += told.calls;
        all.wrong += told.wrong;
        if (all.first.empty()) all.first = told.first;
    }
    return all;
}

int run(char** arguments) {
    Plan plan;
    plan.operations = split(arguments[2]);
    for (const auto& count : split(arguments[3])) plan.counts.push_back(std::strtoull(count.c_str(), nullptr, 10));
    for (const auto& root : split(arguments[4])) plan.roots.push_back(std::atoi(root.c_str()));
    int rank = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::FILE* const results = rank == 0 ? std::fopen(arguments[1], "w") : nullptr;
    if (rank == 0 && !results) {
        std::fprintf(stderr, "shunt script try: rank 0 cannot write %s: %s\n", arguments[1], std::strerror(errno));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    bool is_right = true;
    for (const std::string& operation : plan.operations) {
        if (!is_tried(operation)) continue;
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        const Tally tally = gathered(try_operation(operation, plan, comm), rank, ranks);
        MPI_Comm_free(&comm);
        is_right = is_right && tally.wrong == 0;
        if (!results) continue;
        std::fprintf(results, "%s %llu %llu %s\n", operation.c_str(), static_cast<unsigned long long>(tally.calls),
                     static_cast<unsigned long long>(tally.wrong), tally.first.c_str());
        std::fflush(results);
    }
    if (results) std::fprintf(results, "end %d\n", ranks), std::fclose(results);
    return is_right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    MPI_Init(&count, &arguments);
    if (count != 5) {
        std::fprintf(stderr, "usage: %s RESULTS OPERATION,... COUNT,... ROOT,...\n", arguments[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int status = run(arguments);
    MPI_Finalize();
    return status;
}
