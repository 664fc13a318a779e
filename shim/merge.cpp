#include "shim/merge.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "shim/log.hpp"
#include "shim/recipes/row.hpp"
#include "shim/record/image.hpp"
#include "native/base/process.hpp"
#include "shim/record/profile_file.hpp"

namespace shunt {
namespace {

constexpr int kSizeTag = 1, kDataTag = 2, kClockTag = 3;
constexpr int kClockRounds = 8;
constexpr std::size_t kChunkBytes = 64u << 20;
constexpr std::int64_t kLookForDeadNs = 50'000'000;

using Bytes = std::vector<std::byte>;

/// Ends a wait that cannot succeed: a rank of this node has ended without coming here, or the time is over.
class Deadline {
public:
    explicit Deadline(const Session& s) : session_(s), end_ns_(monotonic_ns() + s.options.record.finalize_timeout_ns) {}

    bool passed() {
        const std::int64_t now = monotonic_ns();
        if (now >= end_ns_) return true;
        if (now < next_look_ns_) return false;
        next_look_ns_ = now + kLookForDeadNs;
        const auto& peers = session_.agreement.node_peers;
        return std::any_of(peers.begin(), peers.end(), [](const NodePeer& peer) { return !alive({peer.pid, peer.start}); });
    }

private:
    const Session& session_;
    std::int64_t end_ns_;
    std::int64_t next_look_ns_ = 0;
};

/// Waits for `request`, gently, until done or hopeless.   Fails: false.
bool complete(const Session& s, MPI_Request& request, Deadline& deadline) {
    for (GentleWait wait(s.patience);; wait.pause()) {
        int flag = 0;
        if (host.MPI_Test(&request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (flag) return true;
        if (deadline.passed()) return false;
    }
}

bool send(const Session& s, const void* data, std::size_t bytes, int to, int tag, Deadline& deadline) {
    MPI_Request request = MPI_REQUEST_NULL;
    return host.MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag, s.world, &request) == MPI_SUCCESS && complete(s, request, deadline);
}

/// Fails: false; the receive may still be posted then, so `data` has to stay (see Kept).
bool receive(const Session& s, void* data, std::size_t bytes, int from, int tag, Deadline& deadline) {
    MPI_Request request = MPI_REQUEST_NULL;
    if (host.MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, from, tag, s.world, &request) != MPI_SUCCESS) return false;
    if (complete(s, request, deadline)) return true;
    host.MPI_Cancel(&request);
    return false;
}

/// A value that messages may still be written to after we have given up waiting for them: it is freed only when told that
/// none is outstanding.
template <class Value>
class Kept {
public:
    Kept() : value_(new Value{}) {}
    ~Kept() {
        if (done_) delete value_;
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    Value& operator*() { return *value_; }
    /// Passes `good` on; when it is true nothing is outstanding.
    bool done(bool good) {
        done_ = good;
        return good;
    }

private:
    Value* value_;
    bool done_ = false;
};

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
        if (!receive(s, data.data() + at, std::min(kChunkBytes, data.size() - at), from, kDataTag, deadline)) return false;
    return true;
}

bool same_node(const Session& s, int a, int b) {
    return s.agreement.node_of[static_cast<std::size_t>(a)] == s.agreement.node_of[static_cast<std::size_t>(b)];
}

/// The parent's side of measuring a child's clock: answers with the own time.
bool answer_clock(const Session& s, int child, Deadline& deadline) {
    for (int round = 0; round < kClockRounds; ++round) {
        Kept<std::int64_t> asked;
        if (!asked.done(receive(s, &*asked, sizeof *asked, child, kClockTag, deadline))) return false;
        const std::int64_t now = monotonic_ns();
        if (!send(s, &now, sizeof now, child, kClockTag, deadline)) return false;
    }
    return true;
}

/// The child's side: parent's clock minus ours, from the quickest of some round trips.
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

/// Appends this rank's compacted image, framed by its rank and length. A record that cannot be read is left out (its spool
/// stays), so that the others' still come together.
void append_own_image(Session& s, Bytes& collected) {
    if (!s.recorder) return;
    record::Image image;
    std::string error;
    Bytes compacted;
    const auto* bytes = reinterpret_cast<const std::byte*>(s.spool.header());
    if (!record::Image::open({bytes, s.spool.bytes()}, image, error) || !record::compact(image, compacted)) {
        SHUNT_WARN("the record cannot be merged (%s); it stays in %s", error.empty() ? "no memory" : error.c_str(), s.spool.path().c_str());
        s.spool.keep_file();
        return;
    }
    const std::uint64_t frame[2] = {static_cast<std::uint64_t>(s.world_rank), compacted.size()};
    const auto* head = reinterpret_cast<const std::byte*>(frame);
    collected.insert(collected.end(), head, head + sizeof frame);
    collected.insert(collected.end(), compacted.begin(), compacted.end());
}

/// Binomial tree towards rank 0: each rank adds what its subtree sent and passes it on.   Fails: false when someone is gone.
bool gather(Session& s, Bytes& collected, Deadline& deadline) {
    for (int distance = 1; distance < s.world_size; distance *= 2) {
        if (s.world_rank & distance) {
            const int parent = s.world_rank - distance;
            std::int64_t offset_ns = 0;
            if (!same_node(s, parent, s.world_rank) && !measure_clock(s, parent, offset_ns, deadline)) return false;
            if (s.recorder) {
                s.spool.header()->clock_parent = parent;
                s.spool.header()->clock_offset_ns = offset_ns;
            }
            append_own_image(s, collected);
            return send_all(s, collected, parent, deadline);
        }
        const int child = s.world_rank + distance;
        if (child >= s.world_size) continue;
        if (!same_node(s, child, s.world_rank) && !answer_clock(s, child, deadline)) return false;
        if (!receive_all(s, collected, child, deadline)) return false;
    }
    append_own_image(s, collected);
    return true;
}

bool write_images(const Session& s, const std::string& path, const Bytes& collected, std::string& error) {
    record::ProfileWriter writer;
    bool good = writer.open(path, static_cast<std::uint32_t>(s.world_size), static_cast<std::uint32_t>(s.world_size), s.agreement.run_id);
    for (std::size_t at = 0; good && at + 16 <= collected.size();) {
        std::uint64_t frame[2];
        std::memcpy(frame, collected.data() + at, sizeof frame);
        at += sizeof frame;
        good = writer.add(static_cast<std::int32_t>(frame[0]), {collected.data() + at, frame[1]});
        at += frame[1];
    }
    good = good && writer.finish(0);
    if (!good) error = writer.error();
    return good;
}

/// `<program>.shunt`, or the first `<program>.N.shunt` that is free: a profile nobody named replaces none.
std::string free_name(const std::string& folder, const std::string& program) {
    std::string path = folder + program + ".shunt";
    for (int number = 2; access(path.c_str(), F_OK) == 0 && number < 10'000; ++number) path = folder + program + "." + std::to_string(number) + ".shunt";
    return path;
}

/// Whether `path` is the profile of an earlier job under the same `shunt run` (a script that launches several).
bool is_of_this_run(const Session& s, const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);   // a FIFO must not hold us up
    if (file < 0) return false;
    record::ProfileHeader head{};
    struct stat facts{};
    const bool read_whole = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && read(file, &head, sizeof head) == static_cast<ssize_t>(sizeof head);
    close(file);
    return read_whole && head.run_id == s.agreement.run_id;
}

/// The name the user gave, unless that is taken: by an earlier job of this run, or by the world that spawned this one.
std::string profile_path(const Session& s) {
    const std::string& named = s.options.profile;
    if (named.empty()) return free_name("", s.program);
    if (!s.spawned && !is_of_this_run(s, named)) return named;
    const bool has_ending = named.size() > 6 && named.compare(named.size() - 6, 6, ".shunt") == 0;
    return free_name("", (has_ending ? named.substr(0, named.size() - 6) : named) + (s.spawned ? ".spawned" : ""));
}

bool write_profile(Session& s, const Bytes& collected) {
    const std::string path = profile_path(s);
    std::string error;
    if (write_images(s, path, collected, error)) {
        SHUNT_INFO("profile written to %s", path.c_str());
        return true;
    }
    const std::string& spool = s.spool.path();
    const std::string folder = spool.empty() ? "/tmp/" : spool.substr(0, spool.find_last_of('/') + 1);
    const std::string fallback = free_name(folder, s.program);
    std::string second_error;
    if (write_images(s, fallback, collected, second_error)) {
        SHUNT_WARN("%s; the profile is in %s instead: name a file that can be written with SHUNT_PROFILE", error.c_str(), fallback.c_str());
        return true;
    }
    SHUNT_WARN("%s; the records stay in %s: run shunt recover", error.c_str(), folder.c_str());
    return false;
}

/// Rank 0's word to all whether the profile is safe.
bool everyone_hears(const Session& s, bool written, Deadline& deadline) {
    Kept<int> word;
    *word = written;
    MPI_Request request = MPI_REQUEST_NULL;
    const bool heard = host.MPI_Ibcast(&*word, 1, MPI_INT, 0, s.world, &request) == MPI_SUCCESS && complete(s, request, deadline);
    return word.done(heard) && *word;
}

void say_incomplete(const Session& s) {
    if (s.world_rank != lowest_rank_of_node(s) && s.everyone) return;
    const std::string& path = s.spool.path();
    SHUNT_WARN("some rank ended without MPI_Finalize, or is long in coming; the records stay in %s: run shunt recover %s", path.empty() ? "memory and are lost" : path.c_str(),
               path.substr(0, path.find_last_of('/')).c_str());
}

void merge(Session& s, Deadline& deadline) {
    Kept<Bytes> collected;
    const bool gathered = collected.done(gather(s, *collected, deadline));
    const bool written = gathered && s.world_rank == 0 && !(*collected).empty() && write_profile(s, *collected);
    if (s.world_size == 1 ? written : gathered && everyone_hears(s, written, deadline)) s.spool.remove_file();
    else if (!gathered) say_incomplete(s);
}

/// Waits until every rank has come to MPI_Finalize. Without this, a message to a rank that is gone could never be taken back.
bool all_have_come(const Session& s, Deadline& deadline) {
    if (s.world_size == 1) return true;
    MPI_Request request = MPI_REQUEST_NULL;
    return host.MPI_Ibarrier(s.world, &request) == MPI_SUCCESS && complete(s, request, deadline);
}

void close_record(Session& s) {
    const record::Recorder::Locked locked(*s.recorder);
    record::SpoolHeader& head = s.recorder->header();
    auto* phases = reinterpret_cast<record::PhaseEntry*>(s.spool.at(head.phases.offset));
    record::PhaseEntry& current = phases[s.recorder->phase()];
    const std::uint64_t now = ticks();
    current.ticks += now - current.start_ticks;
    current.start_ticks = now;
    s.recorder->leave_call();
    s.recorder->touch_clock();
    head.state = record::SpoolState::finalized;
}

}  // namespace

int lowest_rank_of_node(const Session& s) {
    const auto& node_of = s.agreement.node_of;
    if (node_of.empty()) return s.world_rank;
    return static_cast<int>(std::find(node_of.begin(), node_of.end(), s.agreement.node) - node_of.begin());
}

void close_and_merge(Session& s, Function function) {
    const std::uint64_t start = ticks();
    if (s.recorder) s.recorder->enter_call(static_cast<std::uint16_t>(function), record::kNoComm, record::kNoPeer, start);
    Deadline deadline(s);
    const bool complete = s.world_size == 1 || (s.everyone && all_have_come(s, deadline));
    s.background.release(s, complete);
    s.comms.release(complete);
    if (s.recorder) {
        {
            const record::Recorder::Locked locked(*s.recorder);
            count_timed(s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr, ticks() - start);
        }
        close_record(s);
    }
    // A rank that records nothing still takes its place in the tree: the others count on it. Only settings that all ranks
    // share say that nobody records.
    const bool nobody_records = (s.world_size == 1 || s.agreement.same_settings) && !s.options.record.enabled;
    if (complete && !nobody_records) merge(s, deadline);
    else if (s.recorder && s.everyone && !complete) say_incomplete(s);
    else if (s.recorder && !s.has_world && s.world_rank == 0 && !s.spool.path().empty())
        SHUNT_WARN("without MPI_COMM_WORLD records are not merged; the ranks' records stay in %s: run shunt recover",
                   s.spool.path().substr(0, s.spool.path().find_last_of('/')).c_str());
    if (complete && s.world != MPI_COMM_NULL) host.MPI_Comm_free(&s.world);
    if (s.world_group != MPI_GROUP_NULL) host.MPI_Group_free(&s.world_group);
}

}  // namespace shunt
