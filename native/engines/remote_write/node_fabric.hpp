#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "native/engines/remote_write/fabric.hpp"
#include "native/engines/remote_write/node_peer.hpp"
#include "native/engines/remote_write/node_transfer.hpp"

namespace shunt::remote_write {

/// Frames and transfers among the processes of one node, by shared memory and cross-memory attach.
///
/// Use: create() in each process; the caller's exchange gives the tickets of all to all; connect(); all exchange their
/// results, and use the fabric only if all could connect; close_door().
/// Cost: memory and polling grow with the peers that this process communicates with; any other peer costs a mapping.
/// On failure: where a ring cannot be made (/dev/shm full), the pair stays in the common mailbox. Where the kernel
/// refuses cross-memory attach, long messages go by frames. Garbage in shared memory ends the fabric: failure().
/// Processes whose transfers need a dead peer detect it within some 100 ms.
class NodeFabric final : public Fabric {
public:
    /// `process`: its number. `processes`: of this node.   Fails: no_memory, declined, each with the remedy.
    static Outcome create(int process, std::uint32_t processes, const NodeFabricOptions& options,
                          std::unique_ptr<NodeFabric>& into);
    ~NodeFabric() override;

    const InboxTicket& ticket() const { return ticket_; }
    /// Attaches the inboxes of all processes of the node, this one's among them.   Fails: declined, with the remedy.
    Outcome connect(std::span<const InboxTicket> tickets);
    /// No process can attach this process's inbox from now on. Call it after all could.
    void close_door() { segment_.close_door(); }
    void finish() override { inbox_.finish(); }

    std::byte* reserve(int process, std::size_t bytes) override;
    void begin_copy(int process) override { peers_[static_cast<std::size_t>(process)]->begin_copy(); }
    void end_copy(int process, std::size_t bytes) override {
        peers_[static_cast<std::size_t>(process)]->end_copy(bytes);
    }
    void publish(int process) override;
    bool next(Frame& frame) override;
    void release(const Frame& frame) override;
    Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) override;
    Transfer* accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) override;
    bool hold(int process, const Ticket& ticket) override;
    bool is_withdrawn(int process, const Ticket& ticket) override;
    bool withdraw(Transfer& transfer) override;
    void close(Transfer& transfer) override;
    bool expose(int process, std::span<std::byte> into, Target& target) override;
    bool withdraw(const Target& target) override;
    void conclude(const Target& target) override;
    bool claim(int process, const Target& target) override;
    bool prefers_frame_to(int process) override { return peers_[static_cast<std::size_t>(process)]->prefers_frame(); }
    bool prefers_frame_from(int process) const override {
        return peers_[static_cast<std::size_t>(process)]->sends_fast_frames();
    }
    void prefer(std::span<const int> processes) override;
    /// How many rings to others this process has left for busier ones.
    std::uint64_t rings_left() const { return outgoing_rings_.channels_gone(); }
    void wait(std::int64_t most_ns) override;
    const char* failure() const override { return failure_.empty() ? nullptr : failure_.c_str(); }

    /// Another source of events beside the node, that is, sockets.   Thread: as wait().
    class Beside {
    public:
        virtual bool has_news() = 0;
        /// Requests one call of ring() when there is an event.   Returns: false if no call will follow.
        virtual bool arm() = 0;

    protected:
        ~Beside() = default;
    };
    /// From now on waits also end for `beside`.   Owner: `beside` stays until another is given, or null.
    void look_beside(Beside* beside) { beside_ = beside; }
    /// Ends a wait of this process.   Thread: any.
    void ring() { inbox_.bell().ring(); }
    /// Whether `process` is another one of this node.
    bool reaches(int process) const { return peer(process) != nullptr; }

private:
    /// An offer of this process: its index in `offers_`, and how often that slot was used.
    struct OfferSlot {
        std::unique_ptr<OutgoingTransfer> transfer;
        std::uint32_t generation = 0;
    };
    /// Exposed memory and accepted offers; their index is that of the record.
    using IncomingSlot = std::unique_ptr<IncomingTransfer>;

    static constexpr std::uint32_t kFramesAReview = 1024;

    NodeFabric(int process, const NodeFabricOptions& options);

    NodePeer* peer(int process) const;
    bool next_in_row(Frame& frame);
    bool look_around(Frame& frame);
    bool look_common(Frame& frame, int& blocks);
    bool look_ring(IncomingRing& ring, Frame& frame, int& blocks);
    void settle();
    void review_rings();
    void check_peers();
    bool handle(NodePeer& from, FrameKind kind, std::span<std::byte> payload);
    bool handle_block(NodePeer& from, std::span<const std::byte> payload);
    bool handle_accept(NodePeer& from, std::span<const std::byte> payload);
    OutgoingTransfer* outgoing(std::uint64_t handle) const;
    IncomingTransfer* open_record(std::unique_ptr<IncomingTransfer> transfer);
    void free_record(std::uint32_t which);
    static bool is_held(const NodePeer& from, const OfferTicket& offer);
    IncomingTransfer* exposed(const Target& target) const;
    bool has_news() const;
    bool has_news_beside() const { return beside_ != nullptr && beside_->has_news(); }
    bool spin(std::int64_t most_ns) const;
    void sleep(std::int64_t most_ns);
    void fail(const char* what, int process);

    int process_;
    NodeFabricOptions options_;
    TransferSurroundings around_;
    InboxTicket ticket_;
    node::Segment segment_;
    Inbox inbox_;
    std::string failure_;

    PreferredPeers outgoing_rings_;
    IncomingRings incoming_rings_;
    std::vector<std::unique_ptr<NodePeer>> peers_;  // by number
    std::uint32_t until_review_ = kFramesAReview;
    bool is_settling_ = false;  // a ring that is not preferred could not be left yet
    std::size_t turn_ = 0;
    IncomingRing* current_ = nullptr;  // contains the frame given to the caller; null: the common mailbox
    int left_in_row_ = 0;              // frames of `current_` that may be given before the other rings are looked at
    FrameWord current_word_;
    CommonMailbox::Frame current_common_;

    std::vector<OfferSlot> offers_;
    std::vector<std::uint32_t> free_offers_;
    std::vector<IncomingSlot> incoming_;
    std::deque<IncomingSlot> waiting_;  // accepted offers without a free record
    std::vector<std::uint32_t> free_records_;
    std::uint32_t serial_ = 0;

    Beside* beside_ = nullptr;
    std::atomic<std::uint64_t> events_seen_{0};
    std::atomic<std::int64_t> next_check_ns_{0};
};

}  // namespace shunt::remote_write
