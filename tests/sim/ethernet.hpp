#pragma once
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <span>
#include <vector>

#include "native/base/random.hpp"

namespace shunt::sim {

/// A switched Ethernet and the hosts' sockets, with a virtual clock, in one thread. Each host has a full-duplex port of
/// `rate`. The switch stores, forwards and copies multicast frames to every other port. Its output queues and the
/// sockets' buffers are finite and drop frames that do not fit. With two switches the lower half of the hosts is at the
/// first and the rest at the second; a trunk of the same rate joins them. Units: ns, bytes, bits/s. The same seed gives
/// the same run.
class Ethernet {
public:
    static constexpr int kGroup = -1;
    static constexpr std::int64_t kNever = INT64_MAX;

    struct Settings {
        int hosts = 2;
        std::uint64_t seed = 1;
        double rate = 1e9;
        std::int64_t propagation = 1'000;             ///< of one link, with the switch's processing time
        std::int64_t output_queue_bytes = 512 << 10;  ///< of a switch port
        std::int64_t send_buffer_bytes = 64 << 10;    ///< a host's socket accepts no more until some has left
        std::size_t receive_buffer_packets = 1024;    ///< a host's socket drops packets beyond these
        std::int64_t packet_cost = 0;                 ///< of a host's processor, for each packet received
        double loss = 0, duplicate = 0, reorder = 0;  ///< probabilities, drawn for each receiver separately
        std::int64_t reorder_delay = 200'000;         ///< a reordered packet arrives up to this much later
        bool two_switches = false;
    };

    /// A host's reaction to packets and to time; it may call send() and wake_at().
    class Host {
    public:
        virtual void deliver(std::span<const std::byte> bytes, std::int64_t now) = 0;
        virtual void wake(std::int64_t now) = 0;

    protected:
        ~Host() = default;
    };

    explicit Ethernet(const Settings& settings)
        : settings_(settings), random_(settings.seed), ports_(static_cast<std::size_t>(settings.hosts)) {
        next_loss_ = skip(settings_.loss);
    }

    void attach(int host, Host& who) { port(host).host = &who; }
    std::int64_t now() const { return now_; }
    const Settings& settings() const { return settings_; }
    Random& random() { return random_; }

    /// Returns: false while the socket of `host` is full. The host is woken when there is room again.
    bool can_send(int host) {
        Port& from = port(host);
        const std::int64_t full_until = from.free_at - time_of(settings_.send_buffer_bytes);
        if (full_until <= now_) return true;
        wake_at(host, full_until);
        return false;
    }

    /// Puts a datagram (UDP payload in two parts) on the wire, to one host or (kGroup) all others.
    void send(int from, int to, std::span<const std::byte> header, std::span<const std::byte> payload) {
        const std::size_t frame = new_frame(from, to);
        frames_[frame].bytes.assign(header.begin(), header.end());
        frames_[frame].bytes.insert(frames_[frame].bytes.end(), payload.begin(), payload.end());
        Port& source = port(from);
        source.free_at = std::max(now_, source.free_at) + time_of(wire_bytes(frame));
        ++frames_sent_;
        add({source.free_at + settings_.propagation, Event::at_switch, switch_of(from), frame, {}});
    }

    /// Wakes `host` at `at`, or earlier.
    void wake_at(int host, std::int64_t at) {
        Port& one = port(host);
        at = std::max(at, now_);
        if (at >= one.wake_at) return;
        one.wake_at = at;
        add({at, Event::wake, host, 0, {}});
    }

    /// `host` reads nothing from its socket until `until`. A killed host never reads again, and sends nothing.
    void sleep(int host, std::int64_t until) {
        port(host).asleep_until = until;
        if (until != kNever) add({until, Event::read, host, 0, {}});
    }
    void kill(int host) {
        port(host).host = nullptr;
        port(host).backlog.clear();
    }
    void set_packet_cost(int host, std::int64_t cost) { port(host).cost = cost; }

    /// A frame is lost when this returns true. `to` is the receiver; `is_group`: the frame was sent to all.
    std::function<bool(std::span<const std::byte> bytes, int from, int to, bool is_group)> lose;

    /// Lets time pass until `done()`, until no event is left, or until `limit`.   Returns: true when done.
    bool run(const std::function<bool()>& done, std::int64_t limit) {
        while (!done()) {
            if (events_.empty() || events_.top().at > limit) return false;
            Event event = std::move(const_cast<Event&>(events_.top()));
            events_.pop();
            now_ = event.at;
            happen(event);
        }
        return true;
    }

    std::uint64_t frames_sent() const { return frames_sent_; }
    std::uint64_t dropped_by_switch() const { return dropped_by_switch_; }
    std::uint64_t dropped_by_sockets() const { return dropped_by_sockets_; }
    std::uint64_t lost() const { return lost_; }
    /// The time that a packet of `udp_bytes` occupies a port, with UDP, IPv4 and Ethernet headers, at least 60 bytes.
    /// Preamble, checksum and gap are not counted.
    std::int64_t packet_time(std::size_t udp_bytes) const {
        return time_of(std::max<std::int64_t>(60, static_cast<std::int64_t>(udp_bytes) + 42));
    }

private:
    struct Frame {
        std::vector<std::byte> bytes;
        int from = 0;
        int to = kGroup;
        int uses = 0;
    };
    struct Port {
        Host* host = nullptr;
        std::int64_t free_at = 0;      ///< host to switch
        std::int64_t out_free_at = 0;  ///< switch to host
        std::int64_t wake_at = kNever;
        std::int64_t asleep_until = 0;
        std::int64_t cost = -1;  ///< -1: packet_cost of the settings
        std::int64_t busy_until = 0;
        bool reading = false;
        std::deque<std::size_t> backlog;
    };
    struct Event {
        enum What { at_switch, arrive, wake, read };
        std::int64_t at;
        What what;
        int where;
        std::size_t frame;
        std::vector<std::uint16_t> hosts;
        std::uint64_t order = 0;
        bool operator<(const Event& other) const { return at != other.at ? at > other.at : order > other.order; }
    };

    Port& port(int host) { return ports_[static_cast<std::size_t>(host)]; }
    int switch_of(int host) const { return settings_.two_switches && host >= settings_.hosts / 2 ? 1 : 0; }
    std::int64_t time_of(std::int64_t bytes) const {
        return static_cast<std::int64_t>(static_cast<double>(bytes) * 8e9 / settings_.rate);
    }
    std::int64_t wire_bytes(std::size_t frame) const {
        return std::max<std::int64_t>(60, static_cast<std::int64_t>(frames_[frame].bytes.size()) + 42);
    }

    void add(Event event) {
        event.order = ++order_;
        if (event.what == Event::at_switch || event.what == Event::arrive) ++frames_[event.frame].uses;
        events_.push(std::move(event));
    }

    std::size_t new_frame(int from, int to) {
        if (free_frames_.empty()) {
            free_frames_.push_back(frames_.size());
            frames_.emplace_back();
        }
        const std::size_t frame = free_frames_.back();
        free_frames_.pop_back();
        frames_[frame].from = from;
        frames_[frame].to = to;
        return frame;
    }

    void unuse(std::size_t frame) {
        if (--frames_[frame].uses == 0) free_frames_.push_back(frame);
    }

    void happen(Event& event) {
        switch (event.what) {
            case Event::at_switch: forward(event.where, event.frame); break;
            case Event::arrive:
                for (const std::uint16_t host : event.hosts) arrive(host, event.frame);
                break;
            case Event::wake: {
                Port& one = port(event.where);
                if (one.wake_at != event.at) break;  // an earlier wake-up has replaced this one
                one.wake_at = kNever;
                if (one.host == nullptr) break;
                if (one.asleep_until > now_) wake_at(event.where, one.asleep_until);
                else one.host->wake(now_);
                break;
            }
            case Event::read: read(event.where); break;
        }
        if (event.what == Event::at_switch || event.what == Event::arrive) unuse(event.frame);
    }

    /// When a frame leaves an output queue that is free at `free_at`; kNever: the queue is full.
    std::int64_t queued(std::int64_t& free_at, std::int64_t bytes) {
        const std::int64_t start = std::max(now_, free_at);
        if (start - now_ > time_of(settings_.output_queue_bytes)) {
            ++dropped_by_switch_;
            return kNever;
        }
        free_at = start + time_of(bytes);
        return free_at + settings_.propagation;
    }

    void forward(int at, std::size_t frame) {
        const int to = frames_[frame].to, from = frames_[frame].from;
        const bool comes_by_trunk = switch_of(from) != at;
        const bool trunk = settings_.two_switches && !comes_by_trunk && (to == kGroup || switch_of(to) != at);
        if (trunk) {
            const std::int64_t there = queued(trunk_free_at_[at], wire_bytes(frame));
            if (there != kNever) add({there, Event::at_switch, 1 - at, frame, {}});
        }
        const int first = to == kGroup ? 0 : to, end = to == kGroup ? settings_.hosts : to + 1;
        std::vector<std::uint16_t> hosts;
        std::int64_t batch_at = kNever;
        for (int host = first; host < end; ++host) {
            if (host == from || switch_of(host) != at) continue;
            std::int64_t there = queued(port(host).out_free_at, wire_bytes(frame));
            if (there == kNever || is_lost(frame, host)) continue;
            if (happens(settings_.reorder))
                there += static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(settings_.reorder_delay)));
            if (happens(settings_.duplicate))
                add({there + 1000, Event::arrive, 0, frame, {static_cast<std::uint16_t>(host)}});
            if (there != batch_at && !hosts.empty()) add({batch_at, Event::arrive, 0, frame, std::exchange(hosts, {})});
            batch_at = there;
            hosts.push_back(static_cast<std::uint16_t>(host));
        }
        if (!hosts.empty()) add({batch_at, Event::arrive, 0, frame, std::move(hosts)});
    }

    bool happens(double probability) {
        return probability > 0 && random_.chance(static_cast<std::uint64_t>(probability * 1e6), 1'000'000);
    }

    /// The number of packets that arrive before the next lost one.
    std::uint64_t skip(double probability) {
        if (probability <= 0) return UINT64_MAX;
        const double uniform = (static_cast<double>(random_.next() >> 11) + 1) / 9007199254740993.0;
        return static_cast<std::uint64_t>(std::log(uniform) / std::log1p(-probability));
    }

    bool is_lost(std::size_t frame, int host) {
        const bool by_chance = next_loss_ == 0;
        next_loss_ = by_chance ? skip(settings_.loss) : next_loss_ - (next_loss_ != UINT64_MAX);
        const bool by_will = lose && lose(frames_[frame].bytes, frames_[frame].from, host, frames_[frame].to == kGroup);
        lost_ += by_chance || by_will;
        return by_chance || by_will;
    }

    std::int64_t cost_of(const Port& one) const { return one.cost < 0 ? settings_.packet_cost : one.cost; }

    void arrive(int host, std::size_t frame) {
        Port& one = port(host);
        if (one.host == nullptr) return;
        if (one.backlog.empty() && !one.reading && one.asleep_until <= now_ && cost_of(one) == 0)
            return one.host->deliver(frames_[frame].bytes, now_);
        if (one.backlog.size() >= settings_.receive_buffer_packets) {
            ++dropped_by_sockets_;
            return;
        }
        ++frames_[frame].uses;
        one.backlog.push_back(frame);
        if (one.reading || one.asleep_until > now_) return;
        one.reading = true;
        add({now_ + cost_of(one), Event::read, host, 0, {}});
    }

    void read(int host) {
        Port& one = port(host);
        one.reading = false;
        if (one.host == nullptr || one.backlog.empty() || one.asleep_until > now_) return;
        const std::size_t frame = one.backlog.front();
        one.backlog.pop_front();
        if (!one.backlog.empty()) {
            one.reading = true;
            add({now_ + cost_of(one), Event::read, host, 0, {}});
        }
        const std::vector<std::byte> bytes = frames_[frame].bytes;  // frames may move while the host sends
        unuse(frame);
        one.host->deliver(bytes, now_);
    }

    Settings settings_;
    Random random_;
    std::vector<Port> ports_;
    std::deque<Frame> frames_;  // references stay while new ones are added
    std::vector<std::size_t> free_frames_;
    std::priority_queue<Event> events_;
    std::int64_t trunk_free_at_[2] = {0, 0};
    std::int64_t now_ = 0;
    std::uint64_t order_ = 0;
    std::uint64_t next_loss_ = 0;
    std::uint64_t frames_sent_ = 0, dropped_by_switch_ = 0, dropped_by_sockets_ = 0, lost_ = 0;
};

}  // namespace shunt::sim
