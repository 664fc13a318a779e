// Acts as an MPI library whose process manager client is Slurm's libpmi2: makes the shim's requests around MPI_Init,
// and in between the requests of MPI_Init. Prints one line per rank: "ROLL rank size verdict first_rank".
//   SHUNT_TEST_SKIP_ROLL=R   rank R acts as a rank without the shim
#include <slurm/pmi2.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "shim/host/presence.hpp"

namespace {

constexpr const char* kVerdicts[] = {"all_present", "someone_missing", "someone_differs", "cannot_tell"};

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "pmi2_probe: %s failed\n", what);
    std::exit(5);
}

std::string address_of(int rank) { return "address-of-" + std::to_string(rank) + std::string(300, 'x'); }

/// Each rank publishes its address, and then knows the addresses of all others.
void exchange_addresses(int rank, int size) {
    const std::string mine = "address." + std::to_string(rank);
    require(PMI2_KVS_Put(mine.c_str(), address_of(rank).c_str()) == PMI2_SUCCESS, "PMI2_KVS_Put");
    require(PMI2_KVS_Fence() == PMI2_SUCCESS, "PMI2_KVS_Fence");
    for (int peer = 0; peer < size; ++peer) {
        char value[1024];
        int length = 0;
        const std::string key = "address." + std::to_string(peer);
        require(PMI2_KVS_Get(nullptr, PMI2_ID_NULL, key.c_str(), value, sizeof value, &length) == PMI2_SUCCESS,
                "PMI2_KVS_Get");
        require(value == address_of(peer), "the exchange of addresses");
    }
}

}  // namespace

int main() {
    const char* const skipped = std::getenv("SHUNT_TEST_SKIP_ROLL");
    const char* const self = std::getenv("PMI_RANK");
    const bool skip = skipped && self && std::strcmp(skipped, self) == 0;
    shunt::Presence presence(shunt::Presence::Host::mpich, shunt::LauncherFacts::read(std::getenv));
    if (!skip) presence.announce(7);
    int spawned = 0, size = 0, rank = 0, app = 0;
    require(PMI2_Init(&spawned, &size, &rank, &app) == PMI2_SUCCESS, "PMI2_Init");
    exchange_addresses(rank, size);
    shunt::Presence::Answer answer;
    if (!skip) answer = presence.ask(size);
    std::printf("ROLL %d %d %s %d\n", rank, size, skip ? "skipped" : kVerdicts[static_cast<int>(answer.verdict)],
                answer.first_rank);
    std::fflush(stdout);
    if (!skip) presence.leave_together();
    require(PMI2_KVS_Fence() == PMI2_SUCCESS, "the last PMI2_KVS_Fence");
    require(PMI2_Finalize() == PMI2_SUCCESS, "PMI2_Finalize");
}
