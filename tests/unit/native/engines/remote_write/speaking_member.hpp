#pragma once
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "native/engines/remote_write/messenger.hpp"
#include "node_processes.hpp"

namespace remote_write_test {

inline constexpr Context kExact = 11, kWild = 12;
inline constexpr std::uint64_t kMostBytes = 150'000;

/// A message that a process sends. All processes compute all messages from the sender's seed.
struct Planned {
    int to;
    Context context;
    std::int32_t tag;
    std::uint64_t bytes;
    bool synchronous;
};

inline std::vector<Planned> plan_of(int from, int processes, int messages) {
    Random random(static_cast<std::uint64_t>(from) + 77);
    std::vector<Planned> plan;
    for (int i = 0; i < messages; ++i) {
        const std::uint64_t most = random.chance(1, 8) ? kMostBytes : random.chance(1, 2) ? 20'000 : 64;
        plan.push_back({static_cast<int>(random.below(static_cast<std::uint64_t>(processes))),
                        random.chance(1, 2) ? kExact : kWild, static_cast<std::int32_t>(random.below(3)),
                        random.below(most + 1), random.chance(1, 8)});
    }
    return plan;
}

struct OwnSend : Send {
    std::vector<std::byte> bytes;
};
struct OwnReceive : Receive {
    std::vector<std::byte> buffer;
};

/// One process of the random traffic: the messages that it still expects, and those that it sends.
class SpeakingMember {
public:
    SpeakingMember(int process, int processes, int messages, Messenger& messenger)
        : process_(process), messenger_(messenger), plan_(plan_of(process, processes, messages)) {
        for (int from = 0; from < processes; ++from) {
            int number = 0;
            for (const Planned& each : plan_of(from, processes, messages)) {
                if (each.to == process) {
                    expected_[{each.context, from, each.tag}].push_back({number, each.bytes});
                    awaited_.push_back({each.context, from, each.tag});
                }
                ++number;
            }
        }
        Random random(static_cast<std::uint64_t>(process) + 3);
        for (std::size_t i = awaited_.size(); i > 1; --i) std::swap(awaited_[i - 1], awaited_[random.below(i)]);
    }

    /// Posts all receives first, or all sends first. Of the other kind only a few are outstanding, so that the run
    /// always ends.
    int run(bool receives_first) {
        int end = kGoesOn;
        while (end == kGoesOn) {
            bool has_moved = false;
            end = step(receives_first, has_moved);
            if (end == kGoesOn && !has_moved) messenger_.wait(1'000'000);
        }
        return end;
    }
    static constexpr int kGoesOn = -1;
    /// One round of the traffic.   Returns: kGoesOn; 0 when all is done; else the number of the fault.
    int step(bool receives_first, bool& has_moved) {
        const std::size_t most_receives = receives_first ? awaited_.size() : 12;
        const std::size_t most_sends = receives_first ? 8 : plan_.size();
        while (posted_ < awaited_.size() && receives_.size() < most_receives) post(awaited_[posted_++]);
        if (sent_ < plan_.size() && sends_.size() < most_sends) send(static_cast<int>(sent_++));
        has_moved = messenger_.advance();
        std::erase_if(sends_, [](const auto& each) { return each->has_ended(); });
        for (auto& each : receives_)
            if (each->has_ended()) {
                if (!is_right_message(*each)) return 1;
                each.reset();
                ++received_;
            }
        std::erase(receives_, nullptr);
        if (messenger_.failure()) return 2;
        const bool is_over = received_ == awaited_.size() && sent_ == plan_.size() && sends_.empty();
        if (is_over && messenger_.has_work() && !messenger_.has_unsent()) return 3;
        return is_over && !messenger_.has_work() ? 0 : kGoesOn;
    }

private:
    using Stream = std::tuple<Context, int, std::int32_t>;

    void post(const Stream& stream) {
        auto own = std::make_unique<OwnReceive>();
        own->buffer.resize(kMostBytes);
        own->into = own->buffer;
        own->context = std::get<0>(stream);
        if (own->context == kExact) {
            own->process = own->pattern.source = std::get<1>(stream);
            own->pattern.tag = std::get<2>(stream);
        }
        receives_.push_back(std::move(own));
        messenger_.start(*receives_.back());
    }
    void send(int number) {
        const Planned& planned = plan_[static_cast<std::size_t>(number)];
        auto own = std::make_unique<OwnSend>();
        own->bytes.resize(planned.bytes);
        fill(own->bytes, process_, planned.to, static_cast<std::uint64_t>(number));
        own->data = own->bytes;
        own->envelope = {planned.context, process_, planned.tag, planned.bytes};
        own->process = planned.to;
        own->synchronous = planned.synchronous;
        sends_.push_back(std::move(own));
        messenger_.start(*sends_.back());
    }
    // Whether it is the oldest message of its stream, because messages do not overtake. Receives that end at the same
    // time end in any order.
    bool is_right_message(const OwnReceive& receive) {
        const Envelope& message = receive.message;
        auto& stream = expected_[{message.context, message.source, message.tag}];
        for (auto each = stream.begin(); each != stream.end(); ++each) {
            if (each->second != message.bytes || receive.ending != Ending::success) continue;
            const std::span<const std::byte> data(receive.buffer.data(), message.bytes);
            if (!is_right(data, message.source, process_, static_cast<std::uint64_t>(each->first))) continue;
            stream.erase(each);
            return true;
        }
        return false;
    }

    int process_;
    Messenger& messenger_;
    std::vector<Planned> plan_;
    std::map<Stream, std::vector<std::pair<int, std::uint64_t>>> expected_;
    std::vector<Stream> awaited_;
    std::vector<std::unique_ptr<OwnSend>> sends_;
    std::vector<std::unique_ptr<OwnReceive>> receives_;
    std::size_t received_ = 0, posted_ = 0, sent_ = 0;
};

/// Waits until a send or receive has ended, and advances the messenger meanwhile.
template <class Item>
void finish(Messenger& messenger, Item& item) {
    while (!item.has_ended())
        if (!messenger.advance()) messenger.wait(100'000);
}

}  // namespace remote_write_test
