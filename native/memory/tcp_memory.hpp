#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "native/memory/internode_memory.hpp"
#include "native/memory/setup.hpp"
#include "native/memory/socket_spin.hpp"
#include "native/memory/tcp_link.hpp"
#include "native/net/tcp/listener.hpp"
#include "native/node/wait.hpp"

namespace shunt::memory {

/// How remote memory over TCP is opened; equal on all members.
struct TcpOptions {
    std::string interface {};  ///< name, address or CIDR; empty: chosen by the subnet or route to the peers
    bool is_bursty = false;    ///< messages with pauses between them, and short words: no connection is paced by BBR
    std::int64_t patience_ns = net::kUsualPatienceNs;  ///< how long a peer may be silent
    std::function<void(std::string_view)>
        warn{};  ///< one line for the user when this member loses a peer; may be empty
};

/// Counts since the start.
struct TcpCounters {
    std::uint64_t connections = 0;
    std::uint64_t bad_frames = 0;  ///< connections dropped for an invalid frame, or one outside the window
    std::uint64_t strangers = 0;   ///< connections that failed to authenticate
};

/// Remote memory over TCP: each put is a frame that the receiver's kernel copies straight into the window. A pair of
/// members has one connection for both directions, made with the first put or expect(). The receiver receives frames
/// inside wait() and progress(), on its own thread.   Thread: any one at a time.
class TcpMemory final : public InternodeMemory {
public:
    class Opening;

    /// Fails: declined, on all members alike, with the remedy.   Blocks: collective over the group; one exchange.
    static Outcome open(const Setup& setup, const TcpOptions& options, std::unique_ptr<TcpMemory>& into);
    ~TcpMemory() override;

    Traits traits() const override;
    std::span<std::byte> window() override { return window_; }
    std::byte* mapped(int) override { return nullptr; }
    Outcome register_memory(std::span<const std::byte> memory, Registration& into) override;
    void deregister(Registration& registration) override { registration = {}; }
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) override;
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override;
    void expect(int peer) override;
    std::uint64_t posted(int peer) const override;
    std::uint64_t completed(int peer) override;
    Status progress() override;
    void keep_posted() override;
    Status wait(Condition ready, std::int64_t timeout_ns) override;
    int lost_peer() const override { return lost_; }

    bool serve() override;
    std::array<int, 2> arm(std::int64_t&) override { return {epoll_.number(), -1}; }
    Status trouble() const override { return trouble_; }
    void lose(int peer, Status status) override;
    void check_peers() override;
    TcpCounters counters() const;
    /// The endpoint where others connect to this member.
    net::Endpoint door() const { return listener_.local(); }

private:
    struct Peer {
        explicit Peer(std::int64_t patience_ns) : link(patience_ns) {}
        TcpLink link;
        std::uint64_t posted = 0;
        std::uint32_t watched = 0;  // events that epoll watches
        bool in_epoll = false;
        bool dirty = false;                               // has frames not yet offered to the kernel
        std::int64_t trying_since_ns = -1, retry_ns = 0;  // of a connection that could not be made
    };

    bool known(int peer) const { return peer >= 0 && peer < static_cast<int>(window_bytes_.size()); }
    Peer& at(int peer);
    Status post(int peer, const TcpFrame& frame, std::span<const std::byte> data, bool by_reference);
    Status look(const Condition& ready);
    Status check(const Condition& ready, std::int64_t now);
    void connect(int peer);
    void admit_all(bool& moved);
    void admit(net::ProvenConnection proven);
    bool tries_again(int peer);
    void found_lost(int peer, const std::string& how);
    std::string name_of(int peer) const;
    void handle(int peer, std::uint32_t events, bool& moved);
    void tune(int peer);
    void settle(int peer, Status status);
    void watch(int peer);
    net::Identity identity_to(int peer) const;
    std::uint64_t bytes_of(int peer) const { return window_bytes_[static_cast<std::size_t>(peer)]; }

    std::span<std::byte> window_;
    void* own_memory_ = nullptr;  // memory mapped here
    std::size_t own_bytes_ = 0;
    int rank_ = 0;
    SipKey key_;
    TcpOptions options_;
    net::Ipv4 address_;
    net::Descriptor epoll_;
    net::Listener listener_;
    net::GroupRoster roster_;
    std::vector<net::Endpoint> listeners_;            // by rank
    std::vector<int> node_of_;                        // by rank; empty: all members are on one
    std::vector<std::pair<int, std::string>> hosts_;  // a rank of each node, and the name of that host
    std::vector<std::uint64_t> window_bytes_;         // by rank
    std::vector<std::unique_ptr<Peer>> peers_;        // by rank; only peers with traffic
    std::vector<int> linked_;                         // ranks of these peers
    std::vector<int> dirty_;
    node::LivenessClock liveness_;
    SocketSpin spin_;
    std::uint64_t own_posted_ = 0;
    Status trouble_ = Status::ok;
    int lost_ = -1;
    TcpCounters counters_;
};

/// Begins to open it for HybridMemory (OpenInternode).   Owner: `setup` outlives the opening.
std::unique_ptr<InternodeOpening> open_far_tcp(const Setup& setup, const TcpOptions& options, bool gets_window);

/// Opens remote memory over TCP.   Fails and blocks: as TcpMemory::open.
Outcome open_tcp(const Setup& setup, const TcpOptions& options, std::unique_ptr<RemoteMemory>& into);

}  // namespace shunt::memory
