#pragma once
// Messages of PMI's wire protocols, as far as one key needs them. Both protocols begin with a greeting on a line of its
// own, which contains the version. After it, PMI-1 has lines "cmd=NAME key=value ...\n", and PMI-2 has
// "cmd=NAME;key=value;...;" after six characters that give the length. Each request has one reply, and the launcher
// sends nothing else. No mpi.h. Source: pmi-1.1.txt and pmi-2.0.txt of MPICH (src/pmi/maint), which hydra and Slurm's
// plugin mpi/pmi2 speak.
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace shunt {

enum class PmiVersion { unknown, one, two };  // unknown: before the greeting

/// One message, or its beginning.
struct PmiMessage {
    char text[8192];
    std::size_t bytes = 0;

    std::string_view view() const noexcept { return {text, bytes}; }
};

/// Whether `text` begins a message, contains a whole one, or is not of this protocol. `bytes`: length of the whole
/// message.
struct PmiFrame {
    enum class State { part, whole, foreign } state;
    std::size_t bytes = 0;
};
PmiFrame frame_of(PmiVersion version, std::string_view text) noexcept;

bool is_command(PmiVersion version, const PmiMessage& message, std::string_view command) noexcept;
/// The value of `name`; empty where there is none.
std::string_view field(PmiVersion version, const PmiMessage& message, std::string_view name) noexcept;

/// Sends all of `text`.   Blocks: until the socket accepts it.   Fails: false, if the peer is gone.
bool send_all(int fd, std::string_view text) noexcept;

/// Reads from a socket the available bytes of one message. It never reads a byte of the next one, which the host may
/// own.
enum class Received { part, whole, foreign, closed };
Received receive_some(int fd, PmiVersion version, PmiMessage& message) noexcept;

/// The launcher's answer about a key in its key-value space.
enum class Lookup { found, absent, failed };

/// The requests that Shunt makes of a launcher, on a connection on which the host has sent its greeting.
/// Thread: one that knows that the host waits for no reply.   Blocks: as the host on the same descriptor, until the
/// launcher answers or goes away: giving up would leave the ranks with different answers.
class PmiClient {
public:
    PmiClient() = default;
    PmiClient(int fd, PmiVersion version) noexcept : fd_(fd), version_(version) {}
    /// Nullptr: the token of `rank` is in the launcher's space. Else why not.
    const char* put(int rank, std::uint64_t token) noexcept;
    Lookup get(int rank, std::uint64_t& token) noexcept;
    /// Waits until every process of the job has called it.   Fails: silently, if the launcher is gone.
    void barrier() noexcept;

private:
    bool ask(const char* body, PmiMessage& reply) noexcept;
    bool succeeded(const PmiMessage& reply) const noexcept;
    bool knows_space() noexcept;

    int fd_ = -1;
    PmiVersion version_ = PmiVersion::unknown;
    char space_[256] = {};  // PMI-1 names its key-value space in each request
};

}  // namespace shunt
