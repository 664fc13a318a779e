#pragma once
// Messages of PMI's wire protocols, as far as one key needs them. Both begin with a greeting in a line of its own,
// which tells the version. Then PMI-1 has lines "cmd=NAME key=value ...\n", and PMI-2 has "cmd=NAME;key=value;...;"
// behind six characters that tell the length. A request has one reply; nothing comes unasked. No mpi.h. Source:
// pmi-1.1.txt and pmi-2.0.txt of MPICH (src/pmi/maint), which hydra and Slurm's plugin mpi/pmi2 speak.
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

/// Whether `text` is the beginning of a message, a whole one, or none of this protocol. `bytes`: of the whole message.
struct PmiFrame {
    enum class State { part, whole, foreign } state;
    std::size_t bytes = 0;
};
PmiFrame frame_of(PmiVersion version, std::string_view text) noexcept;

bool is_command(PmiVersion version, const PmiMessage& message, std::string_view command) noexcept;
/// The value of `name`; empty where there is none.
std::string_view field(PmiVersion version, const PmiMessage& message, std::string_view name) noexcept;

/// Sends all of it.   Blocks: until the socket takes it.   Fails: false, when the other end is gone.
bool send_all(int fd, std::string_view text) noexcept;

/// Takes from a socket what is there of one message, and never a byte of the next, which may be somebody else's.
enum class Received { part, whole, foreign, closed };
Received receive_some(int fd, PmiVersion version, PmiMessage& message) noexcept;

/// What a launcher's key-value space says of a key.
enum class Lookup { found, absent, failed };

/// The requests that Shunt makes of a launcher, on a connection that the host has greeted.
/// Thread: one that knows that the host waits for no reply.   Blocks: as the host on the same descriptor, until the
/// launcher answers or goes away: giving up would leave the ranks with different answers.
class PmiClient {
public:
    PmiClient() = default;
    PmiClient(int fd, PmiVersion version) noexcept : fd_(fd), version_(version) {}
    /// Nullptr when the token of `rank` is in the launcher's space; else why not.
    const char* put(int rank, std::uint64_t token) noexcept;
    Lookup get(int rank, std::uint64_t& token) noexcept;
    /// Waits until every process of the job is here.   Fails: silently, when the launcher is gone.
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
