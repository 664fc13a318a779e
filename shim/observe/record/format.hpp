#pragma once
// The bytes of a spool image and of a profile file: what the recorder writes, and what every tool reads. All numbers
// are little-endian and naturally aligned; every struct here is copied to disk as it is. See README.md for the layout
// in words.
#include <cstddef>
#include <cstdint>

namespace shunt::record {

inline constexpr char kSpoolMagic[8] = {'S', 'H', 'U', 'N', 'T', 'S', 'P', 'L'};
inline constexpr char kProfileMagic[8] = {'S', 'H', 'U', 'N', 'T', 'P', 'R', 'F'};
/// Raised whenever a reader of the older version would misread; readers refuse any other version by name.
inline constexpr std::uint32_t kFormatVersion = 4;
/// The oldest version that readers take: without SpoolHeader::messages and what follows it.
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

/// What a cell's `count` counts, and of what sort its traffic is. Flags are part of the key.
enum CellFlag : std::uint8_t {
    kCall = 1,        ///< count is a number of calls of `function`
    kTraffic = 2,     ///< count messages of `bytes` each really went to (or, with kReceive, came from) `peer`
    kReceive = 4,     ///< the receiving direction
    kContiguous = 8,  ///< the datatype has no holes
    kAnySource = 16,  ///< the receive was posted with MPI_ANY_SOURCE
    kRounded = 16,    ///< of a collective: it combines, and another order of combining may change the last bits; in
                      ///< older profiles never set
    kCancelled = 32,  ///< posted, then cancelled: nothing moved
    kOneSided = 64,   ///< remote memory access: the peer takes no part
    kSampled = 128,   ///< only some of these calls were timed, where calls of the same key without this flag always are
};

/// The exact key of one row of the record. `bytes` is what `function` measures (docs: shim/observe/record/README.md).
struct CellKey {
    std::uint64_t bytes = 0;
    std::int32_t peer = kNoPeer;   ///< rank in the communicator (remote group of an intercommunicator), of a collective
                                   ///< its root; or a k*Peer value
    std::uint32_t callsite = 0;    ///< offset into the strings region of "module+0xoffset"; 0: not asked for
    std::uint16_t function = 0;    ///< index into the profile's function names
    std::uint16_t comm = kNoComm;  ///< index into the communicator region
    std::uint16_t phase = 0;       ///< index into the phase region
    std::uint8_t engine = 0;       ///< index into the profile's engine names; 0 is the host
    std::uint8_t flags = 0;
    friend bool operator==(const CellKey&, const CellKey&) = default;
};
static_assert(sizeof(CellKey) == 24);

/// One row. Times are ticks of the rank's clock (ClockPoint turns them into ns). Calls that do little are timed one in
/// a few: the time of all is estimated from those (README.md), so a row holds only calls that are timed alike.
struct Cell {
    CellKey key;
    std::uint64_t count = 0;
    std::uint64_t timed = 0;  ///< how many of `count` were timed
    std::uint64_t ticks = 0;  ///< sum over the timed
    std::uint64_t min_ticks = 0;
    std::uint64_t max_ticks = 0;
    std::uint64_t wait_ticks = 0;       ///< for nonblocking operations: time spent in Wait*/Test* that completed them
    std::uint64_t reused = 0;           ///< sends whose buffer address had been sent from before
    std::uint64_t last_buffer = 0;      ///< address of the last buffer sent from
    std::uint32_t probed = 0;           ///< receives for which it was looked whether the message had already come
    std::uint32_t unexpected = 0;       ///< of those: the message came before the receive was posted
    std::int32_t peer_world = kNoPeer;  ///< `peer` as rank in MPI_COMM_WORLD, or a k* value
    // Of the last of these calls; all 0 where nothing was decided, and in older profiles.
    std::uint16_t rule = 0;   ///< that decided who carries it, counted from 1
    std::uint8_t asked = 0;   ///< engine that this rule names
    std::uint8_t reason = 0;  ///< why its engine carried it: a number of native/select/reason.hpp, or from
                              ///< kFirstClause on the place of a clause among those of the strings region
};
static_assert(sizeof(Cell) == 104);

/// How a message of the engine remote_write came to its receiver. Numbers of newer versions may be found in a file.
enum class MessageProtocol : std::uint8_t {
    none = 0,              ///< not known: the program has not heard of its end
    eager = 1,             ///< with its envelope
    written = 2,           ///< the receive was first, and the data went straight to its buffer
    rendezvous = 3,        ///< when the receive had been found
    eager_rendezvous = 4,  ///< its first piece with the envelope, the rest by rendezvous
};
inline constexpr int kMessageProtocols = 5;

/// What has moved it.
enum class MessageWay : std::uint8_t {
    none = 0,
    own_process = 1,
    shared_memory = 2,  ///< a mailbox of the two ranks' own
    cross_memory = 3,   ///< cross-memory attach
    tcp = 4,
    common_mailbox = 5,  ///< the receiver's mailbox that all ranks of its node write to
    rdma = 6,            ///< written to memory of the receiver, or read from the sender's
};
inline constexpr int kMessageWays = 7;

/// Messages of one row that went by one protocol and way. A message that went by two ways counts with the one that
/// moved more of it; its bytes are shared out as they went. The last three are of receives.
struct MessageEntry {
    std::uint32_t cell = 0;  ///< number of the row
    MessageProtocol protocol = MessageProtocol::none;
    MessageWay way = MessageWay::none;
    std::uint16_t reserved = 0;
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t unexpected = 0;  ///< of `messages`, those that came before their receive
    std::uint64_t length_sum = 0;  ///< of the unexpected queue when they came, they themselves included
    std::uint64_t length_most = 0;
};
static_assert(sizeof(MessageEntry) == 48);

/// What kind of call time went into.
enum class TimeKind : std::uint8_t { message = 0, wait = 1, collective = 2, one_sided = 3, other = 4, startup = 5 };
inline constexpr int kTimeKinds = 6;
/// TimeBin::phase of a bin in which a phase ended.
inline constexpr std::uint16_t kManyPhases = 0xffff;
inline constexpr std::uint64_t kTimeBins = 128;
inline constexpr std::uint32_t kMostBinsShift = 56;  ///< all bins together fit into 64 bits

/// What a rank did in one stretch of its run: 2^bins_shift ticks, the first of them from bins_start on.
struct TimeBin {
    std::uint64_t ticks[kTimeKinds] = {};  ///< in calls, by TimeKind; of calls timed by sample an estimate
    std::uint64_t bytes = 0;  ///< sent in messages and one-sided calls, and moved by collectives (call_traffic.hpp)
    std::uint16_t phase = 0;  ///< index into the phase region, or kManyPhases
    std::uint16_t reserved[3] = {};
};
static_assert(sizeof(TimeBin) == 64);

/// One element of a loop's body: a collective call, or another loop.
struct LoopPart {
    std::uint64_t bytes = 0;  ///< of the call, as CellKey::bytes, when it was first met
    std::uint32_t loop = 0;   ///< 1 + the number of the loop that stands here; kUnknownLoop: one without an entry;
                              ///< 0: a call
    std::uint16_t function = 0;
    std::uint16_t comm = kNoComm;
};
static_assert(sizeof(LoopPart) == 16);
inline constexpr std::uint32_t kUnknownLoop = 0xffffffff;

/// A sequence of collective calls that the rank made again and again (loop_finder.hpp). An iteration lasts from the
/// begin of its first call to that of the next one's; of the last of a run that is not known.
struct LoopEntry {
    std::uint64_t digest = 0;  ///< of the body
    std::uint32_t first_part = 0;
    std::uint32_t parts = 0;             ///< LoopPart of one iteration
    std::uint32_t runs = 0;              ///< how often the loop was entered
    std::uint32_t least_iterations = 0;  ///< of a run that has ended; 0: none has
    std::uint32_t most_iterations = 0;
    std::uint32_t reserved = 0;
    std::uint64_t iterations = 0;     ///< of all runs
    std::uint64_t ticks = 0;          ///< sum over those whose length is known: `iterations` - `runs`
    std::uint64_t min_ticks = 0;      ///< of an iteration
    std::uint64_t max_ticks = 0;      ///< of an iteration
    std::uint64_t slowest_begin = 0;  ///< ticks, when that one began
    std::uint64_t run_ticks = 0;      ///< sum over the runs that have ended, from their first call to their last
    std::uint64_t first_begin = 0;    ///< ticks, of the first run
    std::uint64_t last_end = 0;       ///< ticks, of the last iteration that has ended
};
static_assert(sizeof(LoopEntry) == 96);

/// From when to when the rank was in a loop that is part of no other. In order of time; the first ones where there is
/// no room for all.
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
/// A label that comes again is the same phase; `entries` counts how often it was entered, `ticks` its time until it was
/// last left.
struct PhaseEntry {
    std::int32_t label = 0;  ///< the argument of MPI_Pcontrol
    std::uint32_t entries = 0;
    std::uint64_t start_ticks = 0;  ///< when it was last entered
    std::uint64_t ticks = 0;
};
static_assert(sizeof(PhaseEntry) == 24);

/// One collective call, kept for a deterministic choice of sequence numbers, so that the same calls are kept on all
/// ranks.
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

/// A buffer address messages were sent from.
struct BufferEntry {
    std::uint64_t address = 0;  ///< 0: empty slot
    std::uint64_t uses = 0;
    std::uint64_t max_bytes = 0;
};
static_assert(sizeof(BufferEntry) == 24);

/// Totals of one function for the calls that found no room in the cell table. One per function, so it never overflows.
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

/// SpoolHeader::wait_mode of a rank that waited as the host does until its machine was busy, and perhaps again
/// afterwards; and the counters of such a rank. Units: ns.
inline constexpr const char* kGentleByLoad = "gentle by load";
inline constexpr const char* kGentleByLoadSince =
    "wait.gentle_by_load_since_ns";                                       ///< start of the record to the first time
inline constexpr const char* kGentleByLoadNs = "wait.gentle_by_load_ns";  ///< how long in all
/// How often the members of a communicator agreed to wait gently in its collectives.
inline constexpr const char* kGentleByLoadAgreements = "wait.gentle_by_load_agreements";

/// A part of the image: `capacity` entries from byte `offset`, the first `used` of them valid. For the index and the
/// buffers, which are hash tables, all `capacity` slots are meaningful and `used` counts the filled ones.
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
    running = 1,  ///< also of a process that a signal or _exit() has ended
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
    kFileStuck = 64,            ///< with kCellsOverflowed: not for want of memory; the spool's file could not grow
    kMessagesOverflowed = 128,  ///< how some messages were carried is missing
    kLoopsPaused = 256,         ///< loops were looked for in a part of the calls only
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
    std::uint64_t pid_start;     ///< field 22 of /proc/PID/stat: tells a process from a later one of the same pid
    SpoolState state;
    std::int32_t abort_code;  ///< of MPI_Abort; the status of exit()
    std::uint64_t flags;      ///< SpoolFlag
    std::int64_t start_unix_ns;
    ClockPoint clock_first;        ///< at the start of the record
    ClockPoint clock_last;         ///< latest reading; at the end of a finished record
    std::int32_t clock_parent;     ///< rank against which clock_offset_ns was measured; -1: none (same clock as rank 0)
    std::uint32_t sample_shift;    ///< collective samples are kept where sequence % 2^shift == 0
    std::int64_t clock_offset_ns;  ///< parent's monotonic clock minus this rank's
    std::uint64_t current_enter_ticks;  ///< of the call this rank is in, when current_function is not 0xffff
    std::uint16_t current_function;
    std::uint16_t function_count;
    std::uint16_t engine_count;
    std::uint16_t current_comm;
    std::int32_t current_peer;
    std::uint32_t pid_space;  ///< where `pid` is meant (native/base/process.hpp); 0: unknown
    char host[64];
    char program[256];
    char mpi_library[128];  ///< first line of MPI_Get_library_version
    char shunt_version[32];
    char wait_mode[16];  ///< how blocking calls waited: "host", "host, yielding" (the MPI gives the core away itself),
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

/// Where one rank's image lies in a profile file.
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
