#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace shunt::remote_write {

/// Nonblocking messages of the host MPI between this process and others: bytes with a number. Those of one sender,
/// receiver and number arrive in order.   Thread: one at a time, which may call the host.   Blocks: never.
class HostLine {
public:
    using Message = std::uint64_t;  ///< one under way
    enum class Course : std::uint8_t { under_way, ended, failed };

    virtual ~HostLine() = default;
    /// Begins one, whose bytes stay in place until it has ended.   Returns: false if the host refuses.
    virtual bool send(int process, std::uint32_t number, std::span<const std::byte> bytes, Message& into) = 0;
    virtual bool receive(int process, std::uint32_t number, std::span<std::byte> into, Message& message) = 0;
    /// After ended or failed the message is no more.
    virtual Course course(Message& message) = 0;
    /// Gives up a message that will never end.
    virtual void abandon(Message& message) = 0;
    /// Whether a message with number 0 has arrived for which no receive has begun; the process that sent it.
    virtual bool has_arrived(int& process, std::size_t& bytes) = 0;
};

/// The frames and data of the pairs that only the host's messages reach. Frames and data are queued by any thread; the
/// threads that may call the host carry on with pump(). Frames have number 0. Data have a number of their own, and go
/// straight to their destination: the receiver begins its receive when it has accepted them. The data are a copy, and
/// their message begins at once. Why: a sender may be in a blocking call of the host when the receiver accepts, where
/// only the host itself goes on.
class HostMail {
public:
    struct Arrival {
        enum Kind : std::uint8_t { frames, data, lost } kind = frames;
        int process = -1;
        std::uint64_t id = 0;               ///< of the data
        std::vector<std::byte> bytes = {};  ///< frames
    };

    /// `numbers`: data have numbers from 1 to that.   Owner: `line` outlives it.
    HostMail(HostLine& line, std::uint32_t numbers) : line_(line), numbers_(numbers) {}
    ~HostMail() { abandon(); }
    HostMail(const HostMail&) = delete;

    std::uint32_t numbers() const { return numbers_; }

    // ---- the fabric's side.   Thread: any
    void send(int process, std::uint32_t number, std::vector<std::byte> bytes);
    /// Receives `bytes` of data, of which the first go to `into`; then there is an Arrival with `id`, unless `into` is
    /// empty.
    void receive(int process, std::uint32_t number, std::span<std::byte> into, std::size_t bytes, std::uint64_t id);
    bool has_arrivals() const { return has_arrivals_.load(std::memory_order_acquire); }
    bool take(Arrival& into);
    /// Bytes of data whose messages have not ended.
    std::size_t data_under_way() const { return data_under_way_.load(std::memory_order_relaxed); }

    // ---- the host's side.   Thread: any that may call the host
    /// For a process that a frame is for, it is not known yet whether a connection can be made. The program's calls
    /// wait for that. Why: its next call may be one of the host's, in which nobody could send the frame by the host.
    void note_undecided(int more) { undecided_.fetch_add(more, std::memory_order_relaxed); }
    bool is_undecided() const { return undecided_.load(std::memory_order_relaxed) != 0; }
    /// Whether any pair communicates by the host: then pump() is to be called often.
    bool is_used() const { return is_used_.load(std::memory_order_relaxed); }
    /// A probe has found a message with number 0.
    void note_arrival() { is_used_.store(true, std::memory_order_relaxed); }
    /// Whether there is anything that pump() has not given to the host.
    bool has_queued() const { return has_queued_.load(std::memory_order_relaxed); }
    /// Whether anything has not left this process.
    bool has_unsent() const { return unsent_.load(std::memory_order_relaxed) != 0; }
    /// Begins what is queued, and takes what has ended or arrived.
    void pump();
    /// Gives up all that is under way, as no process waits for it any more. Further calls of pump() do nothing.
    void abandon();

private:
    struct Parcel {
        int process = -1;
        std::uint32_t number = 0;
        bool is_sent = false;
        std::uint64_t id = 0;
        std::vector<std::byte> own = {};  // bytes to send, or received for nobody
        std::span<std::byte> into{};      // the user's
        std::size_t bytes = 0;
        std::vector<HostLine::Message> messages = {};  // its parts that have not ended
    };

    void queue(Parcel parcel);
    void begin_queued();
    bool begin(Parcel& parcel);
    void receive_frames();
    void look_at(std::deque<Parcel>& under_way, bool in_order);
    void end(Parcel& parcel, bool well);
    void arrive(Arrival arrival);

    HostLine& line_;
    const std::uint32_t numbers_;
    std::mutex pumping_;  // of the next four
    bool is_closed_ = false;
    std::deque<Parcel> sends_, frames_, data_;
    std::mutex mutex_;  // of the next two
    std::deque<Parcel> queued_;
    std::deque<Arrival> arrivals_;
    std::atomic<bool> has_arrivals_{false}, has_queued_{false}, is_used_{false};
    std::atomic<int> undecided_{0};
    std::atomic<std::size_t> data_under_way_{0}, unsent_{0};
};

}  // namespace shunt::remote_write
