#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/outcome.hpp"
#include "native/engines/remote_write/far_fabric.hpp"
#include "native/engines/remote_write/host_mail.hpp"
#include "native/engines/remote_write/tcp_peer.hpp"
#include "native/net/liveness.hpp"
#include "native/net/tcp/listener.hpp"

namespace shunt::remote_write {

/// How a process reaches those of other nodes. `patience_ns` is equal in all of them.
struct TcpFabricOptions {
    std::int64_t patience_ns = net::kUsualPatienceNs;   ///< with a silent peer
    std::function<std::string(int process)> name_of{};  ///< the user's name for a process; may be empty
    std::function<void(std::string_view)> warn{};       ///< one line for the user; may be empty
};

/// Frames and transfers among processes of different nodes, by TCP. Two processes that communicate share one connection
/// for both directions, made with the first frame. Each process has one listener.
///
/// Use: open() in each process; the caller's exchange gives all endpoints, and one secret key, to all; connect().
/// Cost: memory and polling grow with the peers that communicate; each other process costs its address.
/// On failure: a peer is gone when its connection ends, or when it is silent for the patience: see next_lost(). So is a
/// peer that sends what no messenger sends.
class TcpFabric final : public FarFabric {
public:
    /// `address`: of this node, where the others reach it.   Fails: declined, with the remedy.
    static Outcome open(int process, net::Ipv4 address, TcpFabricOptions options, std::unique_ptr<TcpFabric>& into);
    ~TcpFabric() override;

    net::Endpoint door() const { return listener_.local(); }
    /// `doors`: by process, those of this node included. `key`: equal in all processes, a secret.
    void connect(std::vector<net::Endpoint> doors, const SipKey& key);
    /// Makes the connections with `peers`, which make theirs with this process: so it shows early whether the network
    /// permits them. Must precede the first frame.   Blocks: until all are open, at most `timeout_ns`.   Fails:
    /// declined, with the remedy.
    Outcome meet(std::span<const int> peers, std::int64_t timeout_ns);
    /// From now on `mail` carries the pairs for which no connection can be made; before, such a peer is lost. Must
    /// precede the first frame.   Owner: `mail` outlives this.
    void use(HostMail& mail) { mail_ = &mail; }
    void on_backlog(std::function<void()> call) override { on_backlog_ = std::move(call); }
    /// Whether a frame to `process` can leave now.
    bool is_connected(int process) const {
        const auto& peer = peers_[static_cast<std::size_t>(process)];
        return peer && (peer->connection.is_open() || peer->mail != nullptr);
    }

    std::byte* reserve(int process, std::size_t bytes) override;
    void publish(int process) override;
    bool next(Frame& frame) override;
    void release(const Frame& frame) override;
    Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) override;
    Transfer* accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) override;
    void close(Transfer& transfer) override;
    bool leave(Transfer& transfer) override;
    void refuse(int process, const Ticket& ticket) override;
    int next_left() override;
    Way way_to(int process) const override {
        const auto& peer = peers_[static_cast<std::size_t>(process)];
        return peer ? way_of(*peer) : Way::tcp;
    }
    int next_lost() override;
    void tell_lost(int process) override;
    bool has_unsent() const override {
        return backlog_.load(std::memory_order_relaxed) != 0 || (mail_ != nullptr && mail_->has_unsent());
    }
    bool prefers_sleep() const override { return has_transfers_.load(std::memory_order_relaxed); }
    void wait(std::int64_t most_ns) override;

    bool has_news() const override;
    int descriptor() const override { return epoll_.number(); }
    FarCounters counters() const override;

private:
    TcpFabric(int process, net::Ipv4 address, TcpFabricOptions options);

    TcpPeer& at(int process);
    TcpPeer& reach(int process);
    void begin(TcpPeer& peer);
    void admit(net::ProvenConnection proven);
    void opened(TcpPeer& peer);
    void go_on(TcpPeer& peer);
    void missed(TcpPeer& peer, Status status, std::string_view how);
    void flush(TcpPeer& peer);
    void note_backlog(TcpPeer& peer);
    void watch(TcpPeer& peer);
    void make_ready(TcpPeer& peer);
    static Way way_of(const TcpPeer& peer) { return peer.mail != nullptr ? Way::host : Way::tcp; }
    bool has_mail() const { return mail_ != nullptr && mail_->has_arrivals(); }
    bool is_number(std::uint64_t number) const { return number != 0 && number <= mail_->numbers(); }
    std::int64_t most_trying_ns(const TcpPeer& peer) const {
        constexpr std::int64_t kMostNs = 10'000'000'000;  // a pair that has another way need not wait longer
        return may_turn(peer) ? std::min(kMostNs, options_.patience_ns) : options_.patience_ns;
    }
    bool may_turn(const TcpPeer& peer) const;
    void note_decision(TcpPeer& peer);
    void give_up(TcpPeer& peer, std::string_view why);
    void turn(TcpPeer& peer);
    void send_copy(const TcpOutgoing& offered);
    void take_mail();
    void lose(TcpPeer& peer, std::string why);
    bool look_at_ready(Frame& frame, std::size_t& budget);
    void poll(std::int64_t now_ns);
    void serve(std::int64_t now_ns);
    void check(std::int64_t now_ns);
    std::string name_of(const TcpPeer& peer) const;

    int process_;
    net::Ipv4 address_;
    TcpFabricOptions options_;
    HostMail* mail_ = nullptr;
    SipKey key_;
    net::Descriptor epoll_;
    net::Listener listener_;
    net::GroupRoster roster_;
    std::vector<net::Endpoint> doors_;             // by process
    std::vector<std::unique_ptr<TcpPeer>> peers_;  // by process; those that communicate
    std::vector<TcpPeer*> known_;                  // all of them
    std::deque<TcpPeer*> ready_;                   // may have frames; served in turn
    std::deque<int> lost_;                         // not yet reported by next_lost()
    std::deque<int> left_;                         // likewise by next_left()
    bool is_told_of_mail_ = false;                 // the user knows that the host carries some pairs
    TcpPeer* current_ = nullptr;                   // the sender of the frame given out
    TcpTransfers transfers_;
    std::atomic<int> backlog_{0};         // peers with unsent frames
    std::atomic<bool> has_ready_{false};  // next() has left frames
    std::atomic<bool> has_transfers_{false};
    std::function<void()> on_backlog_;
    std::int64_t next_check_ns_ = 0;
    FarCounters counters_;
};

}  // namespace shunt::remote_write
