#include "shim/host/presence.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

using namespace shunt;

namespace {

using Verdict = Presence::Verdict;
using Script = std::vector<std::string>;

std::map<std::string, std::string> environment;

char* from_environment(const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.data();
}

/// Reads the bytes that arrive within `patience_ms`, at most `most`; empty at the end of the stream.
std::string read_some(int fd, std::size_t most, int patience_ms = 20'000) {
    std::string bytes(most, '\0');
    pollfd entry{fd, POLLIN, 0};
    if (poll(&entry, 1, patience_ms) <= 0) return "nothing came";
    const ssize_t got = recv(fd, bytes.data(), most, 0);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

std::string read_all(int fd, std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
        const std::string piece = read_some(fd, bytes - text.size());
        if (piece.empty()) break;
        text += piece;
    }
    return text;
}

/// A message of PMI-2.
std::string framed(const std::string& body) {
    char length[8];
    std::snprintf(length, sizeof length, "%-6zu", body.size());
    return length + body;
}

/// The launcher's end of PMI_FD, in a thread. It answers each request with the next reply of its script; for an empty
/// reply it closes the connection. After the script it sends nothing. Keeps the requests.
class Launcher {
public:
    explicit Launcher(Script replies, bool byte_by_byte = false) {
        REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_) == 0);
        thread_ = std::thread([this, replies = std::move(replies), byte_by_byte] { play(replies, byte_by_byte); });
    }
    ~Launcher() {
        if (thread_.joinable()) heard();
        close(ends_[0]);
        close(ends_[1]);
    }

    int pmi_fd() const { return ends_[0]; }

    LauncherFacts facts(const char* rank = "0") const {
        environment = {{"PMI_FD", std::to_string(pmi_fd())}, {"PMI_RANK", rank}, {"PMI_SIZE", "2"}};
        return LauncherFacts::read(from_environment);
    }

    /// Called at the end.   Returns: the requests, in order.
    const Script& heard() {
        shutdown(ends_[0], SHUT_WR);
        thread_.join();
        return heard_;
    }

private:
    void play(const Script& replies, bool byte_by_byte) {
        for (const std::string& reply : replies) {
            heard_.push_back(read_some(ends_[1], 4000));
            if (heard_.back().empty()) return heard_.pop_back();
            if (reply.empty()) break;
            const std::size_t piece = byte_by_byte ? 1 : reply.size();
            for (std::size_t at = 0; at < reply.size(); at += piece) {
                if (send(ends_[1], reply.data() + at, piece, MSG_NOSIGNAL) < 0) return;
                if (byte_by_byte) usleep(100);
            }
        }
        if (!replies.empty() && replies.back().empty()) shutdown(ends_[1], SHUT_RDWR);
    }

    int ends_[2];
    std::thread thread_;
    Script heard_;
};

/// The host's MPI_Init: makes its requests over PMI_FD.   Returns: the replies that it got.
std::string host_init(int fd, const Script& requests) {
    std::string got;
    for (const std::string& request : requests) {
        if (send(fd, request.data(), request.size(), MSG_NOSIGNAL) < 0) return got + "|closed";
        std::string reply = read_some(fd, 4000);
        const PmiVersion version = reply.starts_with('c') ? PmiVersion::one : PmiVersion::two;
        while (!reply.empty() && frame_of(version, reply).state == PmiFrame::State::part) reply += read_some(fd, 1);
        got += "|" + (reply.empty() ? "closed" : reply);
    }
    return got;
}

const std::string kInit = "cmd=init pmi_version=1 pmi_subversion=1\n", kBarrier = "cmd=barrier_in\n";
const std::string kGreeted = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
const std::string kName = "cmd=my_kvsname kvsname=kvs_1\n", kPut = "cmd=put_result rc=0 msg=success\n";
const std::string kOut = "cmd=barrier_out rc=0\n";
const std::string kSeven = "cmd=get_result rc=0 msg=success value=0000000000000007\n";
const std::string kEight = "cmd=get_result rc=0 msg=success value=0000000000000008\n";
const std::string kAbsent = "cmd=get_result rc=-1 msg=key_shunt.1_not_found value=unknown\n";

/// All replies of a launcher of PMI-1 until MPI_Init has ended, and then `replies`.
Script pmi1(const Script& replies) {
    Script script{kGreeted, kName, kPut, kOut, kName};
    script.insert(script.end(), replies.begin(), replies.end());
    return script;
}

const std::string kInit2 = "cmd=init pmi_version=2 pmi_subversion=0\n", kFence2 = framed("cmd=kvs-fence;");
const std::string kGreeted2 = "cmd=response_to_init rc=0 pmi_version=2 pmi_subversion=0\n";
const std::string kFull2 = framed("cmd=fullinit;pmijobid=1.0;pmirank=0;threaded=FALSE;");
const std::string kFullReply2 = framed("cmd=fullinit-response;rc=0;rank=0;size=2;");
const std::string kPut2 = framed("cmd=kvs-put-response;rc=0;"), kOut2 = framed("cmd=kvs-fence-response;rc=0;");
const std::string kSeven2 = framed("cmd=kvs-get-response;rc=0;found=TRUE;value=0000000000000007;");
const std::string kAbsent2 = framed("cmd=kvs-get-response;rc=0;found=FALSE;");

struct Outcome {
    Presence::Answer answer;
    std::string host_got;
};

Outcome run_pmi1(Launcher& launcher, const Script& requests = {kInit, kBarrier}) {
    Presence presence(Presence::Host::mpich, launcher.facts());
    presence.announce(7);
    const std::string got = host_init(launcher.pmi_fd(), requests);
    return {presence.ask(2), got};
}

void expect(const Presence::Answer& answer, Verdict verdict, int first_rank, const char* why = "") {
    CHECK(answer.verdict == verdict);
    CHECK(answer.first_rank == first_rank);
    CHECK_THAT(std::string(answer.why), Catch::Contains(why));
}

Presence::Answer asked(Presence::Host host, std::map<std::string, std::string> variables) {
    environment = std::move(variables);
    Presence presence(host, LauncherFacts::read(from_environment));
    presence.announce(7);
    return presence.ask(2);
}

}  // namespace

TEST_CASE("PMI-1: the token is put before the host's first barrier, after its greeting", "[shim][presence]") {
    Launcher launcher(pmi1({kSeven, kSeven}));
    const Outcome outcome = run_pmi1(launcher);
    expect(outcome.answer, Verdict::all_present, -1);
    CHECK(outcome.host_got == "|" + kGreeted + "|" + kOut);
    CHECK(launcher.heard() ==
          Script{kInit, "cmd=get_my_kvsname\n", "cmd=put kvsname=kvs_1 key=shunt.0 value=0000000000000007\n", kBarrier,
                 "cmd=get_my_kvsname\n", "cmd=get kvsname=kvs_1 key=shunt.0\n", "cmd=get kvsname=kvs_1 key=shunt.1\n"});
}

TEST_CASE("PMI-2: the token is put before the host's first fence, after its greeting", "[shim][presence]") {
    const bool byte_by_byte = GENERATE(false, true);
    Launcher launcher({kGreeted2, kFullReply2, kPut2, kOut2, kSeven2, kAbsent2}, byte_by_byte);
    const Outcome outcome = run_pmi1(launcher, {kInit2, kFull2, kFence2});
    expect(outcome.answer, Verdict::someone_missing, 1);
    CHECK(outcome.host_got == "|" + kGreeted2 + "|" + kFullReply2 + "|" + kOut2);
    CHECK(launcher.heard() == Script{kInit2, kFull2, framed("cmd=kvs-put;key=shunt.0;value=0000000000000007;"), kFence2,
                                     framed("cmd=kvs-get;srcid=-1;key=shunt.0;"),
                                     framed("cmd=kvs-get;srcid=-1;key=shunt.1;")});
}

TEST_CASE("missing and differing tokens are distinguished, also in pieces", "[shim][presence]") {
    Launcher absent(pmi1({kSeven, kAbsent}), true), other(pmi1({kSeven, kEight}), true);
    expect(run_pmi1(absent).answer, Verdict::someone_missing, 1);
    expect(run_pmi1(other).answer, Verdict::someone_differs, 1);
}

TEST_CASE("bytes behind a reply to Shunt stay for the host", "[shim][presence]") {
    Launcher launcher(pmi1({kSeven, kSeven + "cmd=barrier_out\n"}));
    expect(run_pmi1(launcher).answer, Verdict::all_present, -1);
    CHECK(read_some(launcher.pmi_fd(), 4000) == "cmd=barrier_out\n");
}

TEST_CASE("ranks leave together by a barrier of the version that the host speaks", "[shim][presence]") {
    const bool two = GENERATE(false, true);
    Launcher launcher(two ? Script{kGreeted2, kPut2, kOut2, kSeven2, kSeven2, kOut2} : pmi1({kSeven, kSeven, kOut}));
    Presence presence(Presence::Host::mpich, launcher.facts());
    presence.announce(7);
    host_init(launcher.pmi_fd(), two ? Script{kInit2, kFence2} : Script{kInit, kBarrier});
    expect(presence.ask(2), Verdict::all_present, -1);
    presence.leave_together();
    presence.leave_together();
    CHECK(launcher.heard().back() == (two ? kFence2 : kBarrier));
}

TEST_CASE("a launcher that refuses the token does not keep the host from its barrier", "[shim][presence]") {
    Launcher launcher({kGreeted, kName, "cmd=put_result rc=-1 msg=full\n", kOut});
    const Outcome outcome = run_pmi1(launcher);
    expect(outcome.answer, Verdict::cannot_tell, -1, "refused");
    CHECK(outcome.host_got == "|" + kGreeted + "|" + kOut);
}

TEST_CASE("a launcher that closes the connection has closed it for the host too", "[shim][presence]") {
    Launcher at_once({""}), at_put({kGreeted, kName, ""}), at_get(pmi1({""})), later(pmi1({kSeven, ""}));
    Outcome outcome = run_pmi1(at_once);
    expect(outcome.answer, Verdict::cannot_tell, -1, "exchanged no key-value space");
    CHECK(outcome.host_got == "|closed|closed");
    outcome = run_pmi1(at_put);
    expect(outcome.answer, Verdict::cannot_tell, -1, "closed PMI_FD");
    CHECK(outcome.host_got == "|" + kGreeted + "|closed");
    expect(run_pmi1(at_get).answer, Verdict::cannot_tell, -1, "stopped answering");
    expect(run_pmi1(later).answer, Verdict::cannot_tell, -1, "stopped answering");
}

TEST_CASE("odd replies of a launcher end in words", "[shim][presence]") {
    Launcher unnamed({kGreeted, "cmd=my_kvsname kvsname=\n", kOut});
    expect(run_pmi1(unnamed).answer, Verdict::cannot_tell, -1, "named no");
    Launcher endless({kGreeted, "cmd=my_kvsname kvsname=" + std::string(900, 'x') + "\n", kOut});
    expect(run_pmi1(endless).answer, Verdict::cannot_tell, -1, "named no");
    Launcher unexchanged(pmi1({kAbsent}));
    expect(run_pmi1(unexchanged).answer, Verdict::cannot_tell, -1, "not exchanged");
    Launcher foreign(pmi1({kSeven, "cmd=get_result rc=0 value=zebra\n"}));
    expect(run_pmi1(foreign).answer, Verdict::cannot_tell, -1, "stopped answering");
}

TEST_CASE("hydra's PMI-2 is asked nothing, as it may never answer", "[shim][presence]") {
    Launcher launcher({kGreeted2, kPut2, kOut2, kSeven2, kAbsent2});
    LauncherFacts facts = launcher.facts();
    facts.hydra = true;
    Presence presence(Presence::Host::mpich, facts);
    presence.announce(7);
    host_init(launcher.pmi_fd(), {kInit2, kFence2});
    expect(presence.ask(2), Verdict::cannot_tell, -1, "hydra's PMI-2");
    CHECK(launcher.heard().back() == kFence2);
}

TEST_CASE("bytes that the host sends in another protocol pass unchanged", "[shim][presence]") {
    std::string bytes = GENERATE(as<std::string>(), "hello\n", "cmd=init pmi_version=3 pmi_subversion=0\n",
                                 "    26cmd=fullinit;pmirank=0;", "cmd=long");
    for (int i = 0; bytes.size() < 100'000; ++i) bytes += static_cast<char>(i * 7 | 128);
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    environment = {{"PMI_FD", std::to_string(ends[0])}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}};
    Presence presence(Presence::Host::mpich, LauncherFacts::read(from_environment));
    presence.announce(7);
    std::string arrived, back;
    ssize_t sent_back = -1;
    std::thread launcher([&] {
        arrived = read_all(ends[1], bytes.size());
        sent_back = send(ends[1], bytes.data(), bytes.size(), MSG_NOSIGNAL);
    });
    CHECK(send(ends[0], bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
    back = read_all(ends[0], bytes.size());
    launcher.join();
    CHECK(sent_back == static_cast<ssize_t>(bytes.size()));
    CHECK((arrived == bytes && back == bytes));
    expect(presence.ask(2), Verdict::cannot_tell, -1, "exchanged no key-value space");
    close(ends[0]);
    close(ends[1]);
}

TEST_CASE("a descriptor that the host has closed is not taken again", "[shim][presence]") {
    Launcher launcher({kGreeted});
    const int number = dup(launcher.pmi_fd());
    LauncherFacts facts = launcher.facts();
    facts.pmi_fd = number;
    Presence presence(Presence::Host::mpich, facts);
    presence.announce(7);
    close(number);
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    REQUIRE(pipe_ends[0] == number);
    presence.ask(2);
    CHECK(write(pipe_ends[1], "x", 1) == 1);
    char got = 0;
    CHECK((read(pipe_ends[0], &got, 1) == 1 && got == 'x'));
    close(pipe_ends[0]);
    close(pipe_ends[1]);
}

TEST_CASE("bytes that the host sends right before it exits inside MPI_Init arrive, at a slow launcher too",
          "[shim][presence]") {
    // More than the launcher's socket accepts, so that Shunt still holds the end when the host exits.
    std::string said(300'000, 'x');
    said += "cmd=abort exitcode=3\n";
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        environment = {{"PMI_FD", std::to_string(ends[0])}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}};
        auto* presence = new Presence(Presence::Host::mpich, LauncherFacts::read(from_environment));
        presence->announce(7);
        (void)!send(ends[0], said.data(), said.size(), MSG_NOSIGNAL);
        std::exit(3);
    }
    close(ends[0]);
    usleep(300'000);
    CHECK((read_all(ends[1], said.size()) == said));
    int status = 0;
    CHECK((waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3));
    close(ends[1]);
}

TEST_CASE("PMIx is Open MPI's way to the launcher, PMI_FD that of MPICH's family", "[shim][presence]") {
    using Host = Presence::Host;
    const std::map<std::string, std::string> pmix = {{"PMIX_NAMESPACE", "a"}, {"PMIX_RANK", "0"}};
    std::map<std::string, std::string> pmi = {
        {"PMI_FD", "-1"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"PMI_JOBID", "1.0"}};
    expect(asked(Host::mpich, {}), Verdict::cannot_tell, -1, "no key-value space of PMI-1 or PMI-2");
    expect(asked(Host::mpich, pmix), Verdict::cannot_tell, -1, "no key-value space of PMI-1 or PMI-2");
    expect(asked(Host::mpich, pmi), Verdict::cannot_tell, -1, "no key-value space of PMI-1 or PMI-2");
    expect(asked(Host::mpich, {{"PMI_PORT", "vm:1"}, {"PMI_ID", "0"}}), Verdict::cannot_tell, -1, "PMI_PORT");
    expect(asked(Host::openmpi, {}), Verdict::cannot_tell, -1, "no PMIx");
    expect(asked(Host::openmpi, pmix), Verdict::cannot_tell, -1, "no PMIx library");
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pmi["PMI_FD"] = std::to_string(ends[0]);
    expect(asked(Host::mpich, pmi), Verdict::cannot_tell, -1, "no socket");
    expect(asked(Host::openmpi, pmi), Verdict::cannot_tell, -1, "no PMIx key-value space");
    close(ends[0]);
    close(ends[1]);
}
