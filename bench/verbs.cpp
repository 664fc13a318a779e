// Times of puts over RDMA between two devices of this machine.
//   verbs DEVICE DEVICE words|puts|copies BYTES COUNT
// Prints for words us in one direction, for puts and copies (of memory that is not registered) MB/s. bench/verbs.py
// runs it beside ib_write_bw.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include "native/base/clock.hpp"
#include "native/memory/verbs/open.hpp"
#include "native/select/vocabulary.hpp"

using namespace shunt;
using namespace shunt::memory;

namespace {

constexpr std::int64_t kMinute = 60'000'000'000;

struct Board {
    std::atomic<int> round[64] = {};
    std::byte slots[2][4096];
};

void stop_unless(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "verbs: %s failed\n", what);
    _exit(1);
}

struct Run {
    Board& board;
    int rank;
    const char* device;
    std::string mode;
    std::size_t bytes;
    int count;
    int rounds = 0;

    Status all_gather(const void* mine, std::size_t size, void* all) {
        std::memcpy(board.slots[rank], mine, size);
        meet();
        for (int i = 0; i < 2; ++i)
            std::memcpy(static_cast<std::byte*>(all) + static_cast<std::size_t>(i) * size, board.slots[i], size);
        meet();
        return Status::ok;
    }
    void meet() {
        board.round[rounds].fetch_add(1);
        while (board.round[rounds].load() < 2) usleep(100);
        ++rounds;
    }
};

std::uint64_t word(RemoteMemory& memory) {
    return reinterpret_cast<Word*>(memory.window().data())->load(std::memory_order_acquire);
}

/// Words back and forth; half of a turn is one direction.
double words(Run& run, RemoteMemory& memory) {
    const std::int64_t start = monotonic_ns();
    for (int i = 1; i <= run.count; ++i) {
        const auto value = static_cast<std::uint64_t>(i);
        if (run.rank == 0) stop_unless(memory.put_word(1, 0, value) == Status::ok, "a word");
        stop_unless(memory.wait([&] { return word(memory) >= value; }, kMinute) == Status::ok, "waiting for a word");
        if (run.rank == 1) stop_unless(memory.put_word(0, 0, value) == Status::ok, "a word");
    }
    return static_cast<double>(monotonic_ns() - start) / 2e3 / run.count;
}

/// Puts as fast as the transport accepts them, until all have completed.
double puts(Run& run, RemoteMemory& memory) {
    std::vector<std::byte> data(run.bytes);
    Registration registration;
    if (run.mode == "puts") stop_unless(memory.register_memory(data, registration).ok(), "registering");
    const std::int64_t start = monotonic_ns();
    for (int i = 0; run.rank == 0 && i < run.count; ++i) {
        Status status = Status::again;
        const auto put = [&] {
            return (status = memory.put(1, 4096, data, run.mode == "puts" ? &registration : nullptr)) != Status::again;
        };
        stop_unless(memory.wait(put, kMinute) == Status::ok && status == Status::ok, "a put");
    }
    if (run.rank == 0) {
        stop_unless(memory.wait([&] { return memory.completed(1) >= memory.posted(1); }, kMinute) == Status::ok,
                    "waiting for the end");
        // Copies have left this memory, but may not have reached the other. The answer to a word sent after them shows
        // that they have.
        stop_unless(memory.put_word(1, 0, 1) == Status::ok, "a word");
    }
    stop_unless(memory.wait([&] { return word(memory) == 1; }, 2 * kMinute) == Status::ok, "waiting for a word");
    if (run.rank == 1) stop_unless(memory.put_word(0, 0, 1) == Status::ok, "a word");
    const auto taken = static_cast<double>(monotonic_ns() - start);
    memory.deregister(registration);
    return static_cast<double>(run.bytes) * run.count / taken * 1e3;
}

int measure(Run run) {
    verbs::Settings settings;
    settings.options = default_engine_options().get<verbs::VerbsOptions>();
    settings.options.device = run.device;
    Setup setup;
    setup.rank = run.rank;
    setup.size = 2;
    setup.window_bytes = 4096 + run.bytes;
    setup.cores = 2;
    setup.all_gather = [&](const void* mine, std::size_t bytes, void* all) { return run.all_gather(mine, bytes, all); };
    std::unique_ptr<RemoteMemory> memory;
    const Outcome opened = open_verbs(setup, settings, memory);
    if (!opened.ok()) std::fprintf(stderr, "%s\n", opened.reason.c_str());
    if (!opened.ok()) return 1;
    const double figure = run.mode == "words" ? words(run, *memory) : puts(run, *memory);
    if (run.rank == 0) std::printf("%.2f\n", figure);
    run.meet();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string mode = argc > 3 ? argv[3] : "";
    if (argc != 6 || (mode != "words" && mode != "puts" && mode != "copies")) {
        std::fprintf(stderr, "usage: verbs DEVICE DEVICE words|puts|copies BYTES COUNT\n");
        return 2;
    }
    void* const place = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    stop_unless(place != MAP_FAILED, "mapping memory");
    Board& board = *new (place) Board;
    const auto bytes = static_cast<std::size_t>(std::atoll(argv[4]));
    const pid_t child = fork();
    const int rank = child == 0 ? 1 : 0;
    alarm(300);
    const int result = measure({board, rank, argv[1 + rank], mode, bytes, std::atoi(argv[5])});
    if (child == 0) return result;
    int status = 0;
    waitpid(child, &status, 0);
    return result != 0 || status != 0 ? 1 : 0;
}
