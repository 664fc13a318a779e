#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/net/reserved_descriptors.hpp"
#include "native/net/tcp/listener.hpp"
#include "native/net/tcp/stream.hpp"

namespace shunt::net {

/// Parameters of a node's streams.
struct StreamsSetup {
    SipKey key;                       ///< secret of the team
    int own = 0;                      ///< this node
    std::vector<Endpoint> listeners;  ///< by node: address of its listener
    std::size_t most_open = 1024;     ///< connections at once; beyond that the least recently used idle one is closed
    StreamCare care;
    std::vector<std::string> names;  ///< by node: its name in messages; empty: its address is used
};

/// Counts since the start, for the profile.
struct StreamsCounters {
    std::uint64_t opened = 0;     ///< connections that became open, made here or by the peer
    std::uint64_t evictions = 0;  ///< closed to make room
};

/// The streams from one node of a team to the others, made on demand. The lower of two nodes connects, so both must
/// call want() before they communicate.   Owner: `sink` is the caller's.   Thread: any one at a time. Blocks: never.
class Streams {
public:
    /// `reserved`: descriptors for the connections; no more are open at once then. None: no descriptors were set aside.
    Streams(StreamsSetup setup, Listener listener, Descriptor epoll, ReservedDescriptors reserved = {});

    /// Announces use of the stream to `node` until unwant(): makes it if it does not exist, and keeps it.
    void want(int node);
    void unwant(int node);
    /// Limits each stream to that many bytes a second from now on; 0: no limit.
    void pace(std::uint64_t bytes_per_s);
    /// Closes unwanted, quiet connections that this node makes; the next use makes them again with this TCP_CONGESTION.
    void renew(std::string congestion);
    /// Sends as Stream::send; writes immediately as far as possible.
    void send(int node, const Frame& frame, std::vector<iovec> parts = {});
    /// Reads again from all streams that were on hold.
    void resume();
    /// Connects, accepts, sends and receives without waiting. `sink` may call send() meanwhile.
    void pump(std::int64_t now_ns, StreamSink& sink);

    bool is_open(int node) const { return at(node).stream.state() == Stream::State::open; }
    bool is_broken(int node) const { return at(node).stream.state() == Stream::State::broken; }
    std::size_t unsent(int node) const { return at(node).stream.unsent(); }
    std::size_t unconfirmed(int node) const { return at(node).stream.unconfirmed(); }
    /// Readable (epoll) when pump() has work.
    int descriptor() const { return epoll_.number(); }
    /// When pump() must be called even without an event; INT64_MAX: never.
    std::int64_t next_timeout() const { return touched_.empty() ? std::min(listener_.next_timeout(), retry_ns_) : 0; }
    /// Whether no frame is queued for any node.
    bool all_sent() const;
    /// Closes all streams; peers find them broken.
    void close();
    const StreamsCounters& counters() const { return counters_; }
    const ListenerCounters& strangers() const { return listener_.counters(); }

private:
    struct Line {
        Stream stream;
        bool wanted = false;
        bool touched = false;                             ///< the next pump must serve it
        bool up = false;                                  ///< had a socket at the last call of watch()
        std::uint32_t watched = 0;                        ///< events that epoll watches; 0: not in it
        Descriptor next;                                  ///< the connection that follows the one that is leaving
        std::uint64_t used = 0;                           ///< time of its last want(), in calls of want()
        std::int64_t trying_since_ns = -1, retry_ns = 0;  ///< of connections that could not be made
    };

    Line& at(int node) { return lines_[static_cast<std::size_t>(node)]; }
    const Line& at(int node) const { return lines_[static_cast<std::size_t>(node)]; }
    void touch(int node);
    void connect(int node, StreamSink& sink);
    void admit(ProvenConnection proven);
    void adopt(int node, Descriptor socket);
    void end(int node, const Outcome& why, StreamSink& sink);
    void check_all(StreamSink& sink);
    void make_room(int but);
    void serve(int node, StreamSink& sink);
    void watch(int node);
    Identity identity_to(int node) const {
        return {0, static_cast<std::uint32_t>(setup_.own), static_cast<std::uint32_t>(node), setup_.key};
    }

    StreamsSetup setup_;
    GroupRoster roster_;
    Listener listener_;
    Descriptor epoll_;
    ReservedDescriptors reserved_;
    std::vector<Line> lines_;  ///< by node
    std::vector<int> touched_;
    std::vector<int> held_;
    std::int64_t now_ns_ = 0;            ///< of the last pump()
    std::int64_t retry_ns_ = INT64_MAX;  ///< when a connection is tried again
    std::int64_t check_ns_ = 0;          ///< when peers are checked again
    std::uint64_t clock_ = 0;
    std::uint64_t pace_ = 0;
    std::size_t open_ = 0;  ///< lines with a socket
    StreamsCounters counters_;
};

}  // namespace shunt::net
