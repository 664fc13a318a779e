// Puts the PMI-1 half of the roll call before launchers that misbehave: it must end, say `cannot_tell` and why, and
// take no byte that belongs to the host. No MPI. Prints one line per case that fails; exit status 0 when none did.
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "shim/host/presence.hpp"

namespace {

using shunt::LauncherFacts;
using shunt::Presence;
using Verdict = Presence::Verdict;
using Script = std::vector<std::string>;  // the reply to each request in turn; an empty one closes the connection

std::map<std::string, std::string> environment;
char* from_environment(const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.data();
}

void play(int fd, const Script& script, bool byte_by_byte) {
    for (const std::string& reply : script) {
        char request[2000];
        if (read(fd, request, sizeof request) <= 0 || reply.empty()) break;
        const std::size_t piece = byte_by_byte ? 1 : reply.size();
        for (std::size_t at = 0; at < reply.size(); at += piece) {
            if (write(fd, reply.data() + at, piece) < 0) break;
            if (byte_by_byte) usleep(200);
        }
    }
}

const std::string kInit = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
const std::string kName = "cmd=my_kvsname kvsname=kvs_1\n";
const std::string kPut = "cmd=put_result rc=0 msg=success\n";
const std::string kMine = "cmd=get_result rc=0 msg=success value=0000000000000007\n";
const std::string kOther = "cmd=get_result rc=0 msg=success value=0000000000000008\n";
const std::string kAbsent = "cmd=get_result rc=-1 msg=key_shunt.1_not_found value=unknown\n";

LauncherFacts hydra(int fd) {
    environment = {{"PMI_FD", std::to_string(fd)},
                   {"PMI_RANK", "0"},
                   {"PMI_SIZE", "2"},
                   {"MPI_LOCALNRANKS", "9"},
                   {"MPI_LOCALRANKID", "0"}};
    LauncherFacts facts = LauncherFacts::read(from_environment);
    facts.patience_ms = 100;
    return facts;
}

int failures = 0;

void expect(const char* name, const Presence::Answer& answer, Verdict verdict, int first_rank, const char* why) {
    if (answer.verdict == verdict && answer.first_rank == first_rank && std::strstr(answer.why, why) != nullptr) return;
    std::printf("FAILED %s: verdict %d first_rank %d why '%s'\n", name, static_cast<int>(answer.verdict),
                answer.first_rank, answer.why);
    ++failures;
}

/// Plays `script` to rank 0 of 2. `left` is what must still be unread at the end: the host's next reply.
void with_launcher(const char* name, const Script& script, Verdict verdict, int first_rank, const char* why,
                   const std::string& left = "", bool byte_by_byte = false) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
    std::thread launcher([&] {
        play(ends[1], script, byte_by_byte);
        if (!script.empty() && script.back().empty()) shutdown(ends[1], SHUT_RDWR);
    });
    Presence roll(Presence::Host::mpich, hydra(ends[0]));
    roll.announce(7);
    expect(name, roll.ask(2), verdict, first_rank, why);
    shutdown(ends[0], SHUT_WR);
    launcher.join();
    char rest[4000];
    const ssize_t got = recv(ends[0], rest, sizeof rest, MSG_DONTWAIT);
    const std::string unread(rest, got > 0 ? static_cast<std::size_t>(got) : 0);
    if (unread != left) std::printf("FAILED %s: %zu bytes left unread\n", name, unread.size()), ++failures;
    close(ends[0]);
    close(ends[1]);
}

void launchers_that_answer() {
    with_launcher("all there", {kInit, kName, kPut, kMine, kMine, kMine}, Verdict::all_present, -1, "");
    with_launcher("in pieces", {kInit, kName, kPut, kMine, kMine, kMine}, Verdict::all_present, -1, "", "", true);
    with_launcher("rank 1 missing", {kInit, kName, kPut, kMine, kMine, kAbsent}, Verdict::someone_missing, 1, "");
    with_launcher("rank 1 differs", {kInit, kName, kPut, kMine, kMine, kOther}, Verdict::someone_differs, 1, "");
    with_launcher("host's bytes stay", {kInit, kName, kPut, kMine, kMine, kMine + "cmd=barrier_out\n"},
                  Verdict::all_present, -1, "", "cmd=barrier_out\n");
}

void launchers_that_do_not() {
    with_launcher("silent", {}, Verdict::cannot_tell, -1, "did not answer");
    with_launcher("silent later", {kInit}, Verdict::cannot_tell, -1, "did not answer");
    with_launcher("closes", {""}, Verdict::cannot_tell, -1, "did not answer");
    with_launcher("closes at the put", {kInit, kName, ""}, Verdict::cannot_tell, -1, "closed");
    with_launcher("closes at the first get", {kInit, kName, kPut, ""}, Verdict::cannot_tell, -1, "stopped answering");
    with_launcher("closes at a later get", {kInit, kName, kPut, kMine, kMine, ""}, Verdict::cannot_tell, -1,
                  "stopped answering");
    with_launcher("garbage", {"hello\n"}, Verdict::cannot_tell, -1, "does not speak PMI-1");
    with_launcher("PMI-2 only", {"cmd=response_to_init pmi_version=2 pmi_subversion=0 rc=-1\n"}, Verdict::cannot_tell,
                  -1, "does not speak PMI-1");
    with_launcher("no name", {kInit, "cmd=my_kvsname kvsname=\n"}, Verdict::cannot_tell, -1, "named no");
    with_launcher("endless name", {kInit, "cmd=my_kvsname kvsname=" + std::string(900, 'x') + "\n"},
                  Verdict::cannot_tell, -1, "named no");
    with_launcher("refuses the put", {kInit, kName, "cmd=put_result rc=-1 msg=full\n"}, Verdict::cannot_tell, -1,
                  "refused");
    with_launcher("no exchange", {kInit, kName, kPut, kAbsent}, Verdict::cannot_tell, -1, "not exchanged");
    with_launcher("a value that is none of ours", {kInit, kName, kPut, kMine, "cmd=get_result rc=0 value=zebra\n"},
                  Verdict::cannot_tell, -1, "stopped answering");
}

Presence::Answer without_launcher(Presence::Host host, std::map<std::string, std::string> variables, int size) {
    environment = std::move(variables);
    Presence roll(host, LauncherFacts::read(from_environment));
    roll.announce(7);
    return roll.ask(size);
}

void environments() {
    using Host = Presence::Host;
    expect("singleton", without_launcher(Host::mpich, {}, 1), Verdict::all_present, -1, "");
    expect("nothing", without_launcher(Host::mpich, {}, 2), Verdict::cannot_tell, -1, "no PMI-1");
    expect("nothing, Open MPI", without_launcher(Host::openmpi, {}, 2), Verdict::cannot_tell, -1, "no PMIx");
    expect("a port", without_launcher(Host::mpich, {{"PMI_PORT", "vm:1"}, {"PMI_ID", "0"}}, 2), Verdict::cannot_tell,
           -1, "PMI_PORT");
    const std::map<std::string, std::string> slurm = {
        {"PMI_FD", "9"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"PMI_JOBID", "1.0"}};
    expect("Slurm's PMI", without_launcher(Host::mpich, slurm, 2), Verdict::cannot_tell, -1, "not hydra's");
    const std::map<std::string, std::string> other = {
        {"PMI_FD", "9"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"MPI_LOCALRANKID", "0"}};
    expect("a PMI-1 launcher without hydra's marks", without_launcher(Host::mpich, other, 2), Verdict::cannot_tell, -1,
           "not hydra's");
    expect("hydra's variables, Open MPI", without_launcher(Host::openmpi, slurm, 2), Verdict::cannot_tell, -1,
           "no PMIx");
    const std::map<std::string, std::string> pmix = {{"PMIX_NAMESPACE", "a"}, {"PMIX_RANK", "0"}};
    expect("PMIx without Open MPI", without_launcher(Host::openmpi, pmix, 2), Verdict::cannot_tell, -1,
           "no PMIx library");
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) return;
    Presence roll(Host::mpich, hydra(pipe_ends[0]));
    roll.announce(7);
    expect("PMI_FD is a pipe", roll.ask(2), Verdict::cannot_tell, -1, "no socket");
}

}  // namespace

int main() {
    launchers_that_answer();
    launchers_that_do_not();
    environments();
    std::printf("strange_launcher: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
