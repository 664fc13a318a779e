#include "shim/observe/record/profile_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "native/base/output_file.hpp"
#include "native/base/quiet_writes.hpp"

namespace shunt::record {
namespace {

std::uint64_t aligned(std::uint64_t offset) { return (offset + 7) / 8 * 8; }

std::uint64_t checksum_of(ProfileHeader header, std::span<const ImageEntry> directory) {
    header.checksum = 0;
    return fnv1a(directory.data(), directory.size_bytes(), fnv1a(&header, sizeof header));
}

bool is_something_else_than_a_file(const std::string& path) {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
}

}  // namespace

ProfileWriter::~ProfileWriter() { discard(); }

void ProfileWriter::discard() noexcept {
    if (file_ < 0) return;
    ::close(file_);
    ::unlink(temporary_.c_str());
    file_ = -1;
}

bool ProfileWriter::fail(const char* what) noexcept {
    const int code = errno;
    try {
        error_ = "cannot write profile " + path_ + ": " + what;
        if (code != 0) error_ += std::string(": ") + std::strerror(code) + (code == EFBIG ? " (raise ulimit -f)" : "");
    } catch (const std::exception&) { error_.clear(); }
    discard();
    return false;
}

bool ProfileWriter::open(const std::string& path, std::uint32_t image_count, std::uint32_t world_size,
                         std::uint64_t run_id, Placing placing) noexcept try {
    discard();
    errno = 0;
    path_ = path;
    placing_ = placing;
    const bool replaces = placing != Placing::keep;
    if (replaces && is_something_else_than_a_file(path))
        return fail("the name belongs to something that is not a file");
    if (replaces && !follow_own_links(path_)) return fail(kForeignFile);  // else renaming would replace the link itself
    temporary_ = path_ + ".part." + std::to_string(run_id) + "." + std::to_string(::getpid());  // of any host
    entries_.clear();
    entries_.reserve(image_count);
    header_ = {};
    std::memcpy(header_.magic, kProfileMagic, sizeof header_.magic);
    header_.version = kFormatVersion;
    header_.header_bytes = sizeof(ProfileHeader);
    header_.run_id = run_id;
    header_.directory_offset = sizeof(ProfileHeader);
    header_.image_count = image_count;
    header_.world_size = world_size;
    end_ = header_.directory_offset + image_count * sizeof(ImageEntry);
    ::unlink(temporary_.c_str());
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    return file_ >= 0 || fail("cannot make a file there");
} catch (const std::exception&) {
    errno = ENOMEM;
    return fail("no memory");
}

bool ProfileWriter::write_at(std::uint64_t offset, const void* data, std::size_t bytes) noexcept {
    const auto* from = static_cast<const char*>(data);
    const QuietWrites quiet;
    while (bytes != 0) {
        errno = 0;
        const ssize_t written = ::pwrite(file_, from, bytes, static_cast<off_t>(offset));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return fail("writing failed");
        from += written;
        offset += static_cast<std::uint64_t>(written);
        bytes -= static_cast<std::size_t>(written);
    }
    return true;
}

bool ProfileWriter::add(std::int32_t rank, std::span<const std::byte> image) noexcept try {
    errno = 0;
    if (file_ < 0) return false;
    if (entries_.size() == header_.image_count) return fail("more ranks than were announced");
    end_ = aligned(end_);
    if (!write_at(end_, image.data(), image.size())) return false;
    entries_.push_back({end_, image.size(), fnv1a(image.data(), image.size()), rank, 0});
    end_ += image.size();
    return true;
} catch (const std::exception&) {
    errno = ENOMEM;
    return fail("no memory");
}

bool ProfileWriter::finish(std::uint32_t flags) noexcept try {
    errno = 0;
    if (file_ < 0) return false;
    std::sort(entries_.begin(), entries_.end(),
              [](const ImageEntry& a, const ImageEntry& b) { return a.world_rank < b.world_rank; });
    header_.image_count = static_cast<std::uint32_t>(entries_.size());
    header_.flags = flags | (header_.image_count < header_.world_size ? kIncomplete : 0u);
    header_.file_bytes = end_;
    header_.checksum = checksum_of(header_, entries_);
    if (!write_at(header_.directory_offset, entries_.data(), entries_.size() * sizeof(ImageEntry))) return false;
    if (!write_at(0, &header_, sizeof header_)) return false;
    errno = 0;
    const bool closed = ::close(file_) == 0;
    file_ = -1;
    const int code = closed ? put_in_place(temporary_, path_, placing_, header_.run_id) : errno;
    if (code == 0) return true;
    ::unlink(temporary_.c_str());
    errno = code;
    return fail("putting it in place failed");
} catch (const std::exception&) {
    ::unlink(temporary_.c_str());
    errno = ENOMEM;
    return fail("no memory");
}

bool write_profile(const std::string& path, std::span<const Image> images, std::uint32_t flags, std::string& error) {
    ProfileWriter writer;
    if (images.empty()) {
        error = "cannot write profile " + path + ": no rank left a record";
        return false;
    }
    const SpoolHeader& first = images.front().header();
    bool ok = writer.open(path, static_cast<std::uint32_t>(images.size()), static_cast<std::uint32_t>(first.world_size),
                          first.run_id);
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; ok && i < images.size(); ++i) {
        ok = compact(images[i], bytes);
        if (!ok) error = "cannot write profile " + path + ": out of memory";
        if (!ok) return false;
        ok = writer.add(images[i].header().world_rank, bytes);
    }
    ok = ok && writer.finish(flags);
    error = writer.error();
    return ok;
}

namespace {

/// Checks the parts of a profile in the order in which they depend on each other.
struct ProfileChecker {
    std::span<const std::byte> bytes;
    const std::string& name;
    std::string& error;

    bool fail(const std::string& why) const {
        error = name + ": " + why;
        return false;
    }
    bool head(ProfileHeader& out) const;
    bool directory(const ProfileHeader& header, std::vector<ImageEntry>& out) const;
    bool image(const ProfileHeader& header, const ImageEntry& entry, Image& out) const;
};

bool ProfileChecker::head(ProfileHeader& out) const {
    const auto starts_with = [this](const char(&magic)[8]) {
        return bytes.size() >= sizeof magic && std::memcmp(bytes.data(), magic, sizeof magic) == 0;
    };
    if (starts_with(kSpoolMagic)) {
        return fail(
            "this is the record of one rank of an unfinished run, not a profile: merge its directory with 'shunt "
            "recover'");
    }
    if (!starts_with(kProfileMagic)) {
        error = name + " is not a Shunt profile";
        return false;
    }
    if (bytes.size() < sizeof out) {
        return fail("truncated: " + std::to_string(bytes.size()) + " of at least " + std::to_string(sizeof out) +
                    " bytes");
    }
    std::memcpy(&out, bytes.data(), sizeof out);
    if (out.version < kOldestVersion || out.version > kFormatVersion) {
        const bool newer = out.version > kFormatVersion;
        return fail(std::string("written by ") + (newer ? "a newer" : "another") + " Shunt (format " +
                    std::to_string(out.version) + ", this reads " + std::to_string(kFormatVersion) + "): use " +
                    (newer ? "a newer shunt" : "the shunt that wrote it"));
    }
    if (out.file_bytes > bytes.size())
        return fail("truncated: " + std::to_string(bytes.size()) + " of " + std::to_string(out.file_bytes) + " bytes");
    return true;
}

bool ProfileChecker::directory(const ProfileHeader& header, std::vector<ImageEntry>& out) const {
    const std::uint64_t size = header.file_bytes;
    if (header.header_bytes != sizeof header || header.directory_offset < sizeof header ||
        header.directory_offset > size || header.image_count > (size - header.directory_offset) / sizeof(ImageEntry))
        return fail("damaged: the directory lies outside the file");
    out.resize(header.image_count);
    std::memcpy(out.data(), bytes.data() + header.directory_offset, out.size() * sizeof(ImageEntry));
    if (checksum_of(header, out) != header.checksum) return fail("damaged: checksum of the header");
    if (out.empty()) return fail("damaged: it holds no rank");
    std::int64_t previous = -1;
    for (const ImageEntry& entry : out) {
        if (entry.world_rank <= previous || entry.world_rank >= static_cast<std::int64_t>(header.world_size))
            return fail("damaged: the directory names a rank twice, or one that does not exist");
        if (entry.offset % 8 != 0 || entry.offset > size || entry.bytes > size - entry.offset)
            return fail("damaged: rank " + std::to_string(entry.world_rank) + " lies outside the file");
        previous = entry.world_rank;
    }
    return true;
}

bool ProfileChecker::image(const ProfileHeader& header, const ImageEntry& entry, Image& out) const {
    const std::string rank = "rank " + std::to_string(entry.world_rank);
    const auto part = bytes.subspan(entry.offset, entry.bytes);
    if (fnv1a(part.data(), part.size()) != entry.checksum) return fail("damaged: checksum of " + rank);
    std::string why;
    if (!Image::open(part, out, why)) return fail(rank + ": " + (why.empty() ? "out of memory" : why));
    const SpoolHeader& found = out.header();
    const bool same = found.world_rank == entry.world_rank && found.run_id == header.run_id &&
                      found.world_size == static_cast<std::int64_t>(header.world_size);
    return same || fail("damaged: " + rank + " belongs to another run");
}

}  // namespace

bool ProfileFile::parse(std::vector<std::byte> bytes, const std::string& name, ProfileFile& out,
                        std::string& error) try {
    ProfileFile file;
    file.bytes_ = std::move(bytes);
    const ProfileChecker check{file.bytes_, name, error};
    std::vector<ImageEntry> directory;
    if (!check.head(file.header_) || !check.directory(file.header_, directory)) return false;
    file.images_.resize(directory.size());
    for (std::size_t i = 0; i < directory.size(); ++i)
        if (!check.image(file.header_, directory[i], file.images_[i])) return false;
    out = std::move(file);
    return true;
} catch (const std::bad_alloc&) {
    error = "out of memory";
    return false;
}

bool ProfileFile::load(const std::string& path, ProfileFile& out, std::string& error) {
    std::vector<std::byte> bytes;
    return read_whole_file(path, bytes, error) && parse(std::move(bytes), path, out, error);
}

std::vector<std::int32_t> ProfileFile::missing_ranks() const {
    std::vector<std::int32_t> missing;
    auto next = images_.begin();
    for (std::int32_t rank = 0; rank < static_cast<std::int64_t>(header_.world_size); ++rank) {
        if (next != images_.end() && next->header().world_rank == rank) ++next;
        else missing.push_back(rank);
    }
    return missing;
}

bool read_whole_file(const std::string& path, std::vector<std::byte>& out, std::string& error) {
    return read_whole_file(::open(path.c_str(), O_RDONLY | O_CLOEXEC), path, out, error);
}

bool read_whole_file(int file, const std::string& path, std::vector<std::byte>& out, std::string& error) try {
    const auto fail = [&](int code) {
        error = "cannot read " + path + ": " + std::strerror(code);
        return false;
    };
    if (file < 0) return fail(errno);
    struct stat found {};
    if (::fstat(file, &found) != 0 || S_ISDIR(found.st_mode)) {
        const int code = S_ISDIR(found.st_mode) ? EISDIR : errno;
        ::close(file);
        return fail(code);
    }
    constexpr std::size_t kStep = 1 << 20;
    out.resize(static_cast<std::size_t>(found.st_size));
    std::size_t have = 0;
    while (true) {  // a pipe or a growing file has no reliable size: read until the end
        if (have == out.size()) out.resize(have + (have == static_cast<std::size_t>(found.st_size) ? 1 : kStep));
        const ssize_t got = ::read(file, out.data() + have, out.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const int code = errno;
            ::close(file);
            return fail(code);
        }
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    ::close(file);
    out.resize(have);
    return true;
} catch (const std::bad_alloc&) {
    error = "cannot read " + path + ": out of memory";
    return false;
}

}  // namespace shunt::record
