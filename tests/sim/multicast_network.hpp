#pragma once
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "native/engines/multicast/channel.hpp"
#include "native/engines/multicast/shared_pace.hpp"
#include "tests/sim/ethernet.hpp"

namespace shunt::sim {

/// The bytes of each operation: the same for every node that knows its number. One copy is kept for all nodes.
class Contents {
public:
    explicit Contents(std::uint64_t seed, std::size_t most) : bytes_(most + kShift) {
        Random random(seed);
        for (auto& byte : bytes_) byte = static_cast<std::byte>(random.next() >> 56);
    }
    std::span<const std::byte> of(std::uint32_t operation, std::size_t bytes) const {
        return std::span(bytes_).subspan(operation * 131u % kShift, bytes);
    }

private:
    static constexpr std::size_t kShift = 8191;
    std::vector<std::byte> bytes_;
};

/// Compares placed packets with the packets sent, and checks that each is placed once.
class CheckedSink final : public multicast::Sink {
public:
    CheckedSink(std::span<const std::byte> expected, std::size_t payload, bool readable)
        : expected_(expected), payload_(payload), readable_(readable), placed_(expected.size() / payload + 1) {}

    void place(std::size_t offset, std::span<const std::byte> bytes) override {
        const bool fits =
            offset % payload_ == 0 && offset + bytes.size() <= expected_.size() && bytes.size() <= payload_;
        if (!fits || !placed_.set(offset / payload_) ||
            !std::equal(bytes.begin(), bytes.end(), expected_.begin() + static_cast<std::ptrdiff_t>(offset)))
            ++errors_;
        bytes_ += bytes.size();
    }
    bool fetch(std::size_t offset, std::span<std::byte> out) const override {
        if (!readable_) return false;
        if (out.empty()) return true;
        if (!placed_.test(offset / payload_)) return false;
        std::memcpy(out.data(), expected_.data() + offset, out.size());
        return true;
    }
    std::size_t size() const { return expected_.size(); }
    bool is_right() const { return errors_ == 0 && bytes_ == expected_.size(); }

private:
    std::span<const std::byte> expected_;
    std::size_t payload_;
    bool readable_;
    multicast::Bitmap placed_;
    std::size_t bytes_ = 0;
    int errors_ = 0;
};

/// An operation, as the program of every node contains it.
struct Step {
    enum class Kind { bcast, barrier } kind = Kind::bcast;
    std::uint32_t number = 1;
    int root = 0;
    std::size_t bytes = 0;
    multicast::Completion completion = multicast::Completion::confirmed;
    std::vector<int> members = {};  ///< empty: all
    bool paced = false;             ///< its root sends no faster than the packets of the round's other roots arrive
};
/// Operations that begin together; the next round begins when all have finished.
using Round = std::vector<Step>;
using Program = std::vector<Round>;

/// A node: a channel, its position in the program, and a driver's loop.
class Station final : public Ethernet::Host {
public:
    Station(Ethernet& net, const multicast::Settings& settings, const Program& program, const Contents& contents)
        : channel(settings), net_(net), settings_(settings), program_(program), contents_(contents) {
        net.attach(settings.node, *this);
    }

    void deliver(std::span<const std::byte> bytes, std::int64_t now) override {
        channel.datagram(bytes, now);
        wake(now);
    }

    void wake(std::int64_t now) override {
        do {
            follow_roots(now);
            run_program(now);
            share_pace(now);
            if (channel.next_timeout() <= now) channel.advance(now);
            pump(now);
        } while (run_program(now) || (channel.next_timeout() <= now && net_.can_send(settings_.node)));
        const std::int64_t next = std::min({channel.next_timeout(), now < late_until_ ? late_until_ : multicast::kNever,
                                            begun_ && pace_ ? now + kPaceInterval : multicast::kNever});
        if (next != multicast::kNever) net_.wake_at(settings_.node, std::max(next, now + 1));
    }

    /// The node enters round `round` not before `until`.
    void be_late(std::size_t round, std::int64_t until) {
        late_round_ = round;
        late_until_ = until;
    }
    bool done() const { return round_ == program_.size(); }
    /// The round that the node is in; empty when it is in none.
    const Round& under_way() const {
        static const Round nothing;
        return begun_ ? program_[round_] : nothing;
    }
    bool concerns_me(const Step& step) const {
        return step.root == settings_.node || step.members.empty() ||
               std::count(step.members.begin(), step.members.end(), settings_.node) != 0;
    }
    std::size_t round() const { return round_; }
    /// When this node finished the last round.
    std::int64_t finished_at() const { return finished_at_; }
    bool all_right() const { return wrong_ == 0; }

    multicast::Channel channel;
    bool readable = true;          ///< its sinks can be read back
    std::size_t length_error = 0;  ///< added to the length that it expects to receive
    /// The length that the node expects of a broadcast. When the root sends another, the node follows the root.
    std::function<std::size_t(const Step&)> expects;

private:
    void pump(std::int64_t now) {
        while (net_.can_send(settings_.node)) {
            const multicast::Datagram* datagram = channel.next_datagram(now);
            if (datagram == nullptr) break;
            net_.send(settings_.node, datagram->destination.node,
                      std::span(datagram->header).first(datagram->header_bytes), datagram->payload);
            channel.sent();
        }
    }

    /// Returns: true when an operation began or ended.
    bool run_program(std::int64_t now) {
        bool changed = false;
        while (!done() && (begun_ || begin(now)) && end_round(now)) changed = true;
        return changed;
    }

    bool begin(std::int64_t now) {
        if (round_ == late_round_ && now < late_until_) return false;
        channel.begin_call(program_[round_].front().number);
        for (const Step& step : program_[round_])
            if (concerns_me(step)) begin(step, now);
        begun_ = true;
        pace_.reset();
        if (program_[round_].front().paced)
            pace_.emplace(program_[round_].size() - 1, settings_.payload_bytes, settings_.early_bytes, now);
        share_pace(now);
        return true;
    }

    void share_pace(std::int64_t now) {
        if (!begun_ || !pace_) return;
        pace_->look();
        for (const Step& step : program_[round_])
            if (step.root != settings_.node && !channel.finished(step.number))
                pace_->at_least(channel.sent_by_root(step.number));
        for (const Step& step : program_[round_])
            if (step.root == settings_.node) channel.allow(step.number, pace_->allowed(now), now);
    }

    void begin(const Step& step, std::int64_t now) {
        if (step.root == settings_.node) {
            if (step.kind == Step::Kind::barrier) channel.await_arrivals(step.number, now);
            else
                channel.send(step.number, contents_.of(step.number, step.bytes), step.completion, 0, step.members, now);
            return;
        }
        if (step.kind == Step::Kind::barrier) channel.arrive(step.number, step.root, now);
        const auto expected = contents_.of(step.number, expects ? expects(step) : step.bytes + length_error);
        auto& sink = sinks_[step.number];
        sink = std::make_unique<CheckedSink>(expected, settings_.payload_bytes, readable);
        channel.receive(step.number, step.root, expected.size(), *sink, now,
                        {.other_length = static_cast<bool>(expects)});
    }

    void follow_roots(std::int64_t now) {
        for (auto& [number, sink] : sinks_) {
            const auto bytes = channel.root_bytes(number);
            if (!bytes) continue;
            auto anew = std::make_unique<CheckedSink>(contents_.of(number, *bytes), settings_.payload_bytes, readable);
            channel.receive_anew(number, *bytes, *anew, now);
            sink = std::move(anew);
        }
    }

    bool end_round(std::int64_t now) {
        for (const Step& step : program_[round_]) {
            if (!concerns_me(step)) continue;
            if (!channel.finished(step.number)) return false;
            if (step.kind == Step::Kind::barrier && step.root == settings_.node && released_ != step.number) {
                released_ = step.number;
                channel.send(step.number, {}, multicast::Completion::retained, 0, {}, now);
                return end_round(now);
            }
        }
        for (const auto& [number, sink] : sinks_) wrong_ += !sink->is_right() || channel.status(number) != Status::ok;
        for (const Step& step : program_[round_])
            if (sinks_.contains(step.number)) wrong_ += expects && sinks_.at(step.number)->size() != step.bytes;
        sinks_.clear();
        ++round_;
        begun_ = false;
        finished_at_ = now;
        return true;
    }

    static constexpr std::int64_t kPaceInterval = 5'000'000;  // the interval at which drivers poll

    Ethernet& net_;
    multicast::Settings settings_;
    const Program& program_;
    const Contents& contents_;
    std::map<std::uint32_t, std::unique_ptr<CheckedSink>> sinks_;
    std::size_t round_ = 0;
    bool begun_ = false;
    std::optional<multicast::SharedPace> pace_;
    std::optional<std::uint32_t> released_;
    std::size_t late_round_ = SIZE_MAX;
    std::int64_t late_until_ = 0;
    std::int64_t finished_at_ = 0;
    int wrong_ = 0;
};

/// All nodes of a program on one Ethernet.
class MulticastNetwork {
public:
    /// `all.node` and `all.seed` are set for each node; `most` is the longest operation of the program.
    MulticastNetwork(const Ethernet::Settings& ethernet, multicast::Settings all, Program program,
                     std::size_t most = 1 << 21)
        : net(ethernet), program_(std::move(program)), contents_(ethernet.seed, most + 8192) {
        all.nodes = ethernet.hosts;
        all.token = 0x5ec2e7'0000 + ethernet.seed;
        for (all.node = 0; all.node < all.nodes; ++all.node) {
            all.seed = ethernet.seed * 1000003u + static_cast<std::uint64_t>(all.node);
            stations.push_back(std::make_unique<Station>(net, all, program_, contents_));
        }
    }

    Station& at(int node) { return *stations[static_cast<std::size_t>(node)]; }

    /// Runs until every node but `except` has finished the program.   Returns: true when all have finished with the
    /// right bytes.
    bool run(std::int64_t limit = 600'000'000'000, int except = -1) {
        start();
        const bool done = net.run([&] { return is_done(except); }, limit);
        return done && std::all_of(stations.begin(), stations.end(), [](const auto& s) { return s->all_right(); });
    }

    /// Recovery as a driver does it by TCP for a node that has received nothing for a second. The node tells the roots
    /// that it is at their barriers, learns what they have announced, fetches the data and confirms.
    void rescue_all() {
        for (std::size_t i = 0; i < stations.size(); ++i)
            for (const Step& step : Round(stations[i]->under_way()))
                if (step.root != static_cast<int>(i) && stations[i]->concerns_me(step))
                    recovery(static_cast<int>(i), step);
    }

    /// Runs until every channel is idle.
    bool settle(std::int64_t limit = 600'000'000'000) {
        return net.run(
            [&] {
                return std::all_of(stations.begin(), stations.end(), [](const auto& s) { return s->channel.idle(); });
            },
            limit);
    }

    void start() {
        for (std::size_t i = 0; i < stations.size(); ++i) net.wake_at(static_cast<int>(i), net.now());
    }

    /// The last time a node finished the program.
    std::int64_t finished_at(int except = -1) const {
        std::int64_t last = 0;
        for (std::size_t i = 0; i < stations.size(); ++i)
            if (static_cast<int>(i) != except) last = std::max(last, stations[i]->finished_at());
        return last;
    }

    Ethernet net;
    std::vector<std::unique_ptr<Station>> stations;

private:
    void recovery(int node, const Step& step) {
        multicast::Channel &own = at(node).channel, &root = at(step.root).channel;
        if (own.finished(step.number) || net.now() - own.stalled_since(step.number) < 1'000'000'000) return;
        if (step.kind == Step::Kind::barrier) root.arrived(step.number, node, net.now());
        net.wake_at(step.root, net.now());
        const auto announced = root.announced(step.number);
        if (!announced) return;
        own.learn(step.number, *announced, net.now());
        std::vector<std::byte> bytes(announced->bytes);
        if (!own.finished(step.number) && root.read(step.number, 0, bytes)) own.provide(step.number, 0, bytes);
        root.confirm(step.number, node);
        net.wake_at(node, net.now());
    }

    bool is_done(int except) {
        while (first_open_ < stations.size() &&
               (stations[first_open_]->done() || static_cast<int>(first_open_) == except))
            ++first_open_;
        return first_open_ == stations.size();
    }

    Program program_;
    Contents contents_;
    std::size_t first_open_ = 0;
};

/// The time `bytes` occupy one port, in packets of `payload` with all headers.
inline std::int64_t wire_time(const Ethernet& net, std::size_t bytes, std::size_t payload = 1452) {
    const multicast::Layout layout{bytes, payload};
    std::int64_t time = 0;
    for (std::uint32_t p = 0; p < layout.packets(); ++p) time += net.packet_time(layout.length(p) + 20);
    return time;
}

}  // namespace shunt::sim
