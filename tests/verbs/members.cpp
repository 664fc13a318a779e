#include "tests/verbs/members.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>

#include "native/base/clock.hpp"
#include "native/memory/hybrid_memory.hpp"
#include "native/select/vocabulary.hpp"

namespace verbs_test {

void check(bool condition, const std::string& words) {
    if (condition) return;
    std::fprintf(stderr, "process %d: %s\n", static_cast<int>(getpid()), words.c_str());
    std::fflush(stderr);
    _exit(1);
}

/// Two slots alternate, so that a member that is one round ahead does not overwrite data that others still read.
Status Member::all_gather(const void* mine, std::size_t bytes, void* all) {
    check(bytes * static_cast<std::size_t>(size_) <= Board::kBytes, "the board is too small");
    const int turn = rounds_ % 2;
    const auto round = static_cast<std::uint64_t>(rounds_);
    std::memcpy(board_.slots[turn] + static_cast<std::size_t>(rank_) * bytes, mine, bytes);
    if (board_.arrived[turn].fetch_add(1) + 1 == size_) {
        board_.arrived[turn] = 0;
        board_.round = round + 1;
    }
    while (board_.round.load() <= round) usleep(200);
    std::memcpy(all, board_.slots[turn], bytes * static_cast<std::size_t>(size_));
    if (tamper) tamper(rounds_, bytes, static_cast<std::byte*>(all));
    ++rounds_;
    return Status::ok;
}

void Member::barrier() {
    char mine = 0;
    std::vector<char> all(static_cast<std::size_t>(size_));
    static_cast<void>(all_gather(&mine, 1, all.data()));
}

verbs::Settings Member::settings() { return trying(15'000'000'000); }

verbs::Settings Member::untried() {
    verbs::Settings settings;
    settings.options = default_engine_options().get<verbs::VerbsOptions>();
    settings.options.device = rank_ % 2 == 0 ? "rxe0" : "rxe1";
    settings.warn = [this](std::string_view text) { said += std::string(text) + "\n"; };
    return settings;
}

verbs::Settings Member::trying(std::int64_t most_ns) {
    verbs::Settings with = untried();
    with.is_trial_over = [end = monotonic_ns() + most_ns](std::int64_t now) { return now >= end; };
    return with;
}

Setup Member::setup(std::size_t window_bytes) {
    Setup setup;
    setup.rank = rank_;
    setup.size = size_;
    setup.window_bytes = window_bytes;
    setup.cores = 1;  // members do not spin, because the guest's processors are slow and few
    setup.all_gather = [this](const void* mine, std::size_t bytes, void* all) { return all_gather(mine, bytes, all); };
    return setup;
}

std::unique_ptr<RemoteMemory> Member::open(std::size_t window_bytes, const verbs::Settings& settings) {
    std::unique_ptr<RemoteMemory> memory;
    const Outcome outcome = open_verbs(setup(window_bytes), settings, memory);
    check(outcome.ok() && memory != nullptr, "opening: " + outcome.reason);
    return memory;
}

std::unique_ptr<InternodeMemory> Member::open_far(std::size_t window_bytes, const verbs::Settings& settings) {
    std::unique_ptr<InternodeMemory> memory;
    const Setup with = setup(window_bytes);
    const Outcome outcome = open_alone(with, *open_far_verbs(with, settings, false), {}, memory);
    check(outcome.ok() && memory != nullptr, "opening: " + outcome.reason);
    return memory;
}

std::vector<std::string> run(int size, const std::function<void(Member&)>& body) {
    void* const place = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    check(place != MAP_FAILED, "no memory for the board");
    Board& board = *new (place) Board;
    std::vector<pid_t> children;
    for (int rank = 0; rank < size; ++rank) {
        const pid_t child = fork();
        if (child == 0) {
            alarm(240);
            {
                Member member(board, rank, size);
                body(member);
            }
            std::exit(0);  // not _exit, which would skip the check for leaks
        }
        children.push_back(child);
    }
    std::vector<std::string> ends;
    for (const pid_t child : children) {
        int status = 0;
        waitpid(child, &status, 0);
        ends.push_back(WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                                         : "signal " + std::to_string(WTERMSIG(status)));
    }
    munmap(place, sizeof(Board));
    return ends;
}

bool all_well(const std::vector<std::string>& ends) {
    bool well = true;
    for (std::size_t rank = 0; rank < ends.size(); ++rank) {
        if (ends[rank] != "exit 0") std::fprintf(stderr, "rank %zu: %s\n", rank, ends[rank].c_str());
        well = well && ends[rank] == "exit 0";
    }
    return well;
}

void put(RemoteMemory& memory, int peer, std::uint64_t offset, std::span<const std::byte> data,
         const Registration* from) {
    Status status = Status::again;
    const Status waited =
        memory.wait([&] { return (status = memory.put(peer, offset, data, from)) != Status::again; }, kMinute);
    check(waited == Status::ok && status == Status::ok,
          "put: " + std::string(name_of(status)) + ", wait: " + name_of(waited));
}

void put_word(RemoteMemory& memory, int peer, std::uint64_t offset, std::uint64_t value) {
    Status status = Status::again;
    const Status waited =
        memory.wait([&] { return (status = memory.put_word(peer, offset, value)) != Status::again; }, kMinute);
    check(waited == Status::ok && status == Status::ok,
          "put_word: " + std::string(name_of(status)) + ", wait: " + name_of(waited));
}

std::uint64_t word(RemoteMemory& memory, std::uint64_t offset) {
    return reinterpret_cast<Word*>(memory.window().data() + offset)->load(std::memory_order_acquire);
}

void await_word(RemoteMemory& memory, std::uint64_t offset, std::uint64_t value) {
    const Status waited = memory.wait([&] { return word(memory, offset) >= value; }, kMinute);
    check(waited == Status::ok, "waiting for a word: " + std::string(name_of(waited)));
}

void await_end(RemoteMemory& memory, int peer) {
    const std::uint64_t number = memory.posted(peer);
    const Status waited = memory.wait([&] { return memory.completed(peer) >= number; }, kMinute);
    check(waited == Status::ok, "waiting for the end of puts: " + std::string(name_of(waited)));
}

}  // namespace verbs_test
