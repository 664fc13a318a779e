#include "shim/observe/record/spool.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "native/base/clock.hpp"
#include "native/base/process.hpp"
#include "native/base/quiet_writes.hpp"

namespace shunt::record {
namespace {

std::string file_name(const SpoolSetup& setup) {
    // The process number distinguishes runs that were given one id (several launches in one script), and the last one
    // the records of one process (MPI_Session_init after the end of all sessions).
    char name[80];
    std::snprintf(name, sizeof name, "%016llx-%06d-%d-%u.spool", static_cast<unsigned long long>(setup.run_id),
                  setup.world_rank, getpid(), setup.ordinal);
    return name;
}

/// The absolute name of `folder`: the program may change its working directory.
std::string lasting_name(const std::string& folder) {
    char resolved[PATH_MAX];
    return ::realpath(folder.c_str(), resolved) != nullptr ? resolved : folder;
}

/// Maps the new file with its first bytes allocated.   Returns: MAP_FAILED and an errno in `code`.
void* map_new(int file, std::uint64_t first, std::uint64_t bytes, int& code) {
    code = allocate_file(file, 0, first);
    if (code != 0) return MAP_FAILED;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    code = errno;
    return memory;
}

template <std::size_t Size>
void copy_text(char (&to)[Size], const std::string& from) {
    const std::size_t bytes = std::min(from.size(), Size - 1);
    std::memcpy(to, from.data(), bytes);
    to[bytes] = 0;
}

/// Hands out consecutive parts of the image.
class Layout {
public:
    explicit Layout(std::uint64_t start) : next_(start) {}
    void place(Region& region, std::uint64_t capacity, std::uint64_t entry_bytes) {
        next_ = (next_ + 63) & ~std::uint64_t{63};
        region = {next_, capacity, 0};
        next_ += capacity * entry_bytes;
    }
    std::uint64_t next() const { return (next_ + 63) & ~std::uint64_t{63}; }

private:
    std::uint64_t next_;
};

/// The number of rows by which the image grows.
constexpr std::uint64_t kCellStep = 4096;

/// Slots of the index for `cells` cells: at least half of them stay free.
std::uint64_t slots_for(std::uint64_t cells) { return std::bit_ceil(2 * cells); }

std::uint64_t end_of_cells(const SpoolHeader& head, std::uint64_t capacity) {
    return (head.cells.offset + capacity * sizeof(Cell) + 63) & ~std::uint64_t{63};
}

}  // namespace

bool Spool::open(const SpoolSetup& setup, std::string& error) {
    bytes_ = setup.memory_bytes;
    SpoolHeader head{};
    place_regions(setup, head);
    const bool in_file = !setup.directory.empty() && map_file(setup, head.image_bytes, error);
    if (!in_file && !map_private()) {
        error = "no memory for the record";
        return false;
    }
    *header_ = head;
    fill(setup);
    return true;
}

bool Spool::map_file(const SpoolSetup& setup, std::uint64_t first, std::string& error) {
    const int folder = open_spool_folder(setup.directory, setup.is_named_folder, Missing::make, error);
    if (folder < 0) return false;
    const std::string name = file_name(setup);
    int code = 0;
    const int file = openat(folder, name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) code = errno;
    void* memory = file >= 0 ? map_new(file, first, bytes_, code) : MAP_FAILED;
    if (file >= 0) {
        identity_ = identity_of(file);
        close(file);
    }
    if (memory == MAP_FAILED && file >= 0) unlinkat(folder, name.c_str(), 0);
    close(folder);
    if (memory == MAP_FAILED) {
        error = "cannot make the record's file in " + setup.directory + ": " + std::strerror(code) +
                (code == EFBIG ? " (ulimit -f)" : "");
        return false;
    }
    header_ = static_cast<SpoolHeader*>(memory);
    path_ = lasting_name(setup.directory) + "/" + name;
    return true;
}

bool Spool::grow_file(std::uint64_t end) {
    // Opened anew: the program may have closed every descriptor it did not know, and reused the number for a file of
    // its own.
    const int file = ::open(path_.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const bool grown =
        file >= 0 && identity_of(file) == identity_ && allocate_file(file, header_->image_bytes, end) == 0;
    if (file >= 0) close(file);
    return grown;
}

bool Spool::grow_cells() {
    Region& cells = header_->cells;
    const std::uint64_t capacity = std::min(cells.capacity + kCellStep, most_cells_);
    if (capacity == cells.capacity) return false;
    const std::uint64_t end = end_of_cells(*header_, capacity);
    if (!path_.empty() && !grow_file(end)) {
        header_->flags |= kFileStuck;
        most_cells_ = cells.capacity;  // asked once: a full disk is not asked again at every call
        return false;
    }
    header_->image_bytes = end;
    header_->cell_index.capacity = slots_for(capacity);
    __atomic_store_n(&cells.capacity, capacity, __ATOMIC_RELEASE);
    return true;
}

bool Spool::map_private() {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    header_ = static_cast<SpoolHeader*>(memory);
    return true;
}

void Spool::place_regions(const SpoolSetup& setup, SpoolHeader& head) {
    // The administrative regions are small and scale with the memory; cells and their index share the rest.
    const std::uint64_t scale = std::max<std::uint64_t>(1, bytes_ >> 20);
    Layout layout(sizeof(SpoolHeader));
    layout.place(head.functions, setup.functions.size(), 1);
    layout.place(head.engines, setup.engines.size(), 1);
    layout.place(head.options, setup.options.size(), 1);
    layout.place(head.comms, std::min<std::uint64_t>(128 * scale, 0xff00), sizeof(CommEntry));
    layout.place(head.phases, std::min<std::uint64_t>(128 * scale, 0xff00), sizeof(PhaseEntry));
    layout.place(head.overflow, setup.function_count, sizeof(OverflowEntry));
    layout.place(head.samples, 512 * scale, sizeof(CollectiveSample));
    layout.place(head.buffers, std::bit_floor(1024 * scale), sizeof(BufferEntry));
    layout.place(head.counters, 64, sizeof(CounterEntry));
    layout.place(head.bins, kTimeBins, sizeof(TimeBin));
    layout.place(head.loops, 64 * scale, sizeof(LoopEntry));
    layout.place(head.loop_parts, 512 * scale, sizeof(LoopPart));
    layout.place(head.loop_runs, 64 * scale, sizeof(LoopRun));
    layout.place(head.messages, setup.carries_messages ? 1024 * scale : 0, sizeof(MessageEntry));
    layout.place(head.strings, 8192 * scale, 1);
    // A cell costs its bytes and at most four index slots (a power of two, at least twice the cells).
    const std::uint64_t left = bytes_ - layout.next() - 128;
    most_cells_ = left / (sizeof(Cell) + 4 * sizeof(std::uint32_t));
    layout.place(head.cell_index, std::bit_floor(4 * most_cells_), sizeof(std::uint32_t));
    layout.place(head.cells, std::min(most_cells_, kCellStep), sizeof(Cell));
    head.cell_index.capacity = slots_for(head.cells.capacity);  // it uses the rest as the cells grow
    head.image_bytes = end_of_cells(head, head.cells.capacity);
}

void Spool::fill(const SpoolSetup& setup) {
    SpoolHeader& head = *header_;
    head.version = kFormatVersion;
    head.header_bytes = sizeof(SpoolHeader);
    head.run_id = setup.run_id;
    head.world_rank = setup.world_rank;
    head.world_size = setup.world_size;
    head.node = setup.node;
    head.node_count = setup.node_count;
    head.pid = static_cast<std::uint32_t>(getpid());
    head.pid_start = process_start(head.pid);
    head.pid_space = process_space();
    head.thread_level = setup.thread_level;
    head.state = SpoolState::running;
    head.clock_parent = -1;
    head.current_function = 0xffff;
    head.current_comm = kNoComm;
    head.function_count = setup.function_count;
    head.engine_count = setup.engine_count;
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    head.start_unix_ns = std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
    copy_text(head.host, setup.host);
    copy_text(head.program, setup.program);
    copy_text(head.mpi_library, setup.mpi_library);
    copy_text(head.shunt_version, setup.shunt_version);
    copy_text(head.wait_mode, setup.wait_mode);

    const auto store = [&](Region& region, const std::string& text) {
        std::memcpy(at(region.offset), text.data(), text.size());
        region.used = text.size();
    };
    store(head.functions, setup.functions);
    store(head.engines, setup.engines);
    store(head.options, setup.options);
    head.overflow.used = head.overflow.capacity;
    head.strings.used = 1;
    head.phases.used = 1;
    auto* phase = reinterpret_cast<PhaseEntry*>(at(head.phases.offset));
    phase->entries = 1;
    phase->start_ticks = ticks();
    head.clock_first = {ticks(), monotonic_ns()};
    head.clock_last = head.clock_first;
    // Last, so that a reader never mistakes an unfinished image for a complete one.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    std::memcpy(head.magic, kSpoolMagic, sizeof head.magic);
}

void Spool::remove_file() {
    if (path_.empty() || kept_) return;
    if (identity_of(path_) == identity_) unlink(path_.c_str());
    path_.clear();
}

}  // namespace shunt::record
