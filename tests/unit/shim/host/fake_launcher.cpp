#include "tests/unit/shim/host/fake_launcher.hpp"

#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace shunt {
namespace {

std::string prefixed(const std::string& body) {
    char length[8];
    std::snprintf(length, sizeof length, "%-6zu", body.size());
    return length + body;
}

PmiMessage message_of(const std::string& text) {
    PmiMessage message;
    message.bytes = std::min(text.size(), sizeof message.text);
    std::memcpy(message.text, text.data(), message.bytes);
    return message;
}

/// The host's end of one connection.
class HostEnd {
public:
    HostEnd(int fd, PmiVersion version, std::uint64_t seed) : fd_(fd), version_(version), random_(seed) {}

    /// Returns: the reply; empty when the connection has ended.
    PmiMessage ask(std::string request, bool greeting = false) {
        if (!greeting) request = version_ == PmiVersion::two ? prefixed(request) : request + "\n";
        while (!request.empty()) {
            const std::size_t piece = 1 + random_() % std::min<std::size_t>(request.size(), 40);
            if (send(fd_, request.data(), piece, MSG_NOSIGNAL) != static_cast<ssize_t>(piece)) return {};
            request.erase(0, piece);
            if (random_() % 4 == 0) sched_yield();
        }
        return next(greeting ? PmiVersion::one : version_);
    }
    std::string field_of(const PmiMessage& reply, const char* name) const {
        return std::string(field(version_, reply, name));
    }

private:
    PmiMessage next(PmiVersion version) {
        PmiMessage reply;
        Received received = Received::part;
        while (received == Received::part) {
            pollfd entry{fd_, POLLIN, 0};
            if (poll(&entry, 1, 20'000) <= 0) return {};
            received = receive_some(fd_, version, reply);
        }
        return received == Received::whole ? reply : PmiMessage{};
    }

    int fd_;
    PmiVersion version_;
    std::mt19937_64 random_;
};

std::string key_of(int rank) { return "address-" + std::to_string(rank); }
std::string value_of(int rank) {
    return "of-" + std::to_string(rank) + std::string(static_cast<std::size_t>(rank) * 37 % 900, 'x');
}

}  // namespace

FakeLauncher::FakeLauncher(int ranks, PmiVersion version, std::uint64_t seed, LauncherFault fault)
    : version_(version),
      random_(seed),
      fault_(fault),
      connections_(static_cast<std::size_t>(ranks)),
      gets_(static_cast<std::size_t>(ranks)) {
    for (Connection& connection : connections_) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) throw std::runtime_error("no sockets are left");
        connection.host_end = ends[0];
        connection.own_end = ends[1];
    }
    thread_ = std::thread([this] { serve(); });
}

FakeLauncher::~FakeLauncher() {
    stops_ = true;
    thread_.join();
    for (Connection& connection : connections_) {
        close(connection.host_end);
        if (connection.own_end >= 0) close(connection.own_end);
    }
}

LauncherFacts FakeLauncher::facts(int rank) const {
    LauncherFacts facts;
    facts.pmi_fd = fd(rank);
    facts.pmi_rank = rank;
    facts.pmi_size = size();
    return facts;
}

void FakeLauncher::serve() {
    while (!stops_) {
        std::vector<pollfd> entries;
        for (const Connection& connection : connections_)
            entries.push_back(
                {connection.own_end, static_cast<short>(connection.reply.empty() ? POLLIN : POLLIN | POLLOUT), 0});
        if (poll(entries.data(), entries.size(), 20) <= 0) continue;
        for (std::size_t rank = 0; rank < entries.size(); ++rank) {
            if ((entries[rank].revents & POLLOUT) != 0) send_piece(connections_[rank]);
            if ((entries[rank].revents & (POLLIN | POLLHUP)) != 0 && connections_[rank].own_end >= 0) hear(rank);
        }
    }
}

void FakeLauncher::send_piece(Connection& connection) {
    const std::size_t piece = 1 + random_() % std::min<std::size_t>(connection.reply.size(), 200);
    const ssize_t sent = send(connection.own_end, connection.reply.data(), piece, MSG_NOSIGNAL);
    if (sent > 0) connection.reply.erase(0, static_cast<std::size_t>(sent));
}

void FakeLauncher::hear(std::size_t rank) {
    Connection& connection = connections_[rank];
    char bytes[100];
    const ssize_t got = recv(connection.own_end, bytes, 1 + random_() % sizeof bytes, 0);
    if (got > 0) connection.heard.append(bytes, static_cast<std::size_t>(got));
    while (got > 0) {
        const PmiVersion version = connection.greeted ? version_ : PmiVersion::unknown;
        const PmiFrame frame = frame_of(version, connection.heard);
        if (frame.state == PmiFrame::State::part) return;
        if (frame.state == PmiFrame::State::foreign) break;
        const PmiMessage request = message_of(connection.heard.substr(0, frame.bytes));
        connection.heard.erase(0, frame.bytes);
        if (fault_.kind == LauncherFault::Kind::closes && static_cast<std::size_t>(fault_.rank) == rank &&
            connection.requests++ == fault_.request)
            break;
        answer(rank, version, request);
    }
    close(connection.own_end);
    connection.own_end = -1;
    connection.reply.clear();
}

std::string FakeLauncher::framed(const std::string& body) const {
    return version_ == PmiVersion::two ? prefixed(body) : body + "\n";
}

std::string FakeLauncher::reply_to_put(std::size_t rank, const std::string& key, const std::string& value) {
    const bool refused = fault_.kind == LauncherFault::Kind::refuses_put &&
                         static_cast<std::size_t>(fault_.rank) == rank && key.starts_with("shunt");
    if (!refused) space_[key] = value;
    const std::string code = refused ? "-1" : "0";
    return version_ == PmiVersion::two ? "cmd=kvs-put-response;rc=" + code + ";"
                                       : "cmd=put_result rc=" + code + " msg=x";
}

std::string FakeLauncher::reply_to_get(std::size_t rank, const std::string& key) {
    if (key.starts_with("shunt")) ++gets_[rank];
    const auto found = space_.find(key);
    if (version_ == PmiVersion::two)
        return found == space_.end() ? "cmd=kvs-get-response;rc=0;found=FALSE;"
                                     : "cmd=kvs-get-response;rc=0;found=TRUE;value=" + found->second + ";";
    return found == space_.end() ? "cmd=get_result rc=-1 msg=unknown"
                                 : "cmd=get_result rc=0 msg=success value=" + found->second;
}

void FakeLauncher::enter_barrier() {
    if (++in_barrier_ < size()) return;
    in_barrier_ = 0;
    for (Connection& connection : connections_)
        connection.reply +=
            framed(version_ == PmiVersion::two ? "cmd=kvs-fence-response;rc=0;" : "cmd=barrier_out rc=0");
}

void FakeLauncher::answer(std::size_t rank, PmiVersion version, const PmiMessage& request) {
    std::string& reply = connections_[rank].reply;
    const auto text = [&](const char* name) { return std::string(field(version, request, name)); };
    const std::string command = text("cmd");
    if (!connections_[rank].greeted) {
        connections_[rank].greeted = true;
        reply += "cmd=response_to_init rc=0 pmi_version=" + text("pmi_version") + " pmi_subversion=0\n";
    } else if (command == "fullinit") {
        reply += framed("cmd=fullinit-response;rc=0;");
    } else if (command == "get_my_kvsname") {
        reply += framed("cmd=my_kvsname kvsname=kvs_0");
    } else if (command == "put" || command == "kvs-put") {
        reply += framed(reply_to_put(rank, text("key"), text("value")));
    } else if (command == "get" || command == "kvs-get") {
        reply += framed(reply_to_get(rank, text("key")));
    } else if (command == "barrier_in" || command == "kvs-fence") {
        enter_barrier();
    }
}

bool host_exchanges(int fd, int rank, int size, PmiVersion version, std::uint64_t seed) {
    HostEnd host(fd, version, seed);
    const bool two = version == PmiVersion::two;
    const std::string kvs = two ? "" : " kvsname=kvs_0";
    const auto request = [&](const std::string& command, const std::string& key, const std::string& value) {
        const char* const separator = two ? ";" : " ";
        std::string text = "cmd=" + command + kvs + separator + "key=" + key;
        if (!value.empty()) text += separator + ("value=" + value);
        return two ? text + ";" : text;
    };
    bool right =
        host.ask("cmd=init pmi_version=" + std::string(two ? "2" : "1") + " pmi_subversion=0\n", true).bytes > 0;
    if (two) right = right && host.field_of(host.ask("cmd=fullinit;pmirank=0;"), "rc") == "0";
    right =
        right && host.field_of(host.ask(request(two ? "kvs-put" : "put", key_of(rank), value_of(rank))), "rc") == "0";
    right = right && host.field_of(host.ask(two ? "cmd=kvs-fence;" : "cmd=barrier_in"), "rc") == "0";
    for (int other = (rank + 1) % size, i = 0; right && i < 4 && i < size; ++i, other = (other + 1) % size)
        right =
            host.field_of(host.ask(request(two ? "kvs-get" : "get", key_of(other), "")), "value") == value_of(other);
    return right;
}

}  // namespace shunt
