#include "shim/host/pmi_relay.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "shim/host/presence.hpp"
#include "tests/seeds.hpp"
#include "tests/unit/shim/host/fake_launcher.hpp"

using namespace shunt;

namespace {

using Verdict = Presence::Verdict;

/// Messages between ranks that are threads.
class Words {
public:
    void send(int from, int to, bool word) {
        const std::lock_guard lock(mutex_);
        words_.insert({{from, to}, word});
        arrived_.notify_all();
    }
    /// Returns: false if none arrived within 20 s.
    bool receive(int from, int to, bool& word) {
        std::unique_lock lock(mutex_);
        const auto there = [&] { return words_.count({from, to}) != 0; };
        if (!arrived_.wait_for(lock, std::chrono::seconds(20), there)) return false;
        const auto found = words_.lower_bound({from, to});
        word = found->second;
        words_.erase(found);
        return true;
    }
    bool empty() const { return words_.empty(); }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::multimap<std::pair<int, int>, bool> words_;
};

class Exchange final : public RankExchange {
public:
    Exchange(Words& words, int rank) : words_(words), rank_(rank) {}
    bool pass_on(int to, bool mine, int from, bool& theirs) noexcept override {
        if (to != kNobody) words_.send(rank_, to, mine);
        if (from == kNobody) return true;
        arrived_ = arrived_ && words_.receive(from, rank_, theirs);
        return arrived_;
    }
    bool arrived() const { return arrived_; }

private:
    Words& words_;
    int rank_;
    bool arrived_ = true;
};

/// The outcome of a job whose rank r has the token `tokens[r]`; 0: it runs without Shunt.
struct Job {
    std::vector<Presence::Answer> answers;
    bool hosts_right = true, all_words_came = true;
};

Job run_job(FakeLauncher& launcher, const std::vector<std::uint64_t>& tokens, std::uint64_t seed) {
    const int size = launcher.size();
    Job job;
    job.answers.resize(tokens.size());
    Words words;
    std::vector<char> right(tokens.size()), came(tokens.size(), 1);
    std::vector<std::thread> ranks;
    for (int rank = 0; rank < size; ++rank)
        ranks.emplace_back([&, rank, place = static_cast<std::size_t>(rank)] {
            Presence presence(Presence::Host::mpich, launcher.facts(rank));
            if (tokens[place] != 0) presence.announce(tokens[place]);
            right[place] = host_exchanges(launcher.fd(rank), rank, size, launcher.version(), seed + place);
            Exchange exchange(words, rank);
            if (tokens[place] != 0) job.answers[place] = presence.ask(size, &exchange);
            came[place] = exchange.arrived();
        });
    for (std::thread& rank : ranks) rank.join();
    job.hosts_right = std::ranges::all_of(right, [](char good) { return good != 0; });
    job.all_words_came = std::ranges::all_of(came, [](char good) { return good != 0; }) && words.empty();
    return job;
}

/// The result that all ranks with Shunt must have.
Presence::Answer expected(const std::vector<std::uint64_t>& tokens) {
    Presence::Answer answer;
    answer.verdict = Verdict::all_present;
    for (std::size_t rank = 0; rank < tokens.size(); ++rank) {
        if (tokens[rank] == tokens[0] && tokens[rank] != 0) continue;
        answer.verdict = tokens[rank] == 0 ? Verdict::someone_missing : Verdict::someone_differs;
        answer.first_rank = static_cast<int>(rank);
        break;
    }
    return answer;
}

/// None, one or several of the ranks lack Shunt or have another version.
std::vector<std::uint64_t> some_tokens(int ranks, std::mt19937_64& random) {
    std::vector<std::uint64_t> tokens(static_cast<std::size_t>(ranks), 7);
    const std::uint64_t odd = random() % 4 == 0 ? random() % tokens.size() : random() % 3;
    for (std::uint64_t i = 0; i < odd; ++i) tokens[random() % tokens.size()] = random() % 2 == 0 ? 0 : 8;
    return tokens;
}

}  // namespace

TEST_CASE("all ranks get the same answer, however messages are cut, whichever rank lacks Shunt", "[shim][presence]") {
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 15); ++seed) {
        std::mt19937_64 random(seed);
        const int ranks = seed % 5 == 0 ? 33 + static_cast<int>(random() % 40) : 2 + static_cast<int>(random() % 10);
        const std::vector<std::uint64_t> tokens = some_tokens(ranks, random);
        FakeLauncher launcher(ranks, seed % 2 == 0 ? PmiVersion::one : PmiVersion::two, seed);
        const Job job = run_job(launcher, tokens, seed);
        CAPTURE(seed, ranks);
        CHECK(job.hosts_right);
        CHECK(job.all_words_came);
        const Presence::Answer wanted = expected(tokens);
        const auto is_wrong = [&](const Presence::Answer& answer) {
            return answer.verdict != wanted.verdict || answer.first_rank != wanted.first_rank;
        };
        for (std::size_t rank = 0; rank < tokens.size(); ++rank)
            if (tokens[rank] != 0 && is_wrong(job.answers[rank])) FAIL("rank " << rank << " finds something else");
    }
}

TEST_CASE("each rank reads few tokens among many ranks", "[shim][presence]") {
    const int ranks = GENERATE(33, 64, 100);
    const int rounds = std::bit_width(static_cast<unsigned>(ranks - 1));
    FakeLauncher launcher(ranks, PmiVersion::one, 1);
    const Job job = run_job(launcher, std::vector<std::uint64_t>(static_cast<std::size_t>(ranks), 7), 1);
    CHECK(job.hosts_right);
    int most = 0;
    for (int rank = 0; rank < ranks; ++rank) most = std::max(most, launcher.gets(rank));
    CHECK(most == 1 + 2 * rounds);
    for (const Presence::Answer& answer : job.answers) CHECK(answer.verdict == Verdict::all_present);
}

TEST_CASE("a rank whose token is refused is missing for the others, and the host notices nothing", "[shim][presence]") {
    for (std::uint64_t seed = 0; seed < end_of_seeds(0, 8); ++seed) {
        const int ranks = seed % 4 == 0 ? 40 : 5, refused = static_cast<int>(seed * 7) % ranks;
        FakeLauncher launcher(ranks, seed % 2 == 0 ? PmiVersion::one : PmiVersion::two, seed,
                              {LauncherFault::Kind::refuses_put, refused, 0});
        const Job job = run_job(launcher, std::vector<std::uint64_t>(static_cast<std::size_t>(ranks), 7), seed);
        CAPTURE(seed);
        CHECK(job.hosts_right);
        CHECK(job.all_words_came);
        for (int rank = 0; rank < ranks; ++rank) {
            const Presence::Answer& answer = job.answers[static_cast<std::size_t>(rank)];
            const Verdict wanted = rank == refused ? Verdict::cannot_tell : Verdict::someone_missing;
            if (answer.verdict != wanted || (rank != refused && answer.first_rank != refused))
                FAIL("rank " << rank << " finds something else");
        }
    }
}

TEST_CASE("the host sees a launcher that closes the connection at any point, and nothing hangs", "[shim][presence]") {
    for (int request = 0; request < 9; ++request) {
        const PmiVersion version = GENERATE(PmiVersion::one, PmiVersion::two);
        FakeLauncher launcher(1, version, static_cast<std::uint64_t>(request),
                              {LauncherFault::Kind::closes, 0, request});
        LauncherFacts facts = launcher.facts(0);
        facts.pmi_size = 2;  // only one of them takes part in the test
        Presence presence(Presence::Host::mpich, facts);
        presence.announce(7);
        // Six requests of host and relay, in PMI-1: greeting, put, our name and put, barrier, get. Then those of ask().
        const bool right = host_exchanges(launcher.fd(0), 0, 1, version, 3);
        CHECK(right == (request > 5));
        CHECK(presence.ask(2).verdict != Verdict::all_present);
    }
}

TEST_CASE("a host that never fences gets its descriptor back, and puts no token", "[shim][presence]") {
    FakeLauncher launcher(2, PmiVersion::one, 5);
    const int fd = launcher.fd(0);
    Presence presence(Presence::Host::mpich, launcher.facts(0));
    presence.announce(7);
    const std::string greeting = "cmd=init pmi_version=1 pmi_subversion=1\n";
    REQUIRE(send(fd, greeting.data(), greeting.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(greeting.size()));
    PmiMessage reply;
    while (receive_some(fd, PmiVersion::one, reply) == Received::part) usleep(100);
    CHECK(is_command(PmiVersion::one, reply, "response_to_init"));
    const Presence::Answer answer = presence.ask(2);
    CHECK(answer.verdict == Verdict::cannot_tell);
    CHECK_THAT(std::string(answer.why), Catch::Contains("exchanged no key-value space"));
    PmiClient direct(fd, PmiVersion::one);
    std::uint64_t token = 0;
    CHECK(direct.get(0, token) == Lookup::absent);
}

TEST_CASE("a message that the host leaves unfinished is passed on", "[shim][presence]") {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    PmiRelay relay;
    REQUIRE(relay.start(ends[0], 0, 7) == nullptr);
    const std::string half = "cmd=init pmi_ver";
    REQUIRE(send(ends[0], half.data(), half.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(half.size()));
    relay.stop();
    char got[100];
    CHECK(recv(ends[1], got, sizeof got, MSG_DONTWAIT) == static_cast<ssize_t>(half.size()));
    CHECK(relay.not_put() != nullptr);
    close(ends[0]);
    close(ends[1]);
}
