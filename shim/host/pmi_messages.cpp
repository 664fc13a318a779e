#include "shim/host/pmi_messages.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace shunt {
namespace {

constexpr std::size_t kPrefix = 6;  // of a PMI-2 message: gives its length without these bytes
constexpr std::string_view kCommand = "cmd=";

using State = PmiFrame::State;

State line_state(std::string_view text) noexcept {
    if (!text.starts_with(kCommand.substr(0, text.size()))) return State::foreign;
    return State::part;
}

PmiFrame frame_of_line(std::string_view text) noexcept {
    const State state = line_state(text);
    const std::size_t end = text.find('\n');
    if (state == State::foreign || end == text.npos) return {state};
    return {State::whole, end + 1};
}

PmiFrame frame_of_prefixed(std::string_view text) noexcept {
    std::size_t bytes = 0;
    bool ended = false;
    for (const char c : text.substr(0, kPrefix)) {
        const bool digit = c >= '0' && c <= '9';
        if ((!digit && c != ' ') || (digit && ended)) return {State::foreign};
        if (digit) bytes = bytes * 10 + static_cast<std::size_t>(c - '0');
        else ended = bytes > 0;  // launchers pad with blanks on either side
    }
    if (text.size() < kPrefix) return {State::part};
    if (bytes == 0 || line_state(text.substr(kPrefix)) == State::foreign) return {State::foreign};
    return {text.size() < kPrefix + bytes ? State::part : State::whole, kPrefix + bytes};
}

std::string_view body_of(PmiVersion version, const PmiMessage& message) noexcept {
    return message.view().substr(version == PmiVersion::two ? std::min(kPrefix, message.bytes) : 0);
}

bool wait_for(int fd, short events) noexcept {
    pollfd entry{fd, events, 0};
    int ready;
    do ready = ::poll(&entry, 1, -1);
    while (ready < 0 && errno == EINTR);
    return ready > 0 && (entry.revents & events) != 0;
}

bool would_block() noexcept { return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK; }

}  // namespace

PmiFrame frame_of(PmiVersion version, std::string_view text) noexcept {
    return version == PmiVersion::two ? frame_of_prefixed(text) : frame_of_line(text);
}

bool is_command(PmiVersion version, const PmiMessage& message, std::string_view command) noexcept {
    return field(version, message, "cmd") == command;
}

std::string_view field(PmiVersion version, const PmiMessage& message, std::string_view name) noexcept {
    const char* const separators = version == PmiVersion::two ? ";" : " \n";
    std::string_view rest = body_of(version, message);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find_first_of(separators));
        if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) return pair.substr(name.size() + 1);
        rest.remove_prefix(pair.size() < rest.size() ? pair.size() + 1 : rest.size());
    }
    return {};
}

bool send_all(int fd, std::string_view text) noexcept {
    while (!text.empty()) {
        const ssize_t sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && !would_block()) return false;
        if (sent < 0 && !wait_for(fd, POLLOUT)) return false;
        if (sent > 0) text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

Received receive_some(int fd, PmiVersion version, PmiMessage& message) noexcept {
    char* const at = message.text + message.bytes;
    const std::size_t room = sizeof message.text - message.bytes;
    if (room == 0) return Received::foreign;
    const ssize_t seen = ::recv(fd, at, room, MSG_PEEK | MSG_DONTWAIT);
    if (seen < 0 && would_block()) return Received::part;
    if (seen <= 0) return Received::closed;
    const PmiFrame frame = frame_of(version, {message.text, message.bytes + static_cast<std::size_t>(seen)});
    if (frame.state == State::foreign) return Received::foreign;
    const bool whole = frame.state == State::whole;
    const std::size_t take = whole ? frame.bytes - message.bytes : static_cast<std::size_t>(seen);
    if (::recv(fd, at, take, MSG_DONTWAIT) != static_cast<ssize_t>(take)) return Received::closed;
    message.bytes += take;
    return whole ? Received::whole : Received::part;
}

bool PmiClient::ask(const char* body, PmiMessage& reply) noexcept {
    char request[600];
    const int bytes = version_ == PmiVersion::two
                          ? std::snprintf(request, sizeof request, "%-6zu%s", std::strlen(body), body)
                          : std::snprintf(request, sizeof request, "%s\n", body);
    if (!send_all(fd_, {request, static_cast<std::size_t>(bytes)})) return false;
    reply.bytes = 0;
    Received received = Received::part;
    while (received == Received::part) {
        if (!wait_for(fd_, POLLIN)) return false;
        received = receive_some(fd_, version_, reply);
    }
    return received == Received::whole;
}

bool PmiClient::succeeded(const PmiMessage& reply) const noexcept { return field(version_, reply, "rc") == "0"; }

bool PmiClient::knows_space() noexcept {
    PmiMessage reply;
    if (version_ == PmiVersion::two || *space_ != '\0') return true;
    if (!ask("cmd=get_my_kvsname", reply) || !is_command(version_, reply, "my_kvsname")) return false;
    const std::string_view name = field(version_, reply, "kvsname");
    if (name.empty() || name.size() >= sizeof space_) return false;
    std::memcpy(space_, name.data(), name.size());
    return true;
}

const char* PmiClient::put(int rank, std::uint64_t token) noexcept {
    char body[400];
    PmiMessage reply;
    const bool two = version_ == PmiVersion::two;
    if (!knows_space()) return "the launcher named no PMI-1 key-value space";
    if (two) std::snprintf(body, sizeof body, "cmd=kvs-put;key=shunt.%d;value=%016" PRIx64 ";", rank, token);
    else std::snprintf(body, sizeof body, "cmd=put kvsname=%s key=shunt.%d value=%016" PRIx64, space_, rank, token);
    if (!ask(body, reply)) return "the launcher closed PMI_FD";
    const bool kept = is_command(version_, reply, two ? "kvs-put-response" : "put_result") && succeeded(reply);
    return kept ? nullptr : "the launcher refused to keep a key for us";
}

Lookup PmiClient::get(int rank, std::uint64_t& token) noexcept {
    char body[400];
    PmiMessage reply;
    const bool two = version_ == PmiVersion::two;
    if (!knows_space()) return Lookup::failed;
    if (two) std::snprintf(body, sizeof body, "cmd=kvs-get;srcid=-1;key=shunt.%d;", rank);
    else std::snprintf(body, sizeof body, "cmd=get kvsname=%s key=shunt.%d", space_, rank);
    if (!ask(body, reply) || !is_command(version_, reply, two ? "kvs-get-response" : "get_result"))
        return Lookup::failed;
    if (two ? field(version_, reply, "found") == "FALSE" : !succeeded(reply)) return Lookup::absent;
    const std::string_view value = field(version_, reply, "value");
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), token, 16);
    const bool ours = value.size() == 16 && error == std::errc() && end == value.data() + value.size();
    return ours ? Lookup::found : Lookup::failed;
}

void PmiClient::barrier() noexcept {
    PmiMessage reply;
    (void)ask(version_ == PmiVersion::two ? "cmd=kvs-fence;" : "cmd=barrier_in", reply);  // waits for all processes
}

}  // namespace shunt
