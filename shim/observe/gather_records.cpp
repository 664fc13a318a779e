#include "shim/observe/gather_records.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "native/base/process.hpp"
#include "shim/host/log.hpp"
#include "shim/host/world_tags.hpp"
#include "shim/observe/merge.hpp"
#include "shim/observe/record/image.hpp"

namespace shunt {
namespace {

constexpr int kClockRounds = 8;
constexpr std::size_t kChunkBytes = 64u << 20;
constexpr std::int64_t kLookForDeadNs = 50'000'000;
/// This many peers are checked then: all ranks of a node do so, and each check reads a file of /proc.
constexpr std::size_t kPeersALook = 8;
constexpr std::int64_t kLongestSleepNs = 10'000'000, kWaitedPerSleep = 16;

bool send(const Session& s, const void* data, std::size_t bytes, int to, int tag, Deadline& deadline) {
    MPI_Request request = MPI_REQUEST_NULL;
    return host.MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag, s.world, &request) == MPI_SUCCESS &&
           complete(s, request, deadline);
}

/// Fails: false; the receive may still be posted then, so `data` must stay valid (see Kept).
bool receive(const Session& s, void* data, std::size_t bytes, int from, int tag, Deadline& deadline) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (host.MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, from, tag, s.world, &request) != MPI_SUCCESS)
        return false;
    if (complete(s, request, deadline)) return true;
    host.MPI_Cancel(&request);
    return false;
}

bool send_all(const Session& s, const Bytes& data, int to, Deadline& deadline) {
    const std::uint64_t bytes = data.size();
    if (!send(s, &bytes, sizeof bytes, to, kSizeTag, deadline)) return false;
    for (std::size_t at = 0; at < data.size(); at += kChunkBytes)
        if (!send(s, data.data() + at, std::min(kChunkBytes, data.size() - at), to, kDataTag, deadline)) return false;
    return true;
}

bool receive_all(const Session& s, Bytes& data, int from, Deadline& deadline) {
    Kept<std::uint64_t> bytes;
    if (!bytes.done(receive(s, &*bytes, sizeof *bytes, from, kSizeTag, deadline))) return false;
    const std::size_t before = data.size();
    data.resize(before + *bytes);
    for (std::size_t at = before; at < data.size(); at += kChunkBytes)
        if (!receive(s, data.data() + at, std::min(kChunkBytes, data.size() - at), from, kDataTag, deadline))
            return false;
    return true;
}

/// The parent's side of measuring a child's clock: replies with its own time.
bool answer_clock(const Session& s, int child, Deadline& deadline) {
    for (int round = 0; round < kClockRounds; ++round) {
        Kept<std::int64_t> asked;
        if (!asked.done(receive(s, &*asked, sizeof *asked, child, kClockTag, deadline))) return false;
        const std::int64_t now = monotonic_ns();
        if (!send(s, &now, sizeof now, child, kClockTag, deadline)) return false;
    }
    return true;
}

/// The child's side: the parent's clock minus this rank's, from the fastest of several round trips.
bool measure_clock(const Session& s, int parent, std::int64_t& offset_ns, Deadline& deadline) {
    std::int64_t best = INT64_MAX;
    for (int round = 0; round < kClockRounds; ++round) {
        const std::int64_t sent = monotonic_ns();
        Kept<std::int64_t> theirs;
        if (!send(s, &sent, sizeof sent, parent, kClockTag, deadline)) return false;
        if (!theirs.done(receive(s, &*theirs, sizeof *theirs, parent, kClockTag, deadline))) return false;
        const std::int64_t received = monotonic_ns();
        if (received - sent >= best) continue;
        best = received - sent;
        offset_ns = *theirs - (sent + best / 2);
    }
    return true;
}

/// Appends `compacted`, framed by its rank and length.
void append_framed(int rank, const Bytes& compacted, Bytes& collected) {
    const std::uint64_t frame[2] = {static_cast<std::uint64_t>(rank), compacted.size()};
    const auto* head = reinterpret_cast<const std::byte*>(frame);
    collected.insert(collected.end(), head, head + sizeof frame);
    collected.insert(collected.end(), compacted.begin(), compacted.end());
}

/// Appends this rank's own image. A record that cannot be read is left out (its spool stays), so that the others are
/// still gathered.
void append_own_image(Session& s, Bytes& collected) {
    if (!s.recorder) return;
    record::Image image;
    std::string error;
    Bytes compacted;
    const auto* bytes = reinterpret_cast<const std::byte*>(s.spool.header());
    if (!record::Image::open({bytes, s.spool.bytes()}, image, error) || !record::compact(image, compacted)) {
        SHUNT_WARN("the record cannot be merged (%s); it stays in %s", error.empty() ? "no memory" : error.c_str(),
                   s.spool.path().c_str());
        s.spool.keep_file();
        return;
    }
    append_framed(s.world_rank, compacted, collected);
}

/// How a rank offers its closed record to the first rank of its node: the name of its spool, which that rank reads
/// itself if it sees the same file; "" without a spool.
struct Offer {
    char path[512] = {};
    record::FileIdentity file;
};

/// Appends the image in the spool that `rank` offers.   Fails: false if that same file is not visible here; then
/// nothing is appended.
bool append_from_spool(const Session& s, int rank, const Offer& offer, Bytes& collected) {
    const int file = open(offer.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    struct stat facts {};
    const bool has_head = record::identity_of(file) == offer.file && fstat(file, &facts) == 0 &&
                          facts.st_size >= static_cast<off_t>(sizeof(record::SpoolHeader));
    const auto bytes = static_cast<std::size_t>(facts.st_size);
    void* memory = has_head ? mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    close(file);
    if (memory == MAP_FAILED) return false;
    record::Image image;
    std::string error;
    Bytes compacted;
    const bool good = record::Image::open({static_cast<const std::byte*>(memory), bytes}, image, error) &&
                      image.header().world_rank == rank && image.header().run_id == s.agreement.run_id &&
                      image.header().state == record::SpoolState::finalized && record::compact(image, compacted);
    if (good) append_framed(rank, compacted, collected);
    munmap(memory, bytes);
    return good;
}

/// Transfers this rank's record to the first rank of its node, as a file or else as messages.
bool hand_over(Session& s, int first, Bytes& collected, Deadline& deadline) {
    if (s.recorder) s.spool.header()->clock_parent = first;
    Offer offer;
    const std::string& path = s.spool.path();
    if (path.size() < sizeof offer.path) path.copy(offer.path, path.size());
    offer.file = s.spool.identity();
    Kept<int> taken;
    if (!send(s, &offer, sizeof offer, first, kOfferTag, deadline)) return false;
    if (!taken.done(receive(s, &*taken, sizeof(int), first, kOfferTag, deadline))) return false;
    if (*taken) return true;
    append_own_image(s, collected);
    return send_all(s, collected, first, deadline);
}

bool take_over(const Session& s, int member, Bytes& collected, Deadline& deadline) {
    Kept<Offer> offer;
    if (!offer.done(receive(s, &*offer, sizeof(Offer), member, kOfferTag, deadline))) return false;
    const int taken = (*offer).path[0] != '\0' && append_from_spool(s, member, *offer, collected);
    if (!send(s, &taken, sizeof taken, member, kOfferTag, deadline)) return false;
    return taken || receive_all(s, collected, member, deadline);
}

/// A binomial tree of the nodes' first ranks towards rank 0: each appends the records of its subtree and sends all to
/// its parent.
bool gather_nodes(Session& s, Bytes& collected, Deadline& deadline) {
    const std::vector<std::int32_t> first_of = first_ranks_of_nodes(s.agreement);
    const int node = s.agreement.node;
    for (int distance = 1; distance < s.agreement.node_count; distance *= 2) {
        if (node & distance) {
            const int parent = first_of[static_cast<std::size_t>(node - distance)];
            std::int64_t offset_ns = 0;
            if (!measure_clock(s, parent, offset_ns, deadline)) return false;
            if (s.recorder) {
                s.spool.header()->clock_parent = parent;
                s.spool.header()->clock_offset_ns = offset_ns;
            }
            append_own_image(s, collected);
            return send_all(s, collected, parent, deadline);
        }
        if (node + distance >= s.agreement.node_count) continue;
        const int child = first_of[static_cast<std::size_t>(node + distance)];
        if (!answer_clock(s, child, deadline) || !receive_all(s, collected, child, deadline)) return false;
    }
    append_own_image(s, collected);
    return true;
}

}  // namespace

std::vector<std::int32_t> first_ranks_of_nodes(const Agreement& agreement) {
    std::vector<std::int32_t> first(static_cast<std::size_t>(agreement.node_count), -1);
    for (std::size_t rank = agreement.node_of.size(); rank-- > 0;)
        first[static_cast<std::size_t>(agreement.node_of[rank])] = static_cast<std::int32_t>(rank);
    return first;
}

Deadline::Deadline(Session& s)
    : session_(s),
      end_ns_(monotonic_ns() + s.options.record.finalize_timeout_ns),
      next_look_ns_(monotonic_ns() + kLookForDeadNs) {}

Deadline Deadline::never(Session& s) {
    Deadline deadline(s);
    deadline.end_ns_ = INT64_MAX;
    return deadline;
}

bool Deadline::passed() {
    const std::int64_t now = monotonic_ns();
    is_late_ = now >= end_ns_ && !session_.owes_messages(session_);
    if (!is_late_ && now < next_look_ns_) return false;
    next_look_ns_ = now + kLookForDeadNs;
    const bool is_one_dead = has_one_ended(is_late_ ? session_.agreement.node_peers.size() : kPeersALook);
    is_late_ = is_late_ && !is_one_dead;
    return is_late_ || is_one_dead;
}

/// Checks `looks` of the node's ranks, those whose last check is longest ago.
bool Deadline::has_one_ended(std::size_t looks) {
    const auto& peers = session_.agreement.node_peers;
    for (looks = std::min(looks, peers.size()); looks > 0; --looks) {
        const NodePeer& peer = peers[next_peer_];
        next_peer_ = (next_peer_ + 1) % peers.size();
        if (peer.pid != 0 && !alive({peer.pid, peer.start})) return true;
    }
    return false;
}

void Deadline::drive() {
    if (session_.under_way.load(std::memory_order_relaxed) != 0) session_.advance_background(session_);
}

bool complete(const Session& s, MPI_Request& request, Deadline& deadline) {
    // Most ranks only wait here, and each of their tests takes time from the rank that works.
    Patience patience = s.patience;
    patience.sleep_max_ns = std::max(patience.sleep_max_ns, kLongestSleepNs);
    patience.waited_per_sleep = kWaitedPerSleep;
    for (GentleWait wait(patience);; wait.pause()) {
        int flag = 0;
        if (host.MPI_Test(&request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (flag) return true;
        if (deadline.passed()) return false;
        deadline.drive();
    }
}

bool gather_records(Session& s, Bytes& collected, Deadline& deadline) {
    if (s.world_size == 1) {
        append_own_image(s, collected);
        return true;
    }
    const int first = lowest_rank_of_node(s);
    if (s.world_rank != first) return hand_over(s, first, collected, deadline);
    for (int rank = first + 1; rank < s.world_size; ++rank) {
        const bool is_here = s.agreement.node_of[static_cast<std::size_t>(rank)] == s.agreement.node;
        if (is_here && !take_over(s, rank, collected, deadline)) return false;
    }
    return gather_nodes(s, collected, deadline);
}

}  // namespace shunt
