#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "native/engines/remote_write/copy_figures.hpp"

namespace shunt::remote_write {

/// How the two processes of a pair copy a long transfer while both look.
enum class CopyWay : std::uint8_t {
    ring,   ///< the sender into the ring, and the receiver out of it, at once
    pull,   ///< the receiver alone, by cross-memory attach
    halves  ///< both by cross-memory attach, whatever chunk comes next
};
inline constexpr std::size_t kCopyWays = 3;

/// Which way is the fastest. It depends on the machine, and cannot be known: cores that share a cache copy through the
/// ring three times as fast as the kernel, two threads of one core copy slower than one alone. So each way is tried in
/// turn, the fastest is taken, and the others are tried again now and then. The very first figures, of memory that
/// nobody has touched yet, do not count. Each length class is decided by itself.
/// Sans-IO.   Thread: one at a time.
class CopyWays {
public:
    /// The way for the next transfer of at most `bytes`.
    CopyWay next(std::uint64_t bytes) const { return classes_[class_of(bytes)].current; }

    /// What a period has told; see CopyPeriod.
    struct Told {
        std::optional<CopyWay> way;    ///< none: it tells nothing
        std::uint64_t each_bytes = 0;  ///< of one transfer, in the mean
        std::uint64_t all_bytes = 0;
        std::int64_t took_ns = 0;
    };
    void note(const Told& told);

    static constexpr std::uint32_t kRounds = 4;       ///< of trying each way, of which the first does not count
    static constexpr std::uint32_t kRetries = 2;      ///< of each other way, later
    static constexpr std::uint32_t kFirstPause = 32;  ///< periods until then, each time twice as many
    static constexpr std::uint32_t kLongestPause = 256;
    static constexpr std::uint32_t kMostSilent = 4;  ///< periods that do not tell of a way before the next is tried

private:
    static constexpr std::size_t kClasses = 3;

    struct Class {
        std::array<CopyFigures, kCopyWays> figures{};
        CopyWay current = CopyWay::ring;
        std::uint32_t periods = 0, silent = 0;
        std::uint32_t pause = kFirstPause, until_retries = kFirstPause, retries = 0;
        CopyWay best() const;
        CopyWay choose();
    };
    static std::size_t class_of(std::uint64_t bytes);

    std::array<Class, kClasses> classes_{};
};

/// What is measured: the time from the begin of a transfer, out of or into this process, until none is under way. A
/// process that copies for one transfer has no time for another, so that only all of them together tell how good a way
/// is. A period with one peer tells of that peer, one with several of them all.
/// Sans-IO.   Thread: one at a time.   Times: nanoseconds of any clock that goes on steadily.
class CopyPeriod {
public:
    /// The way for the next transfer of at most `bytes` from the peer with these ways.
    CopyWay next(const CopyWays& of_peer, std::uint64_t bytes) const {
        return has_mixed_ ? of_all_.next(bytes) : of_peer.next(bytes);
    }
    /// A transfer begins: one that comes in by `way`; none: one that goes out.   Owner: `of_peer` stays until the end.
    void begin(CopyWays& of_peer, std::optional<CopyWay> way, std::int64_t now_ns);
    /// It has ended, having moved `bytes`, of which the sender has copied `pushed` by itself. `tells`: it went as its
    /// way says.
    void end(std::uint64_t bytes, std::uint64_t pushed, bool comes_in, bool tells, std::int64_t now_ns);

private:
    CopyWays of_all_;
    bool has_mixed_ = false;  ///< the last period had several peers
    // The period that goes on:
    CopyWays* of_peer_ = nullptr;
    bool is_mixed_ = false, tells_ = false;
    std::optional<CopyWay> way_;
    std::uint32_t active_ = 0, came_ = 0;
    std::uint64_t came_bytes_ = 0, went_bytes_ = 0, pushed_bytes_ = 0;
    std::int64_t since_ns_ = 0;
};

}  // namespace shunt::remote_write
