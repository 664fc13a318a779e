// The wire protocol is lines of "cmd=NAME key=value ...", one reply to each request, none unasked.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shim/host/launcher_kvs.hpp"

namespace shunt {
namespace {

/// Until our token is on its way, giving up is safe and patience is bounded. From then on giving up would leave the
/// ranks with different answers: wait as the host does on the same descriptor, until the launcher answers or goes away.
constexpr int kForever = -1;

/// The text after " `name`=" up to the next blank, copied to `value`; false when there is none or it does not fit.
bool field(const char* line, const char* name, char* value, std::size_t room) noexcept {
    const std::size_t length = std::strlen(name);
    for (const char* at = std::strchr(line, ' '); at != nullptr; at = std::strchr(at + 1, ' ')) {
        if (std::strncmp(at + 1, name, length) != 0 || at[1 + length] != '=') continue;
        const char* start = at + length + 2;
        const std::size_t bytes = std::strcspn(start, " \n");
        if (bytes == 0 || bytes >= room) return false;
        std::memcpy(value, start, bytes);
        value[bytes] = '\0';
        return true;
    }
    return false;
}

bool is(const char* line, const char* command) noexcept {
    const std::size_t length = std::strlen(command);
    return std::strncmp(line, command, length) == 0 && (line[length] == ' ' || line[length] == '\n');
}

bool succeeded(const char* line) noexcept {
    char code[16];
    return field(line, "rc", code, sizeof code) && std::strcmp(code, "0") == 0;
}

bool wait_for(int fd, short events, int patience_ms) noexcept {
    pollfd entry{fd, events, 0};
    int ready;
    do ready = ::poll(&entry, 1, patience_ms);
    while (ready < 0 && errno == EINTR);
    return ready > 0 && (entry.revents & events) != 0;
}

bool would_block() noexcept { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace

bool Pmi1Kvs::usable() const noexcept {
    struct stat status {};
    return ::fstat(fd_, &status) == 0 && S_ISSOCK(status.st_mode);
}

bool Pmi1Kvs::send(const char* request, std::size_t bytes, int patience_ms) noexcept {
    while (bytes > 0) {
        const ssize_t sent = ::send(fd_, request, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && !would_block()) return false;
        if (sent < 0 && !wait_for(fd_, POLLOUT, patience_ms)) return false;
        if (sent > 0) request += sent, bytes -= static_cast<std::size_t>(sent);
    }
    return true;
}

/// Takes one line and not a byte more: what follows it would be the host's.
bool Pmi1Kvs::receive_line(char (&line)[kLine], int patience_ms) noexcept {
    std::size_t used = 0;
    while (used + 1 < kLine) {
        if (!wait_for(fd_, POLLIN, patience_ms)) return false;
        const ssize_t seen = ::recv(fd_, line + used, kLine - 1 - used, MSG_PEEK | MSG_DONTWAIT);
        if (seen < 0 && would_block()) continue;
        if (seen <= 0) return false;
        const void* end = std::memchr(line + used, '\n', static_cast<std::size_t>(seen));
        const std::size_t take = end == nullptr
                                     ? static_cast<std::size_t>(seen)
                                     : static_cast<std::size_t>(static_cast<const char*>(end) - (line + used)) + 1;
        if (::recv(fd_, line + used, take, MSG_DONTWAIT) != static_cast<ssize_t>(take)) return false;
        used += take;
        line[used] = '\0';
        if (end != nullptr) return true;
    }
    return false;
}

bool Pmi1Kvs::ask(const char* request, char (&reply)[kLine], int patience_ms) noexcept {
    return send(request, std::strlen(request), patience_ms) && receive_line(reply, patience_ms);
}

const char* Pmi1Kvs::put(std::uint64_t token) noexcept {
    if (!usable()) return "PMI_FD names no socket of this process";
    char reply[kLine];
    // Hydra answers every greeting of a process alike; the host's own follows in MPI_Init.
    if (!ask("cmd=init pmi_version=1 pmi_subversion=1\n", reply, patience_ms_))
        return "the launcher did not answer on PMI_FD";
    if (!is(reply, "cmd=response_to_init") || !succeeded(reply)) return "the launcher does not speak PMI-1";
    if (!ask("cmd=get_my_kvsname\n", reply, patience_ms_)) return "the launcher did not answer on PMI_FD";
    if (!is(reply, "cmd=my_kvsname") || !field(reply, "kvsname", kvs_, sizeof kvs_))
        return "the launcher named no PMI-1 key-value space";
    char request[kLine];
    std::snprintf(request, sizeof request, "cmd=put kvsname=%s key=shunt.%d value=%016" PRIx64 "\n", kvs_, rank_,
                  token);
    if (!ask(request, reply, kForever)) return "the launcher closed PMI_FD";
    if (!is(reply, "cmd=put_result") || !succeeded(reply)) return "the launcher refused to keep a key for us";
    return nullptr;
}

LauncherKvs::Lookup Pmi1Kvs::get(int rank, std::uint64_t& token) noexcept {
    char request[kLine], reply[kLine], value[20];
    std::snprintf(request, sizeof request, "cmd=get kvsname=%s key=shunt.%d\n", kvs_, rank);
    if (!ask(request, reply, kForever) || !is(reply, "cmd=get_result")) return Lookup::failed;
    if (!succeeded(reply)) return Lookup::absent;
    if (!field(reply, "value", value, sizeof value)) return Lookup::failed;
    char* end = nullptr;
    token = std::strtoull(value, &end, 16);
    return end == value + 16 && *end == '\0' ? Lookup::found : Lookup::failed;
}

void Pmi1Kvs::barrier() noexcept {
    char reply[kLine];
    (void)ask("cmd=barrier_in\n", reply, kForever);  // "cmd=barrier_out", when all have come
}

}  // namespace shunt
