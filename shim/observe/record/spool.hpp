#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "shim/observe/record/format.hpp"
#include "shim/observe/record/spool_folder.hpp"

namespace shunt::record {

/// The parameters of a new spool image. Texts are copied.
struct SpoolSetup {
    std::string directory;         ///< made if missing (one level); "" keeps the image in private memory
    bool is_named_folder = false;  ///< the user chose it: see open_spool_folder
    std::uint64_t memory_bytes = 8u << 20;
    bool carries_messages = false;  ///< makes room for SpoolHeader::messages
    std::uint64_t run_id = 0;
    std::uint32_t ordinal = 0;  ///< of the record in this process
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

/// One rank's image in memory that outlives a crash: a shared mapping of `DIRECTORY/RUNID-RANK-PID-ORDINAL.spool`. The
/// rows are last in it, and disk space for them is allocated in steps. Each step is allocated before it is used, so
/// that a full disk causes an error and not SIGBUS, and a limit on the length of files not SIGXFSZ. Only the same file
/// that was made grows, never another one that took its name. Owner: the mapping and, until `remove_file`, the file.
/// Thread: one.
class Spool {
public:
    Spool() = default;
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;
    ~Spool() = default;  ///< the mapping stays: a late call of another thread may still write

    /// Fails: returns false if not even private memory was available. `error` tells why the file could not be used,
    /// also if the image is then in private memory.
    bool open(const SpoolSetup& setup, std::string& error);

    SpoolHeader* header() const { return header_; }
    std::byte* at(std::uint64_t offset) const { return reinterpret_cast<std::byte*>(header_) + offset; }
    std::uint64_t bytes() const { return bytes_; }
    const std::string& path() const { return path_; }  ///< "" when in private memory
    /// Makes room for more rows (capacity of SpoolHeader::cells) and for their index, which the caller must then
    /// rebuild.
    /// Fails: false at the limit of memory, or if the file cannot grow (kFileStuck is set then).
    bool grow_cells();
    const FileIdentity& identity() const { return identity_; }  ///< of the file, if there is one
    void remove_file();
    /// From now on remove_file() does nothing.
    void keep_file() { kept_ = true; }

private:
    bool grow_file(std::uint64_t end);
    bool map_file(const SpoolSetup& setup, std::uint64_t first_bytes, std::string& error);
    bool map_private();
    void place_regions(const SpoolSetup& setup, SpoolHeader& head);
    void fill(const SpoolSetup& setup);

    SpoolHeader* header_ = nullptr;
    std::uint64_t bytes_ = 0;       ///< of the mapping: the maximal size of the image
    std::uint64_t most_cells_ = 0;  ///< the number that the memory allows
    std::string path_;
    FileIdentity identity_;
    bool kept_ = false;
};

}  // namespace shunt::record
