#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/memory/unshared_pages.hpp"
#include "native/memory/verbs/device.hpp"
#include "native/memory/verbs/library.hpp"
#include "native/memory/verbs/registration_cache.hpp"

namespace shunt::memory::verbs {

/// Pages that the device may access.   Owner: of both; must be destroyed before the endpoint.
struct DevicePages {
    UnsharedPages pages;
    Owned<ibv_mr> region;
    std::byte* at(std::size_t offset) const { return pages.memory().data() + offset; }
    std::uint32_t key() const { return region->lkey; }
};

/// The state that all queue pairs of one member share: device, protection domain, one completion queue with its
/// channel, and receives for writes with immediate data. Its count of work requests under way keeps the completion
/// queue from overflowing. Thread: any one at a time.
class Endpoint : public Registrar {
public:
    Endpoint() = default;
    Endpoint(const Endpoint&) = delete;
    /// Opens everything for a group of `members`.   Fails: declined, with the remedy.
    Outcome open(const Settings& settings, int members);

    const Library& library() const { return library_; }
    const Device& device() const { return device_; }
    ibv_pd* domain() const { return domain_.get(); }
    ibv_cq* completions() const { return completions_.get(); }
    ibv_srq* receives() const { return receives_.get(); }

    /// Maps pages for the device; `remote`: others may write and read them.   Fails: no_memory, declined; with the
    /// remedy.
    Outcome map(std::size_t bytes, bool remote, DevicePages& into);
    /// Lets others write memory of the caller, which outlives `into`.   Fails: likewise.
    Outcome lend(std::span<std::byte> memory, Owned<ibv_mr>& into);
    Outcome pin(std::span<const std::byte> memory, Pinned& into) override;
    void unpin(const Pinned& pinned) override;

    /// Reserves room for one work request in the completion queue, or releases `count` of them.
    bool take_room() { return room_ > 0 && room_-- > 0; }
    void give_room(std::uint64_t count) { room_ += static_cast<int>(count); }

    /// Fetches completions.   Returns: their number.   Fails: below 0 if the device does not answer.
    int poll(std::span<ibv_wc> into) {
        return ibv_poll_cq(completions_.get(), static_cast<int>(into.size()), into.data());
    }
    /// Posts `count` receives in place of used ones.
    bool post_receives(int count);
    /// The next completion makes the channel readable. Earlier ones may not, so poll once more, then sleep.
    bool arm() { return ibv_req_notify_cq(completions_.get(), 0) == 0; }
    /// Blocks: until a completion after arm(), an event of the device, a signal, or `timeout_ns`. Returns: whether
    /// there is an event.
    bool sleep(std::int64_t timeout_ns);
    /// The descriptors that sleep() waits on: the channel and the device's events.
    std::array<int, 2> descriptors() const { return {channel_->fd, device_.context()->async_fd}; }
    /// Fetches one event of the device.   Returns: false if there is none.
    bool next_event(ibv_async_event& into);
    /// Whether the device itself is gone.
    bool gone() const { return gone_; }

    static constexpr std::uint64_t kReceive = std::uint64_t{1} << 63;   ///< wr_id of receives
    static constexpr std::uint64_t kDatagram = std::uint64_t{1} << 62;  ///< bit in wr_id of the handshake's requests
    static constexpr int kDatagrams = 128;                              ///< of the handshake under way at once, at most
    static constexpr int kWorkRequests = 128;                           ///< of one queue pair under way at once

private:
    Outcome open_queues(int members);
    Outcome refused(std::string_view what, int error) const;

    Library library_;
    Device device_;
    Owned<ibv_pd> domain_;
    Owned<ibv_comp_channel> channel_;
    Owned<ibv_cq> completions_;
    Owned<ibv_srq> receives_;
    int room_ = 0;
    bool gone_ = false;
};

}  // namespace shunt::memory::verbs
