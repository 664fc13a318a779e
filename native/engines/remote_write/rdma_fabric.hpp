#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/engines/remote_write/far_fabric.hpp"
#include "native/engines/remote_write/preferred_peers.hpp"
#include "native/engines/remote_write/rdma_peer.hpp"
#include "native/engines/remote_write/rdma_slot.hpp"
#include "native/engines/remote_write/tcp_fabric.hpp"
#include "native/memory/direct_memory.hpp"
#include "native/memory/unshared_pages.hpp"
#include "native/net/descriptor.hpp"

namespace shunt::remote_write {

struct RdmaFabricOptions {
    std::uint32_t slots_most = 0;                       ///< the most other processes by RDMA; 0: any number
    std::function<std::string(int process)> name_of{};  ///< the user's name for a process; may be empty
    std::function<void(std::string_view)> warn{};       ///< one line for the user; may be empty
};

/// Frames and transfers among processes of different nodes, by RDMA. Frames are written to memory that the receiver has
/// for each process that communicates with it; the receiver reads long data from the sender's memory. Pairs of which
/// one side has no such memory use TCP. Where the number of slots is limited, they are handed over to the pairs that
/// communicate most.
/// Cost: memory and polling grow with the peers that communicate; each other process costs a line of 64 bytes.
/// On failure: when one process is gone, all processes reached by RDMA are, as queue pairs do not report which one it
/// is.
class RdmaFabric final : public FarFabric {
public:
    /// `tcp`: connected.
    RdmaFabric(int process, std::unique_ptr<TcpFabric> tcp, RdmaFabricOptions options);
    ~RdmaFabric() override;
    /// Makes the window with which remote memory of all `processes` is then opened.   Owner: this.   Fails: no_memory.
    Outcome make_window(int processes, std::span<std::byte>& window);
    /// Uses that memory, by number of processes. Must precede everything else.   Fails: declined.
    Outcome use(std::unique_ptr<memory::DirectMemory> memory);
    /// Where the memory cannot be opened: the TCP fabric alone.
    std::unique_ptr<TcpFabric> give_up() { return std::move(tcp_); }

    std::byte* reserve(int process, std::size_t bytes) override;
    void publish(int process) override;
    bool next(Frame& frame) override;
    void release(const Frame& frame) override;
    Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) override;
    Transfer* accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) override;
    void close(Transfer& transfer) override;
    Way way_to(int process) const override;
    void prefer_elsewhere(std::span<const int> processes) override;
    bool leave(Transfer& transfer) override;
    void refuse(int process, const Ticket& ticket) override;
    int next_left() override { return tcp_->next_left(); }
    int next_lost() override;
    void tell_lost(int process) override;
    void finish() override;
    bool has_unsent() const override { return backlog_.load(std::memory_order_relaxed) != 0 || tcp_->has_unsent(); }
    bool prefers_sleep() const override { return tcp_->prefers_sleep(); }
    void wait(std::int64_t most_ns) override;
    bool has_news() const override;
    int descriptor() const override { return epoll_.number(); }
    bool prepare_sleep() override;
    void on_backlog(std::function<void()> call) override;
    FarCounters counters() const override;

private:
    static constexpr int kFramesAReview = 1024;  // as NodeFabric

    RdmaPeer& at(int process);
    RdmaPeer* settled(int process);
    void answer(RdmaPeer& peer);
    void tell(RdmaPeer& peer);
    bool take_slot(RdmaPeer& peer);
    void give_slot_back(RdmaPeer& peer);
    void hear(RdmaPeer& peer);
    void settle(RdmaPeer& peer);
    void turn(RdmaPeer& peer);
    void count_frame(RdmaPeer& peer);
    void review();
    void settle_slots();
    void leave(RdmaPeer& peer);
    void look_at_leaving();
    bool take_end(RdmaPeer& from, const RdmaCell& cell);
    bool notify(RdmaPeer& peer, RdmaPeer::Notice kind);
    void decline(RdmaPeer& peer);
    bool take_notice(RdmaPeer& from, const Frame& frame);
    bool next_by_tcp(Frame& frame);
    bool next_held(Frame& frame);
    void give_back(const Frame& frame);
    void make_ready(RdmaPeer& peer);
    void flush(RdmaPeer& peer);
    void note_backlog(RdmaPeer& peer);
    void go_on();
    bool look_at_ready(Frame& frame);
    bool take(RdmaPeer& from, const RdmaCell& cell);
    bool take_data(RdmaPeer& from, const RdmaCell& cell);
    void begin_read(RdmaIncoming& transfer);
    bool may_read_into(std::span<std::byte> into, memory::Registration& registration);
    void look_at_reads();
    void look_for_trouble();
    void look_for_ended_connections();
    void lose(RdmaPeer& peer);
    void lose_wrong(RdmaPeer& peer);
    bool arm(std::int64_t& most_ns);
    bool has_memory_news() const;

    int process_;
    RdmaFabricOptions options_;
    std::unique_ptr<TcpFabric> tcp_;
    memory::UnsharedPages window_;
    RdmaSlots slots_;
    PreferredPeers choice_;                         // of the processes that have slots
    std::unique_ptr<memory::DirectMemory> memory_;  // its destructor waits for writes under way from the slots
    std::span<RdmaLine> lines_;                     // by process: written by that process for this one
    net::Descriptor epoll_;                         // watches the descriptors of tcp_ and memory_
    std::vector<std::unique_ptr<RdmaPeer>> peers_;  // by process; those that communicate
    std::vector<RdmaPeer*> known_;                  // all of them
    std::vector<RdmaPeer*> behind_;                 // with something unsent
    std::deque<RdmaPeer*> ready_;                   // may have cells; served in turn
    std::vector<RdmaPeer*> leaving_;                // a side has left the cells, and the slot is not free yet
    std::deque<RdmaPeer*> held_;                    // with frames by TCP that were held back, and may be given out
    std::deque<int> lost_;                          // not yet reported by next_lost()
    std::vector<int> ended_;                        // their TCP connection has ended; not lost yet
    RdmaTransfers transfers_;
    std::vector<RdmaIncoming*> reads_;        // not ended
    RdmaPeer* current_ = nullptr;             // the sender of the frame given out; null: TCP's
    const RdmaCell* current_cell_ = nullptr;  // null: it was held back
    int until_review_ = kFramesAReview;
    bool wants_settling_ = false;  // slots are free, or other peers are preferred
    int looks_ = 0;                // since tcp_ was last polled
    bool is_all_lost_ = false;
    std::atomic<int> backlog_{0};                        // peers with something unsent
    std::atomic<bool> has_ready_{false};                 // next() has left frames
    mutable std::atomic<bool> is_armed_{false};          // the memory's descriptors are armed
    mutable std::atomic<std::uint64_t> events_seen_{0};  // of the memory's events, by next()
    std::function<void()> on_backlog_;
    std::uint64_t by_rdma_ = 0, handovers_ = 0, lost_count_ = 0;
};

}  // namespace shunt::remote_write
