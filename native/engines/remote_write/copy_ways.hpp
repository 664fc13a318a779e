#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "native/engines/remote_write/copy_figures.hpp"

namespace shunt::remote_write {

/// How the two processes of a pair copy a long transfer while both poll.
enum class CopyWay : std::uint8_t {
    ring,   ///< the sender into the ring and the receiver out of it, at the same time
    pull,   ///< the receiver alone, by cross-memory attach
    halves  ///< both by cross-memory attach, each the next unclaimed chunk
};
inline constexpr std::size_t kCopyWays = 3;

/// Which way is the fastest. It depends on the machine, and only trying shows it: cores that share a cache copy through
/// the ring three times as fast as the kernel; two threads of one core copy slower than one alone. So each way is tried
/// in turn, the fastest is used, and the others are tried again now and then. The very first figures do not count, as
/// the memory was never touched before. Each length class is decided separately.
/// Sans-IO.   Thread: one at a time.
class CopyWays {
public:
    /// The way for the next transfer of at most `bytes`.
    CopyWay next(std::uint64_t bytes) const { return classes_[class_of(bytes)].current; }

    /// The result of a period; see CopyPeriod.
    struct Told {
        std::optional<CopyWay> way;    ///< none: the period has no result
        std::uint64_t each_bytes = 0;  ///< mean bytes of a transfer
        std::uint64_t all_bytes = 0;
        std::int64_t took_ns = 0;
    };
    void note(const Told& told);

    static constexpr std::uint32_t kRounds = 4;       ///< trials of each way, of which the first does not count
    static constexpr std::uint32_t kRetries = 2;      ///< later trials of each other way
    static constexpr std::uint32_t kFirstPause = 32;  ///< periods before the retries; the number doubles each time
    static constexpr std::uint32_t kLongestPause = 256;
    static constexpr std::uint32_t kMostSilent = 4;  ///< periods without a result before the next way is tried

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

/// The time that is measured: from the beginning of a transfer, out of or into this process, until none is under way. A
/// process that copies for one transfer has no time for another, so only all of them together show how good a way is. A
/// period with one peer counts for that peer; one with several peers counts for all.
/// Sans-IO.   Thread: one at a time.   Times: nanoseconds of any steady clock.
class CopyPeriod {
public:
    /// The way for the next transfer of at most `bytes` from the peer with these ways.
    CopyWay next(const CopyWays& of_peer, std::uint64_t bytes) const {
        return has_mixed_ ? of_all_.next(bytes) : of_peer.next(bytes);
    }
    /// A transfer begins: an incoming one by `way`; none: an outgoing one.   Owner: `of_peer` stays until the end.
    void begin(CopyWays& of_peer, std::optional<CopyWay> way, std::int64_t now_ns);
    /// The transfer has ended and moved `bytes`, of which the sender alone copied `pushed`. `tells`: it was copied
    /// as its way says.
    void end(std::uint64_t bytes, std::uint64_t pushed, bool comes_in, bool tells, std::int64_t now_ns);

private:
    CopyWays of_all_;
    bool has_mixed_ = false;  ///< the last period had several peers
    // The current period:
    CopyWays* of_peer_ = nullptr;
    bool is_mixed_ = false, tells_ = false;
    std::optional<CopyWay> way_;
    std::uint32_t active_ = 0, came_ = 0;
    std::uint64_t came_bytes_ = 0, went_bytes_ = 0, pushed_bytes_ = 0;
    std::int64_t since_ns_ = 0;
};

}  // namespace shunt::remote_write
