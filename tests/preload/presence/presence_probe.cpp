// A tiny MPI program that determines the presence of all ranks around MPI_Init, as the shim does. Prints one line per
// rank: "rank size verdict first_rank".
//   SHUNT_TEST_SKIP_ROLL=R   rank R acts as a rank without the shim (all: every rank does)
//   SHUNT_TEST_OTHER_TOKEN=R rank R has another protocol version
//   SHUNT_TEST_LATE=R        rank R enters MPI_Init half a second late
//   SHUNT_TEST_LEAVE_LATE=1  odd ranks ask half a second late
//   arguments: thread (MPI_Init_thread MULTIPLE), spawn N (N children check presence among themselves), fds (compare
//   open descriptors), time
#include <dirent.h>
#include <mpi.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "shim/host/presence.hpp"

#if __has_include(<pmix_common.h>) && defined(SHUNT_CHECK_PMIX_ABI)
#include <pmix_common.h>
static_assert(sizeof(pmix_proc_t) == 260 && sizeof(pmix_value_t) == 32 && sizeof(pmix_info_t) == 552);
static_assert(offsetof(pmix_info_t, flags) == 512 && offsetof(pmix_info_t, value) == 520 &&
              offsetof(pmix_value_t, data) == 8);
static_assert(PMIX_GLOBAL == 3 && PMIX_BOOL == 1 && PMIX_UINT32 == 14 && PMIX_UINT64 == 15 &&
              PMIX_ERR_NOT_FOUND == -46);
static_assert(PMIX_RANK_WILDCARD == 0xfffffffeu);
#endif

namespace {

#ifdef OPEN_MPI
constexpr auto kHost = shunt::Presence::Host::openmpi;
#else
constexpr auto kHost = shunt::Presence::Host::mpich;
#endif

constexpr const char* kVerdicts[] = {"all_present", "someone_missing", "someone_differs", "cannot_tell"};

double now_us() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

/// The rank that the launcher announces, before MPI is initialised.
int launcher_rank() {
    for (const char* name : {"PMIX_RANK", "PMI_RANK"})
        if (const char* text = std::getenv(name)) return std::atoi(text);
    return 0;
}

bool names_me(const char* variable) {
    const char* text = std::getenv(variable);
    return text != nullptr && (std::strcmp(text, "all") == 0 || std::atoi(text) == launcher_rank());
}

bool has_argument(int argc, char** argv, const char* word) {
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], word) == 0) return true;
    return false;
}

int open_descriptors() {
    int count = 0;
    DIR* folder = opendir("/proc/self/fd");
    while (readdir(folder) != nullptr) ++count;
    closedir(folder);
    return count;
}

void spawn(char** argv, int children) {
    MPI_Comm inter;
    char* none[] = {nullptr};
    MPI_Comm_spawn(argv[0], none, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
}

/// One write per line, so that the lines of many ranks do not mix.
void say(const std::string& line) {
    if (write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(3);
}

}  // namespace

int main(int argc, char** argv) {
    const bool skip = names_me("SHUNT_TEST_SKIP_ROLL");
    const int before = open_descriptors();
    shunt::Presence roll(kHost, shunt::LauncherFacts::read(std::getenv));
    const double start = now_us();
    if (names_me("SHUNT_TEST_LATE")) usleep(500'000);
    if (!skip) roll.announce(names_me("SHUNT_TEST_OTHER_TOKEN") ? 0xdeadbeefcafef00d : 0x5348554e54000001);
    const double announced = now_us();

    int provided = 0;
    if (has_argument(argc, argv, "thread")) MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    else MPI_Init(&argc, &argv);
    const double ready = now_us();
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (std::getenv("SHUNT_TEST_LEAVE_LATE") != nullptr && rank % 2 == 1) usleep(500'000);

    const double asking = now_us();
    shunt::Presence::Answer answer;
    if (!skip) answer = roll.ask(size);
    const double answered = now_us();
    const int after_ask = open_descriptors();

    const char* verdict = skip ? "skipped" : kVerdicts[static_cast<int>(answer.verdict)];
    std::string line = "ROLL " + std::to_string(rank) + " " + std::to_string(size) + " " + verdict + " " +
                       std::to_string(answer.first_rank);
    if (*answer.why != '\0' && !skip) line += std::string(" ") + answer.why;
    say(line + "\n");
    if (has_argument(argc, argv, "time")) {
        char times[160];
        std::snprintf(times, sizeof times, "TIME %d announce_us %.0f init_us %.0f ask_us %.0f\n", rank,
                      announced - start, ready - announced, answered - asking);
        say(times);
    }
    if (has_argument(argc, argv, "fds"))
        say("FDS " + std::to_string(rank) + " opened " + std::to_string(after_ask - before) + "\n");

    MPI_Comm parent;
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Barrier(parent);
        MPI_Comm_disconnect(&parent);
    } else if (has_argument(argc, argv, "spawn")) {
        spawn(argv, std::atoi(argv[argc - 1]));
    }
    // The host must still work afterwards: a collective, then a clean end.
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum == size * (size - 1) / 2 ? 0 : 4;
}
