#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "native/base/clock.hpp"
#include "native/memory/direct_memory.hpp"
#include "native/memory/setup.hpp"
#include "native/memory/verbs/bounce.hpp"
#include "native/memory/verbs/caretaker.hpp"
#include "native/memory/verbs/endpoint.hpp"
#include "native/memory/verbs/handshake.hpp"
#include "native/memory/verbs/rc_connection.hpp"
#include "native/memory/verbs/registration_cache.hpp"
#include "native/memory/verbs/settings.hpp"
#include "native/memory/verbs/side_channel.hpp"

namespace shunt::memory::verbs {

/// A card: the first data that every member sends; plain bytes.
struct Card {
    std::uint64_t version = 0;
    std::uint64_t secret = 0;  ///< calls to this member must carry it
    Address address;
    std::uint64_t window_bytes = 0;
    std::uint32_t datagrams = 0;  ///< its datagram queue pair
    std::uint32_t unused = 0;
    SideChannel::Card side;
};

/// Remote memory by RDMA writes. README.md describes how members connect, and what happens on loss.
/// Thread: any one at a time, beside the caretaker. In a forked child it is unusable: do not call it; its destructor
/// frees nothing.
class VerbsMemory final : public DirectMemory, private Cared {
public:
    /// `others_only`: members of this node are reached by another transport.
    VerbsMemory(const Setup& setup, const Settings& settings, bool others_only);
    ~VerbsMemory() override;

    /// The steps of opening that this member does by itself; then `card` must be sent to all others. The window is made
    /// here, or lent later.   Fails: declined, no_memory, with the remedy.
    Outcome open_own(const Setup& setup, bool is_lent, Card& card);
    /// Processes the cards of all members, by rank.   Fails: declined, on all members alike.
    Outcome learn(std::span<const Card> cards);
    /// Sets the memory that the peers write; it outlives this object.   Fails: as Endpoint::lend.
    Outcome lend(std::span<std::byte> window);
    /// Writes to peers, and waits for their writes, until is_trial_over(): a route that does not work is found here,
    /// while all members can still decline. Small groups try all connections; in larger ones each member tries the one
    /// to the next. `own`: the failure of this member, which connects for the others all the same, and then returns
    /// `own`. Blocks: until the others make this call too.   Fails: declined, not alike.
    Outcome try_connections(const Setup& setup, const Outcome& own);
    /// The last step: from now on failed connections are replaced, even while the program is outside Shunt.
    void begin_care();

    Traits traits() const override;
    std::span<std::byte> window() override { return window_; }
    std::byte* mapped(int) override { return nullptr; }
    Outcome register_memory(std::span<const std::byte> memory, Registration& into) override;
    void deregister(Registration& registration) override;
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) override;
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override;
    void expect(int peer) override;
    Status read(int peer, Place from, std::span<std::byte> into) override;
    Status write(int peer, Place to, std::span<const std::byte> data) override;
    std::uint64_t posted(int peer) const override;
    std::uint64_t completed(int peer) override;
    Status progress() override;
    Status wait(Condition ready, std::int64_t timeout_ns) override;
    int lost_peer() const override { return lost_; }
    std::string_view remark() const override { return remark_; }

    bool serve() override;
    std::array<int, 2> arm(std::int64_t& most_ns) override;
    void disarm() override;
    Status trouble() const override { return trouble_; }
    void lose(int peer, Status status) override;
    void check_peers() override;
    Traffic traffic() const override;

    std::uint64_t room(int peer) override;
    Status put_at(int peer, Place to, std::span<const std::byte> data, const Registration* from, bool wakes) override;
    Status read_at(int peer, Place from, std::span<std::byte> into, const Registration& of) override;
    int next_writer() override;
    int next_declined() override;
    std::uint64_t events() const override { return events_.load(std::memory_order_acquire); }

private:
    using Guard = std::lock_guard<std::recursive_mutex>;
    static std::size_t index(int peer) { return static_cast<std::size_t>(peer); }
    bool is_peer(int peer) const { return peer >= 0 && peer < size_ && peer != rank_ && !near_[index(peer)]; }
    Status inside(int peer, std::uint64_t offset, std::uint64_t bytes) const;
    const ibv_mr* window_region() const {
        return lent_window_ != nullptr ? lent_window_.get() : own_window_.region.get();
    }
    PeerMemory own_memory() const;
    Outcome check_cards() const;
    void open_side();
    Outcome make_way(int peer, RcConnection*& into);
    Outcome run_trial(const std::vector<int>& to, const std::vector<int>& from);
    int next_elsewhere(const Setup& setup, int rank) const;
    void refuse(int peer);
    void send_refusal(int peer);
    void no_way_to(int peer, std::string_view why);
    RcConnection* reach(int peer);
    Status send(int peer, const Transfer& transfer);
    Status put_from(int peer, Transfer transfer, std::span<const std::byte> data, const Registration* from);
    Status transfer_now(int peer, Transfer transfer, std::span<std::byte> memory);

    bool advance();
    bool take_all();
    void take(const ibv_wc& completion);
    void take_receive(const ibv_wc& completion);
    void note_writer(int peer);
    void take_call(Call heard);
    void start_calling(int peer);
    void call(int peer);
    void call_again(std::int64_t now);
    void look_at_events();
    void look_at_peers();
    void found_lost(int peer, std::string_view why);
    void found_broken(int peer);
    void renew(int peer, std::uint64_t generation);
    void try_again_later(int peer);
    void look_at_side();
    void tell_waiting();
    void go_on_with(int peer);
    void reopen(int peer, std::uint64_t words_received);
    void care() override;
    std::string name_of(int peer) const;
    void lose_device(std::string_view why);
    void tell_all(Wake wake, int about);
    void take_leave();
    bool is_done_with(int peer) const;
    static Transfer aside(Transfer::Kind kind);
    static Transfer notice(Wake wake, int about);

    /// A connection whose queue pair has failed, and what is under way to make it anew.
    struct Repair {
        enum class Step : std::uint8_t { none, waiting, offering, offered, connected };
        Step step = Step::none;
        bool is_ready_said = false;
        bool is_loss_said = false;
        std::uint64_t generation = 0;  // of the present queue pair
        std::int64_t since_ns = -1;    // since when no request has succeeded; -1: one has
        std::int64_t next_ns = 0;      // of the next attempt
        ibv_wc_status why = IBV_WC_SUCCESS;
    };

    Settings settings_;
    int rank_;
    int size_;
    std::int64_t spin_ns_;
    std::uint32_t owner_pid_;
    std::uint64_t secret_ = 0;
    std::string remark_;
    // Held during each call, even while a wait sleeps: the caretaker can lock it only while the member is outside.
    mutable std::recursive_mutex mutex_;
    std::shared_ptr<Caretaker> caretaker_;
    std::shared_ptr<MemoryWatch> watch_;  // of memory that stays registered; null: none stays

    std::unique_ptr<Endpoint> endpoint_;  // first, so that it is destroyed last
    std::unique_ptr<RegistrationCache> cache_;
    std::unique_ptr<Bounce> bounce_;
    std::size_t window_bytes_ = 0;
    std::span<std::byte> window_;  // of own_window_, or lent
    DevicePages own_window_;
    Owned<ibv_mr> lent_window_;                        // its registration
    DevicePages aside_;                                // a page for writes that check whether peers live
    std::unique_ptr<Handshake> handshake_;             // null until that step of opening
    std::unique_ptr<SideChannel> opening_side_;        // until all cards were exchanged
    std::unique_ptr<SideChannel> side_;                // null: failed queue pairs are not replaced
    std::string no_repair_;                            // the reason for that, for messages
    std::vector<Repair> repairs_;                      // by rank
    const net::Hosts* hosts_ = nullptr;                // null: all members are on one
    std::vector<int> host_of_;                         // by rank: its number there
    std::vector<Card> cards_;                          // by rank
    std::vector<std::unique_ptr<RcConnection>> ways_;  // by rank; made at the first use
    std::vector<int> known_;                           // ranks that have a connection
    std::unordered_map<std::uint32_t, int> rank_of_;   // by the number of this member's queue pair
    struct Calling {
        int peer;
        std::int64_t next_ns;
        std::int64_t pause_ns;
    };
    std::vector<Calling> calling_;  // calls not answered yet
    std::vector<bool> near_;        // by rank: reached by another transport
    std::vector<bool> left_;        // by rank: said farewell
    std::vector<bool> tried_;       // by rank: its trial write has arrived
    bool is_trying_ = false;        // then lost peers are not reported to the user
    int refused_by_ = -1;           // in the trial: the member that cannot connect
    std::vector<bool> declined_;    // by rank: there will be no connection to it
    std::deque<int> declining_;     // those of them not yet returned by next_declined()
    int used_receives_ = 0;
    std::int64_t next_look_ns_ = 0;  // at connections and peers
    int looks_ = 0, serves_ = 0;
    std::atomic<int> lost_ = -1;  // the caretaker may detect it
    std::atomic<Status> trouble_ = Status::ok;
    bool has_refused_ = false;  // a registration failed, and that was reported
    std::deque<int> writers_;   // not yet returned by next_writer()
    std::atomic<bool> has_writers_ = false;
    std::vector<bool> has_written_;  // by rank: it is in writers_
    std::atomic<std::uint64_t> events_ = 0;
    Traffic traffic_;
};

}  // namespace shunt::memory::verbs
