#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace shunt::remote_write {

/// How the two processes of a pair copy a long transfer while both look.
enum class CopyWay : std::uint8_t {
    ring,   ///< the sender into the ring, and the receiver out of it, at once
    pull,   ///< the receiver alone, by cross-memory attach
    halves  ///< both by cross-memory attach, whatever chunk comes next
};
inline constexpr std::size_t kCopyWays = 3;

/// Which way is the fastest from one sender to this process. It depends on the machine, and cannot be known: cores that
/// share a cache copy through the ring three times as fast as the kernel, two threads of one core copy slower than one
/// alone. So the receiver tries each way in turn, takes the fastest, and tries the others again now and then. What
/// disturbs a transfer only makes it longer, so of the last figures of a way the second best counts. The very first
/// figures, of memory that nobody has touched yet, do not. Each length class is decided by itself. What is measured is
/// a *period*: from the begin of a transfer until none is under way, as transfers at once share the cores. Sans-IO.
/// Thread: one at a time.   Times: nanoseconds of any clock that goes on steadily.
class CopyWays {
public:
    /// The way for the next transfer of at most `bytes`.
    CopyWay next(std::uint64_t bytes) const { return classes_[class_of(bytes)].current; }
    /// A transfer begins by `way`.
    void begin(CopyWay way, std::int64_t now_ns);
    /// One that began has ended, with `bytes`. `whole`: all of it went as its way says; else the period tells nothing.
    void end(bool whole, std::uint64_t bytes, std::int64_t now_ns);

    static constexpr std::uint32_t kRounds = 4;       ///< of trying each way, of which the first does not count
    static constexpr std::uint32_t kRetries = 2;      ///< of each other way, later
    static constexpr std::uint32_t kFirstPause = 16;  ///< periods until then, each time twice as many
    static constexpr std::uint32_t kLongestPause = 256;

private:
    static constexpr std::size_t kKept = 7;
    static constexpr std::size_t kClasses = 3;

    /// The last figures of one way, in picoseconds a byte.
    struct Figures {
        std::array<std::uint64_t, kKept> last{};
        std::uint32_t count = 0;
        void add(std::uint64_t figure) { last[count++ % kKept] = figure; }
        std::uint64_t typical() const;
    };
    struct Class {
        std::array<Figures, kCopyWays> figures{};
        CopyWay current = CopyWay::ring;
        std::uint32_t periods = 0;
        std::uint32_t pause = kFirstPause, until_retries = kFirstPause, retries = 0;
        CopyWay best() const;
        CopyWay choose();
    };
    static std::size_t class_of(std::uint64_t bytes);

    std::array<Class, kClasses> classes_{};
    // The period that goes on:
    std::uint32_t active_ = 0, transfers_ = 0;
    std::uint64_t bytes_ = 0;
    std::int64_t since_ns_ = 0;
    CopyWay way_ = CopyWay::ring;
    bool tells_ = false;
};

}  // namespace shunt::remote_write
