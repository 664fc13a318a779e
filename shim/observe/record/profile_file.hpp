#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim/observe/record/format.hpp"
#include "shim/observe/record/image.hpp"
#include "shim/observe/record/profile_place.hpp"

namespace shunt::record {

/// Writes one profile file, an image at a time, under a temporary name beside `path`. `finish` gives it its own name,
/// so a reader finds the old file, the whole new one, or none. If destroyed before `finish`, it removes the temporary
/// file.
/// Owner: keeps no pointer to the images.   Thread: any one at a time.   Blocks: on file writes.
/// Fails: functions return false, `error()` gives the reason, and nothing is left behind; no exception leaves.
class ProfileWriter {
public:
    ProfileWriter() = default;
    ~ProfileWriter();
    ProfileWriter(const ProfileWriter&) = delete;
    ProfileWriter& operator=(const ProfileWriter&) = delete;

    /// Makes the temporary file with room for `image_count` images, of a run of `world_size` ranks. `placing`: what to
    /// do with an existing file of the name `path`.
    bool open(const std::string& path, std::uint32_t image_count, std::uint32_t world_size, std::uint64_t run_id,
              Placing placing = Placing::replace) noexcept;
    /// Appends the compacted image of world rank `rank`; any order, each rank once.
    bool add(std::int32_t rank, std::span<const std::byte> image) noexcept;
    /// Writes the directory and gives the file its name. `flags`: ProfileFlag; kIncomplete is added if ranks are
    /// missing.
    bool finish(std::uint32_t flags) noexcept;

    const std::string& error() const { return error_; }
    /// The name that the file got; valid after `finish`.
    const std::string& path() const { return path_; }

private:
    bool fail(const char* what) noexcept;
    bool write_at(std::uint64_t offset, const void* data, std::size_t bytes) noexcept;
    void discard() noexcept;

    int file_ = -1;
    std::string path_;
    std::string temporary_;
    std::string error_;
    Placing placing_ = Placing::replace;
    ProfileHeader header_{};
    std::vector<ImageEntry> entries_;
    std::uint64_t end_ = 0;
};

/// Writes `images` (compacted or live) of one run to `path` at once.   Fails: false, with `error`.
bool write_profile(const std::string& path, std::span<const Image> images, std::uint32_t flags, std::string& error);

/// A profile file in memory: one checked image for each rank that it contains.
/// Owner: the images point into this object's bytes (it may be moved, not copied).   Thread: any, once loaded.
class ProfileFile {
public:
    ProfileFile() = default;
    ProfileFile(ProfileFile&&) = default;
    ProfileFile& operator=(ProfileFile&&) = default;

    /// Reads and checks the whole file.   Fails: false; `error` names the file and its fault.
    static bool load(const std::string& path, ProfileFile& out, std::string& error);
    /// The same for bytes already in memory; messages use `name` as the file's name.
    static bool parse(std::vector<std::byte> bytes, const std::string& name, ProfileFile& out, std::string& error);

    const ProfileHeader& header() const { return header_; }
    /// Sorted by world rank; ranks that left no record are missing (then kIncomplete is set). Never empty.
    const std::vector<Image>& images() const { return images_; }
    /// World ranks below world_size without an image, ascending.
    std::vector<std::int32_t> missing_ranks() const;
    bool recovered() const { return (header_.flags & kRecovered) != 0; }
    bool incomplete() const { return (header_.flags & kIncomplete) != 0; }

private:
    std::vector<std::byte> bytes_;
    ProfileHeader header_{};
    std::vector<Image> images_;
};

/// Reads a whole file of any length.   Fails: false; `error` names the file and the reason.
bool read_whole_file(const std::string& path, std::vector<std::byte>& out, std::string& error);
/// The same for an opened file, which is closed; -1 and errno if it could not be opened. Messages use `path` as its
/// name.
bool read_whole_file(int file, const std::string& path, std::vector<std::byte>& out, std::string& error);

}  // namespace shunt::record
