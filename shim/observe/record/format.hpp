#pragma once
// The bytes of a spool image and of a profile file: the recorder writes them, and every tool reads them. All numbers
// are little-endian and naturally aligned; every struct here is copied to disk unchanged. README.md describes the
// layout in words.
#include <cstddef>
#include <cstdint>

namespace shunt::record {

inline constexpr char kSpoolMagic[8] = {'S', 'H', 'U', 'N', 'T', 'S', 'P', 'L'};
inline constexpr char kProfileMagic[8] = {'S', 'H', 'U', 'N', 'T', 'P', 'R', 'F'};
/// Raised whenever a reader of the older version would misread; readers refuse any other version by name.
inline constexpr std::uint32_t kFormatVersion = 4;
/// The oldest version that readers accept: it lacks SpoolHeader::messages and all later members.
inline constexpr std::uint32_t kOldestVersion = 1;

inline constexpr std::int32_t kNoPeer = -1;             ///< the call names no single peer
inline constexpr std::int32_t kAnyPeer = -2;            ///< posted with MPI_ANY_SOURCE
inline constexpr std::int32_t kProcNull = -3;           ///< MPI_PROC_NULL
inline constexpr std::int32_t kUnknownWorldRank = -4;   ///< peer outside MPI_COMM_WORLD (spawned, connected)
inline constexpr std::uint16_t kNoComm = 0xffff;        ///< the call names no communicator
inline constexpr std::uint16_t kOverflowComm = 0xfffe;  ///< the communicator table was full

/// `Cell::reason` of the first clause. A clause is a string that begins with kClauseMark.
inline constexpr std::uint8_t kFirstClause = 64;
inline constexpr char kClauseMark = '\x01';

/// What a cell's `count` counts, and the kind of its traffic. Flags are part of the key.
enum CellFlag : std::uint8_t {
    kCall = 1,        ///< count is a number of calls of `function`
    kTraffic = 2,     ///< count messages of `bytes` each were sent to (or, with kReceive, received from) `peer`
    kReceive = 4,     ///< the receiving direction
    kContiguous = 8,  ///< the datatype has no holes
    kAnySource = 16,  ///< the receive was posted with MPI_ANY_SOURCE
    kRounded = 16,    ///< of a collective: it combines, and another order of combining may change the last bits; never
                      ///< set in older profiles
    kCancelled = 32,  ///< posted, then cancelled: nothing moved
    kOneSided = 64,   ///< remote memory access: the peer takes no part
    kSampled = 128,   ///< only some of these calls were timed; calls of the same key without this flag are always timed
};

/// The exact key of one row of the record. `bytes` is what `function` measures (docs: shim/observe/record/README.md).
struct CellKey {
    std::uint64_t bytes = 0;
    std::int32_t peer = kNoPeer;   ///< rank in the communicator (remote group of an intercommunicator; MPI_COMM_WORLD
                                   ///< for kOverflowComm), of a collective its root; or a k*Peer value
    std::uint32_t callsite = 0;    ///< offset into the strings region of "module+0xoffset"; 0: not recorded
    std::uint16_t function = 0;    ///< index into the profile's function names
    std::uint16_t comm = kNoComm;  ///< index into the communicator region
    std::uint16_t phase = 0;       ///< index into the phase region
    std::uint8_t engine = 0;       ///< index into the profile's engine names; 0 is the host
    std::uint8_t flags = 0;
    friend bool operator==(const CellKey&, const CellKey&) = default;
};
static_assert(sizeof(CellKey) == 24);

/// One row. Times are ticks of the rank's clock (ClockPoint converts them to ns). Of calls that do little only one in a
/// few is timed; the time of all is estimated from these (README.md). So a row holds only calls that are timed alike.
struct Cell {
    CellKey key;
    std::uint64_t count = 0;
    std::uint64_t timed = 0;  ///< how many of `count` were timed
    std::uint64_t ticks = 0;  ///< sum over the timed
    std::uint64_t min_ticks = 0;
    std::uint64_t max_ticks = 0;
    std::uint64_t wait_ticks = 0;       ///< for nonblocking operations: time spent in Wait*/Test* that completed them
    std::uint64_t reused = 0;           ///< sends from an address that an earlier send used
    std::uint64_t last_buffer = 0;      ///< address of the last send's buffer
    std::uint32_t probed = 0;           ///< receives for which it was tested whether the message had already arrived
    std::uint32_t unexpected = 0;       ///< of those: the message arrived before the receive was posted
    std::int32_t peer_world = kNoPeer;  ///< `peer` as rank in MPI_COMM_WORLD, or a k* value
    // Of the last of these calls; all 0 if nothing was decided, and in older profiles.
    std::uint16_t rule = 0;   ///< the one that decided which engine carries it, counted from 1
    std::uint8_t asked = 0;   ///< engine that this rule names
    std::uint8_t reason = 0;  ///< why its engine carried it: a number of native/select/reason.hpp, or kFirstClause plus
                              ///< the index of a clause among the clauses of the strings region
};
static_assert(sizeof(Cell) == 104);

/// How a message of the engine remote_write reached its receiver. A file may contain numbers of newer versions.
enum class MessageProtocol : std::uint8_t {
    none = 0,              ///< not known: the program has not learnt that it has ended
    eager = 1,             ///< data with the envelope
    written = 2,           ///< the receive was posted first, and the data was written straight to its buffer
    rendezvous = 3,        ///< data after the receive had been matched
    eager_rendezvous = 4,  ///< the first piece with the envelope, the rest by rendezvous
};
inline constexpr int kMessageProtocols = 5;

/// The transport that moved it.
enum class MessageWay : std::uint8_t {
    none = 0,
    own_process = 1,
    shared_memory = 2,  ///< a mailbox that only the two ranks use
    cross_memory = 3,   ///< cross-memory attach
    tcp = 4,
    common_mailbox = 5,  ///< the receiver's mailbox that all ranks of its node write to
    rdma = 6,            ///< written to the receiver's memory, or read from the sender's
    host = 7,            ///< messages of the host MPI between ranks that nothing else connects
};
inline constexpr int kMessageWays = 8;

/// The messages of one row that used one protocol and way. A message that used two ways counts for the way that moved
/// more of it; its bytes are divided between the ways. The last three members are of receives.
struct MessageEntry {
    std::uint32_t cell = 0;  ///< number of the row
    MessageProtocol protocol = MessageProtocol::none;
    MessageWay way = MessageWay::none;
    std::uint16_t reserved = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t unexpected = 0;  ///< of `messages`, those that arrived before their receive was posted
    std::uint64_t length_sum = 0;  ///< sum of the unexpected queue's length when they arrived, themselves included
    std::uint64_t length_most = 0;
};
static_assert(sizeof(MessageEntry) == 48);

/// The kind of call that time was spent in.
enum class TimeKind : std::uint8_t { message = 0, wait = 1, collective = 2, one_sided = 3, other = 4, startup = 5 };
inline constexpr int kTimeKinds = 6;
/// TimeBin::phase of a bin in which a phase ended.
inline constexpr std::uint16_t kManyPhases = 0xffff;
inline constexpr std::uint64_t kTimeBins = 128;
inline constexpr std::uint32_t kMostBinsShift = 56;  ///< all bins together fit into 64 bits

/// A rank's activity in one stretch of its run: 2^bins_shift ticks; the first bin begins at bins_start.
struct TimeBin {
    std::uint64_t ticks[kTimeKinds] = {};  ///< in calls, by TimeKind; for calls timed by sample an estimate
    std::uint64_t bytes = 0;  ///< sent in messages and one-sided calls, and moved by collectives (call_traffic.hpp)
    std::uint16_t phase = 0;  ///< index into the phase region, or kManyPhases
    std::uint16_t reserved[3] = {};
};
static_assert(sizeof(TimeBin) == 64);

/// One element of a loop's body: a collective call, or another loop.
struct LoopPart {
    std::uint64_t bytes = 0;  ///< of the call, as CellKey::bytes, when it was first found
    std::uint32_t loop = 0;   ///< 1 + the number of the inner loop here; kUnknownLoop: one without an entry; 0: a call
    std::uint16_t function = 0;
    std::uint16_t comm = kNoComm;
};
static_assert(sizeof(LoopPart) == 16);
inline constexpr std::uint32_t kUnknownLoop = 0xffffffff;

/// A sequence of collective calls that the rank made repeatedly (loop_finder.hpp). An iteration lasts from the begin of
/// its first call to that of the next iteration. The length of a run's last iteration is not known.
struct LoopEntry {
    std::uint64_t digest = 0;  ///< of the body
    std::uint32_t first_part = 0;
    std::uint32_t parts = 0;             ///< LoopPart of one iteration
    std::uint32_t runs = 0;              ///< how often the loop was entered
    std::uint32_t least_iterations = 0;  ///< the fewest in a run that has ended; 0: none has
    std::uint32_t most_iterations = 0;
    std::uint32_t reserved = 0;
    std::uint64_t iterations = 0;     ///< of all runs
    std::uint64_t ticks = 0;          ///< sum over the iterations whose length is known: `iterations` - `runs`
    std::uint64_t min_ticks = 0;      ///< of an iteration
    std::uint64_t max_ticks = 0;      ///< of an iteration
    std::uint64_t slowest_begin = 0;  ///< ticks, when the longest iteration began
    std::uint64_t run_ticks = 0;      ///< sum over the ended runs, from their first call to their last
    std::uint64_t first_begin = 0;    ///< ticks, of the first run
    std::uint64_t last_end = 0;       ///< ticks, of the last iteration that has ended
};
static_assert(sizeof(LoopEntry) == 96);

/// The time that the rank was in one outermost loop. In order of time; if there is no room for all runs, the first ones
/// are kept.
struct LoopRun {
    std::uint32_t loop = 0;
    std::uint32_t reserved = 0;
    std::uint64_t begin_ticks = 0;
    std::uint64_t end_ticks = 0;
};
static_assert(sizeof(LoopRun) == 24);

/// A communicator this rank used. `id` is equal on all its members.
struct CommEntry {
    std::uint64_t id = 0;
    std::uint64_t parent_id = 0;    ///< 0: none (MPI_COMM_WORLD, MPI_COMM_SELF, or unknown)
    std::int32_t size = 0;          ///< of the local group
    std::int32_t remote_size = 0;   ///< of the remote group; 0 for an intracommunicator
    std::int32_t rank = 0;          ///< of this process
    std::int32_t leader_world = 0;  ///< world rank of local rank 0
    char name[48] = {};             ///< MPI_Comm_get_name, or how it was made; NUL-ended; then see comm_names.hpp
};
static_assert(sizeof(CommEntry) == 80);

/// One phase: from `start_ticks` to the start of the next. Entry 0 is the time before the first MPI_Pcontrol.
/// A repeated label is the same phase; `entries` counts how often it was entered, `ticks` its time until it was last
/// left.
struct PhaseEntry {
    std::int32_t label = 0;  ///< the argument of MPI_Pcontrol
    std::uint32_t entries = 0;
    std::uint64_t start_ticks = 0;  ///< when it was last entered
    std::uint64_t ticks = 0;
};
static_assert(sizeof(PhaseEntry) == 24);

/// One collective call. The sequence numbers to keep are chosen deterministically, so that all ranks keep the same
/// calls.
struct CollectiveSample {
    std::uint64_t comm_id = 0;
    std::uint64_t bytes = 0;
    std::uint32_t sequence = 0;  ///< collective calls on that communicator before it
    std::uint16_t function = 0;
    std::uint16_t phase = 0;
    std::uint64_t enter_ticks = 0;
    std::uint64_t leave_ticks = 0;
};
static_assert(sizeof(CollectiveSample) == 40);

/// A buffer address from which messages were sent.
struct BufferEntry {
    std::uint64_t address = 0;  ///< 0: empty slot
    std::uint64_t uses = 0;
    std::uint64_t max_bytes = 0;
};
static_assert(sizeof(BufferEntry) == 24);

/// Totals of one function for the calls without room in the cell table. One per function, so it never overflows.
struct OverflowEntry {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t ticks = 0;
};
static_assert(sizeof(OverflowEntry) == 24);

/// A counter of the shim or an engine (repairs, declined calls ...).
struct CounterEntry {
    char name[40] = {};
    std::uint64_t value = 0;
};
static_assert(sizeof(CounterEntry) == 48);

/// SpoolHeader::wait_mode of a rank that at first waited as the host does, and gently once its machine was busy,
/// perhaps not for the whole rest of the run; and the counters of such a rank. Units: ns.
inline constexpr const char* kGentleByLoad = "gentle by load";
inline constexpr const char* kGentleByLoadSince =
    "wait.gentle_by_load_since_ns";                                       ///< start of the record to the first time
inline constexpr const char* kGentleByLoadNs = "wait.gentle_by_load_ns";  ///< total time
/// How often the members of a communicator agreed to wait gently in its collectives.
inline constexpr const char* kGentleByLoadAgreements = "wait.gentle_by_load_agreements";

/// A part of the image: `capacity` entries from byte `offset`, the first `used` of them valid. The index and the
/// buffers are hash tables: all their `capacity` slots are meaningful, and `used` counts the filled ones.
struct Region {
    std::uint64_t offset = 0;
    std::uint64_t capacity = 0;
    std::uint64_t used = 0;
};

/// Publishes filled entries: a reader of a crashed image trusts `used`.
inline void publish(Region& region, std::uint64_t used) { __atomic_store_n(&region.used, used, __ATOMIC_RELEASE); }

/// Two clocks read together.
struct ClockPoint {
    std::uint64_t ticks = 0;
    std::int64_t monotonic_ns = 0;
};

enum class SpoolState : std::uint32_t {
    running = 1,  ///< also of a process ended by a signal or _exit()
    finalized = 2,
    aborted = 3,  ///< MPI_Abort was called
    exited = 4,   ///< exit() was called, or main() returned, without MPI_Finalize
};

/// Bits of SpoolHeader::flags.
enum SpoolFlag : std::uint64_t {
    kCellsOverflowed = 1,       ///< some calls are only in the overflow region
    kCommsOverflowed = 2,       ///< some communicators are recorded as kOverflowComm
    kBuffersOverflowed = 4,     ///< reuse is a lower bound
    kPhasesOverflowed = 8,      ///< later phases were added to the last one
    kRequestsOverflowed = 16,   ///< some nonblocking receives have no traffic row
    kStringsOverflowed = 32,    ///< some callsites are missing
    kFileStuck = 64,            ///< with kCellsOverflowed: the limit was not memory; the spool's file could not grow
    kMessagesOverflowed = 128,  ///< for some messages it is not recorded how they were carried
    kLoopsPaused = 256,         ///< only a part of the calls was searched for loops
};

/// The head of a spool image; a whole image is `image_bytes` long. In a live spool the regions have room to grow; in a
/// profile file the same image is compacted (capacity == used, no index), so one reader serves both.
struct SpoolHeader {
    char magic[8];
    std::uint32_t version;
    std::uint32_t header_bytes;
    std::uint64_t image_bytes;
    std::uint64_t run_id;  ///< equal on all ranks of a run
    std::int32_t world_rank;
    std::int32_t world_size;
    std::int32_t node;  ///< 0-based, in order of lowest rank
    std::int32_t node_count;
    std::uint32_t pid;
    std::uint32_t thread_level;  ///< MPI_THREAD_* as a number 0..3
    std::uint64_t pid_start;     ///< field 22 of /proc/PID/stat: differs for a later process of the same pid
    SpoolState state;
    std::int32_t abort_code;  ///< of MPI_Abort, or the status of exit()
    std::uint64_t flags;      ///< SpoolFlag
    std::int64_t start_unix_ns;
    ClockPoint clock_first;        ///< at the start of the record
    ClockPoint clock_last;         ///< latest reading; at the end of a finished record
    std::int32_t clock_parent;     ///< rank against which clock_offset_ns was measured; -1: none (same clock as rank 0)
    std::uint32_t sample_shift;    ///< collective samples are kept if sequence % 2^shift == 0
    std::int64_t clock_offset_ns;  ///< parent's monotonic clock minus this rank's
    std::uint64_t current_enter_ticks;  ///< of the call this rank is in, if current_function is not 0xffff
    std::uint16_t current_function;
    std::uint16_t function_count;
    std::uint16_t engine_count;
    std::uint16_t current_comm;
    std::int32_t current_peer;
    std::uint32_t pid_space;  ///< the namespace of `pid` (native/base/process.hpp); 0: unknown
    char host[64];
    char program[256];
    char mpi_library[128];  ///< first line of MPI_Get_library_version
    char shunt_version[32];
    char wait_mode[16];  ///< how blocking calls waited: "host", "host, yielding" (the MPI itself yields the core),
                         ///< "gentle", kGentleByLoad
    Region functions;    ///< text: "MPI_Send send\n..." name and kind, line number = index
    Region engines;      ///< text: "host\n..." line number = index
    Region comms;        ///< CommEntry
    Region phases;       ///< PhaseEntry
    Region cells;        ///< Cell
    Region cell_index;   ///< std::uint32_t, 1 + cell number, 0 empty
    Region overflow;     ///< OverflowEntry, one per function; used == capacity
    Region samples;      ///< CollectiveSample
    Region buffers;      ///< BufferEntry
    Region counters;     ///< CounterEntry
    Region strings;      ///< bytes; NUL-ended strings (callsites, clauses), offset 0 holds the empty one
    Region options;      ///< text: "key = value    # source\n", the options in force
    Region messages;     ///< MessageEntry; from version 2 on
    // From version 3 on.
    Region bins;               ///< TimeBin
    std::uint64_t bins_start;  ///< ticks
    std::uint32_t bins_shift;
    std::uint32_t reserved;
    // From version 4 on.
    Region loops;       ///< LoopEntry
    Region loop_parts;  ///< LoopPart
    Region loop_runs;   ///< LoopRun
};
static_assert(sizeof(SpoolHeader) % 8 == 0);

/// Length of the head in a file of `version`.
constexpr std::size_t header_bytes_of(std::uint32_t version) {
    if (version == 1) return offsetof(SpoolHeader, messages);
    if (version == 2) return offsetof(SpoolHeader, bins);
    return version == 3 ? offsetof(SpoolHeader, loops) : sizeof(SpoolHeader);
}

/// The position of one rank's image in a profile file.
struct ImageEntry {
    std::uint64_t offset;
    std::uint64_t bytes;
    std::uint64_t checksum;  ///< FNV-1a of the image's bytes
    std::int32_t world_rank;
    std::uint32_t reserved;
};

/// Bits of ProfileHeader::flags.
enum ProfileFlag : std::uint32_t { kRecovered = 1, kIncomplete = 2 };

/// The head of a profile file: header, `image_count` ImageEntry from `directory_offset`, images.
struct ProfileHeader {
    char magic[8];
    std::uint32_t version;
    std::uint32_t header_bytes;
    std::uint64_t file_bytes;
    std::uint64_t run_id;
    std::uint64_t directory_offset;
    std::uint32_t image_count;
    std::uint32_t world_size;
    std::uint32_t flags;  ///< ProfileFlag
    std::uint32_t reserved;
    std::uint64_t checksum;  ///< FNV-1a of this header with this field 0, then of the directory
};

/// FNV-1a over `bytes` bytes, continuing from `seed`.
inline std::uint64_t fnv1a(const void* data, std::size_t bytes, std::uint64_t seed = 0xcbf29ce484222325u) {
    const auto* byte = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; ++i) seed = (seed ^ byte[i]) * 0x100000001b3u;
    return seed;
}

}  // namespace shunt::record
