#include "shim/record/spool.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "native/base/clock.hpp"
#include "native/base/process.hpp"

namespace shunt::record {
namespace {

std::string file_name(const SpoolSetup& setup) {
    // The process number keeps runs apart that were given one id (several launches in one script).
    char name[80];
    std::snprintf(name, sizeof name, "%016llx-%06d-%d.spool", static_cast<unsigned long long>(setup.run_id), setup.world_rank, getpid());
    return setup.directory + "/" + name;
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

/// Rows the image grows by.
constexpr std::uint64_t kCellStep = 4096;

/// Slots of the index of so many cells: at least half of them stay free.
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
    path_ = file_name(setup);
    const auto fail = [&](const char* what, int code) {
        error = std::string(what) + " " + path_ + ": " + std::strerror(code);
        path_.clear();
        return false;
    };
    if (mkdir(setup.directory.c_str(), 0700) != 0 && errno != EEXIST) return fail("cannot make the folder of", errno);
    const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return fail("cannot create", errno);
    const int full = posix_fallocate(file, 0, static_cast<off_t>(first));
    void* memory = full == 0 ? mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    const int code = full != 0 ? full : errno;
    close(file);
    if (memory == MAP_FAILED) {
        unlink(path_.c_str());
        return fail("cannot allocate", code);
    }
    header_ = static_cast<SpoolHeader*>(memory);
    return true;
}

bool Spool::grow_cells() {
    Region& cells = header_->cells;
    const std::uint64_t capacity = std::min(cells.capacity + kCellStep, most_cells_);
    if (capacity == cells.capacity) return false;
    const std::uint64_t end = end_of_cells(*header_, capacity);
    if (!path_.empty()) {
        // Opened anew: the program may have closed every descriptor it did not know, and given the number to a file of its own.
        const int file = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
        if (file < 0) return false;
        const int full = posix_fallocate(file, 0, static_cast<off_t>(end));
        close(file);
        if (full != 0) {
            most_cells_ = cells.capacity;   // asked once; a disk that is full now is not asked again at every call
            return false;
        }
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
    // The administrative regions are small and scale with the memory; cells and their index share what is left.
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
    layout.place(head.strings, 8192 * scale, 1);
    // A cell costs its bytes and at most four index slots (a power of two, at least twice the cells).
    const std::uint64_t left = bytes_ - layout.next() - 128;
    most_cells_ = left / (sizeof(Cell) + 4 * sizeof(std::uint32_t));
    layout.place(head.cell_index, std::bit_floor(4 * most_cells_), sizeof(std::uint32_t));
    layout.place(head.cells, std::min(most_cells_, kCellStep), sizeof(Cell));
    head.cell_index.capacity = slots_for(head.cells.capacity);   // the rest of its place is used as the cells grow
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
    // Last, so that a reader never takes a half-made image for a whole one.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    std::memcpy(head.magic, kSpoolMagic, sizeof head.magic);
}

void Spool::remove_file() {
    if (path_.empty() || kept_) return;
    unlink(path_.c_str());
    path_.clear();
}

}  // namespace shunt::record
