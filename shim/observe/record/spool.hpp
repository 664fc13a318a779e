#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "shim/observe/record/format.hpp"
#include "shim/observe/record/spool_folder.hpp"

namespace shunt::record {

/// What a spool image is made for. Texts are copied.
struct SpoolSetup {
    std::string directory;         ///< made when missing (one level); "" keeps the image in private memory
    bool is_named_folder = false;  ///< the user chose it: see open_spool_folder
    std::uint64_t memory_bytes = 8u << 20;
    bool carries_messages = false;  ///< makes room for SpoolHeader::messages
    std::uint64_t run_id = 0;
    std::int32_t world_rank = 0;
    std::int32_t world_size = 1;
    std::int32_t node = 0;
    std::int32_t node_count = 1;
    std::uint32_t thread_level = 0;
    std::uint16_t function_count = 0;
    std::uint16_t engine_count = 0;
    std::string functions;  ///< text of SpoolHeader::functions
    std::string engines;
    std::string options;
    std::string host, program, mpi_library, shunt_version, wait_mode;
};

/// One rank's image in memory that outlives a crash: a shared mapping of `DIRECTORY/RUNID-RANK-PID.spool`. The rows,
/// which lie last, get their place on disk in steps. Each is allocated before it is used: a full disk shows there and
/// not as SIGBUS, a limit on the length of files not as SIGXFSZ. Only the very file that was made grows, never one that
/// took its name. Owner: the mapping and, until `remove_file`, the file.   Thread: one.
class Spool {
public:
    Spool() = default;
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;
    ~Spool() = default;  ///< the mapping stays: a late call of another thread may still write

    /// Fails: returns false when not even private memory was to be had. `error` says why the file could not be used,
    /// also when the image then lives in private memory.
    bool open(const SpoolSetup& setup, std::string& error);

    SpoolHeader* header() const { return header_; }
    std::byte* at(std::uint64_t offset) const { return reinterpret_cast<std::byte*>(header_) + offset; }
    std::uint64_t bytes() const { return bytes_; }
    const std::string& path() const { return path_; }  ///< "" when in private memory
    /// Makes room for more rows (capacity of SpoolHeader::cells), and in their index, which is then to be made anew.
    /// Fails: false at the limit of memory, or when the file cannot grow (kFileStuck is set then).
    bool grow_cells();
    const FileIdentity& identity() const { return identity_; }  ///< of the file, where there is one
    void remove_file();
    /// remove_file() does nothing any more.
    void keep_file() { kept_ = true; }

private:
    bool grow_file(std::uint64_t end);
    bool map_file(const SpoolSetup& setup, std::uint64_t first_bytes, std::string& error);
    bool map_private();
    void place_regions(const SpoolSetup& setup, SpoolHeader& head);
    void fill(const SpoolSetup& setup);

    SpoolHeader* header_ = nullptr;
    std::uint64_t bytes_ = 0;       ///< of the mapping: as large as the image may become
    std::uint64_t most_cells_ = 0;  ///< that the memory allows
    std::string path_;
    FileIdentity identity_;
    bool kept_ = false;
};

}  // namespace shunt::record
