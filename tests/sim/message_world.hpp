#pragma once
#include <memory>
#include <string>
#include <vector>

#include "message_fabric.hpp"
#include "message_model.hpp"
#include "native/engines/remote_write/messenger.hpp"

namespace shunt::message_sim {

using remote_write::Ending;
using remote_write::MessengerOptions;
using remote_write::Receive;
using remote_write::Send;

/// The behaviour of the program in a simulated run.
struct Habits {
    int processes = 4;
    int neighbours = 3;  ///< a process sends to that many processes after it; one of 16 messages goes to itself
    int contexts = 2, tags = 3;
    std::uint64_t bytes_most = 300;
    std::size_t outstanding_most = 12;   ///< sends of a process, and as many receives
    std::uint64_t wild_in_1000 = 300;    ///< receives from any source, and as many with any tag
    std::uint64_t short_in_1000 = 100;   ///< receives with a buffer that may be too short
    std::uint64_t cancels_in_1000 = 20;  ///< of steps; half of them cancel sends
    std::uint64_t synchronous_in_1000 = 100;
    bool probes = true;
    int slow_processes = 0;           ///< so many processes, the first ones, act in one of 20 steps only
    std::size_t unexpected_most = 0;  ///< a process with more than these receives the first of them; 0: no limit
    bool awaits = false;  ///< receives await messages that were sent; where too many match nothing, one is cancelled
};

/// Processes that send, receive, probe and cancel at random, and a model that predicts what each receives. Throws where
/// they differ.
class World {
public:
    World(const Habits& habits, const Conditions& conditions, const MessengerOptions& options, std::uint64_t seed)
        : habits_(habits), random_(seed), network_(habits.processes, conditions, seed + 1), model_(habits.processes) {
        network_.on_frame = [this](int to, const Fabric::Frame& frame) {
            check(model_.frame(to, frame), "a frame without a message");
        };
        network_.on_claim = [this](int to, int from) {
            check(model_.claimed(to, from), "a buffer was claimed without a message");
        };
        for (int i = 0; i < habits.processes; ++i) {
            processes_.push_back(std::make_unique<Process>(network_, i, options));
        }
    }

    /// Sends `messages` at random. Then everything is received, and nothing may be left.
    void run(std::uint64_t messages) {
        while (next_message_ < messages) {
            Process& process = *processes_[random_.below(processes_.size())];
            if (process.number >= habits_.slow_processes || random_.chance(1, 20)) step(process);
            network_.now += random_.below(8);
        }
        drain();
    }
    remote_write::Counters counters() const {
        remote_write::Counters sum;
        for (const auto& process : processes_) add(sum, process->messenger.counters());
        return sum;
    }
    std::uint64_t cancelled() const { return cancelled_; }
    /// The number of messages that were written to receives from any source.
    std::uint64_t wild_written() const { return wild_written_; }

private:
    struct OwnSend : Send {
        std::shared_ptr<Sending> sending;
        std::vector<std::byte> bytes;
        bool asked = false;
    };
    struct OwnReceive : Receive {
        std::uint64_t number = 0;
        std::vector<std::byte> buffer;
    };
    struct Process {
        Process(Network& network, int number_of, const MessengerOptions& options)
            : number(number_of),
              fabric(network, number_of),
              messenger(fabric, number_of, options, remote_write::Threads::one) {}
        int number;
        SimulatedFabric fabric;
        remote_write::Messenger messenger;
        std::vector<std::unique_ptr<OwnSend>> sends;
        std::vector<std::unique_ptr<OwnReceive>> receives;
        std::vector<Envelope> awaited;  // messages to this process for which it has posted no receive
    };

    static void check(bool holds, const char* what) {
        if (!holds) throw std::runtime_error(what);
    }
    static void add(remote_write::Counters& sum, const remote_write::Counters& more) {
        for (std::size_t i = 0; i < sum.sent.size(); ++i) {
            sum.sent[i].messages += more.sent[i].messages;
            sum.received[i].messages += more.received[i].messages;
        }
        sum.requests_posted += more.requests_posted;
        sum.requests_dropped += more.requests_dropped;
        sum.unexpected_messages += more.unexpected_messages;
        sum.unexpected_bytes_most = std::max(sum.unexpected_bytes_most, more.unexpected_bytes_most);
    }
    static std::byte pattern(std::uint64_t number, std::size_t at) {
        return static_cast<std::byte>((number * 0x9e3779b97f4a7c15u >> 24) + at * 7);
    }
    bool chance(std::uint64_t in_1000) { return in_1000 != 0 && random_.chance(in_1000, 1000); }
    int any(int limit) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(limit))); }
    // Rank and process are equal in context 0; in the others the ranks are rotated.
    int rank_of(int process, Context context) const {
        return (process + static_cast<int>(context)) % habits_.processes;
    }
    Context any_context() { return static_cast<Context>(any(habits_.contexts)); }

    void step(Process& process) {
        if (chance(habits_.cancels_in_1000)) return cancel(process);
        switch (random_.below(habits_.probes ? 10 : 9)) {
            case 0:
            case 1:
            case 2: return send(process);
            case 3:
            case 4:
            case 5: return receive(process);
            case 9: return random_.chance(1, 2) ? probe(process) : take(process);
            default: process.messenger.advance(); harvest(process);
        }
    }

    void send(Process& process) {
        if (process.sends.size() >= habits_.outstanding_most) return harvest(process);
        auto own = std::make_unique<OwnSend>();
        const Context context = any_context();
        const int to =
            random_.chance(1, 16) ? process.number : (process.number + 1 + any(habits_.neighbours)) % habits_.processes;
        const std::uint64_t bytes = random_.chance(1, 3) ? random_.below(17) : random_.below(habits_.bytes_most + 1);
        own->envelope = {context, rank_of(process.number, context), any(habits_.tags), bytes};
        own->sending = std::make_shared<Sending>(Sending{own->envelope, process.number, to, ++next_message_, false});
        on_way_[next_message_] = own->sending;
        own->bytes.resize(bytes);
        for (std::size_t i = 0; i < bytes; ++i) own->bytes[i] = pattern(own->sending->number, i);
        own->process = to;
        own->synchronous = chance(habits_.synchronous_in_1000);
        own->data = own->bytes;
        if (habits_.awaits) processes_[static_cast<std::size_t>(to)]->awaited.push_back(own->envelope);
        OwnSend& started = *process.sends.emplace_back(std::move(own));
        if (to != process.number) model_.sent(*started.sending);
        process.messenger.start(started);
        if (to == process.number) model_.sent(*started.sending);
        harvest(process);
    }

    std::unique_ptr<OwnReceive> new_receive(std::uint64_t bytes) {
        auto own = std::make_unique<OwnReceive>();
        own->number = ++next_receive_;
        own->buffer.resize(bytes + 8, std::byte{0xcc});  // the last 8 must stay as they are
        own->into = std::span(own->buffer).first(bytes);
        return own;
    }
    void receive(Process& process) {
        if (process.receives.size() >= habits_.outstanding_most)
            return habits_.awaits ? cancel(process, *process.receives.front()) : harvest(process);
        auto own = new_receive(chance(habits_.short_in_1000) ? random_.below(64) : habits_.bytes_most);
        own->context = any_context();
        if (habits_.awaits) return receive(process, std::move(own));
        if (habits_.unexpected_most != 0 && model_.unexpected(process.number) > habits_.unexpected_most) {
            const Envelope& first = model_.first_unexpected(process.number).sending->envelope;
            own->context = first.context;
            own->pattern = {first.source, first.tag};
            own->process = (first.source + habits_.processes - static_cast<int>(first.context)) % habits_.processes;
            return post(process, std::move(own));
        }
        if (!chance(habits_.wild_in_1000)) {
            own->process = random_.chance(1, 16)
                               ? process.number
                               : (process.number + habits_.processes - 1 - any(habits_.neighbours)) % habits_.processes;
            own->pattern.source = rank_of(own->process, own->context);
        }
        if (!chance(habits_.wild_in_1000)) own->pattern.tag = any(habits_.tags);
        post(process, std::move(own));
    }
    void post(Process& process, std::unique_ptr<OwnReceive> own) {
        OwnReceive& started = *process.receives.emplace_back(std::move(own));
        process.messenger.start(started);
        model_.posted(process.number, started.context, started.pattern, started.number);
        harvest(process);
    }
    // Awaits one of the messages that were sent to it, unless a receive has been posted for each.
    void receive(Process& process, std::unique_ptr<OwnReceive> own) {
        if (!process.awaited.empty()) {
            std::swap(process.awaited[random_.below(process.awaited.size())], process.awaited.back());
            const Envelope& awaited = process.awaited.back();
            own->context = awaited.context;
            if (!chance(habits_.wild_in_1000)) {
                own->pattern.source = awaited.source;
                own->process =
                    (awaited.source + habits_.processes - static_cast<int>(awaited.context)) % habits_.processes;
            }
            if (!chance(habits_.wild_in_1000)) own->pattern.tag = awaited.tag;
            process.awaited.pop_back();
        }
        post(process, std::move(own));
    }
    Pattern any_pattern(Process& process, Context context) {
        Pattern pattern;
        if (random_.chance(1, 2)) pattern.source = rank_of((process.number + 1) % habits_.processes, context);
        if (random_.chance(1, 2)) pattern.tag = any(habits_.tags);
        return pattern;
    }
    static void compare(bool found, const Envelope& envelope, const Sending* expected) {
        check(found == (expected != nullptr), "a probe differs");
        if (!found) return;
        check(envelope.source == expected->envelope.source && envelope.tag == expected->envelope.tag &&
                  envelope.bytes == expected->envelope.bytes,
              "a probe finds another message");
    }
    void probe(Process& process) {
        const Context context = any_context();
        const Pattern pattern = any_pattern(process, context);
        Envelope envelope;
        const bool found = process.messenger.probe(context, pattern, envelope);
        compare(found, envelope, model_.probed(process.number, context, pattern, false));
        harvest(process);
    }
    void take(Process& process) {
        const Context context = any_context();
        const Pattern pattern = any_pattern(process, context);
        Envelope envelope;
        remote_write::Matched* matched = process.messenger.take(context, pattern, envelope);
        Sending* expected = model_.probed(process.number, context, pattern, true);
        compare(matched != nullptr, envelope, expected);
        if (matched) {
            if (random_.chance(1, 2)) process.messenger.advance();
            auto own = new_receive(habits_.bytes_most);
            OwnReceive& started = *process.receives.emplace_back(std::move(own));
            process.messenger.start(started, matched);
            model_.matched(started.number, *expected);
        }
        harvest(process);
    }

    void cancel(Process& process) {
        if (random_.chance(1, 2)) {
            if (process.receives.empty()) return;
            cancel(process, *process.receives[random_.below(process.receives.size())]);
        } else if (!process.sends.empty()) {
            cancel(process, *process.sends[random_.below(process.sends.size())]);
        }
        harvest(process);
    }
    void cancel(Process& process, OwnReceive& receive) {
        if (process.messenger.cancel(receive)) {
            check(receive.has_ended() && receive.ending == Ending::cancelled, "cancelled and not ended");
            check(model_.cancelled(process.number, receive.number), "a matched receive was cancelled");
            ++cancelled_;
        }
        harvest(process);
    }
    void cancel(Process& process, OwnSend& send) {
        if (send.asked) return;
        send.asked = true;
        const auto stage = send.stage;
        process.messenger.cancel(send);
        if (!send.has_ended() || send.ending != Ending::cancelled) return;
        // The message never left, or it was an offer. Otherwise the receiver decides, and the model sees its frame.
        constexpr auto kWaiting = 1;
        if (stage == kWaiting && send.process != process.number) model_.unsent_before_publishing(*send.sending);
        else model_.unsent(*send.sending);
    }

    void harvest(Process& process) {
        check(process.messenger.failure() == nullptr, "the messenger has failed");
        std::erase_if(process.receives, [&](const auto& own) {
            if (!own->has_ended()) return false;
            if (own->ending == Ending::cancelled) return true;
            const Sending* expected = model_.match_of(own->number);
            compare(*own, expected);
            const bool is_written = own->protocol == remote_write::Protocol::write;
            wild_written_ += is_written && own->pattern.source == remote_write::kAnySource;
            on_way_.erase(expected->number);
            return true;
        });
        std::erase_if(process.sends, [&](auto& own) {
            if (!own->has_ended() || (!own->asked && random_.chance(1, 2))) return false;  // some stay, to be cancelled
            check((own->ending == Ending::cancelled) == own->sending->gone, "a send's ending differs");
            if (own->sending->gone) ++cancelled_;
            return true;
        });
    }
    void compare(const OwnReceive& receive, const Sending* expected) const {
        check(expected != nullptr, "received what nothing has matched");
        const Envelope& envelope = expected->envelope;
        check(receive.message.source == envelope.source && receive.message.tag == envelope.tag &&
                  receive.message.bytes == envelope.bytes && receive.message.context == envelope.context,
              "another message was received");
        const bool truncated = envelope.bytes > receive.into.size();
        check(receive.ending == (truncated ? Ending::truncated : Ending::success), "wrong ending");
        for (std::size_t i = 0; i < receive.buffer.size(); ++i) {
            const bool data = i < std::min<std::size_t>(envelope.bytes, receive.into.size());
            if (data || i >= receive.into.size())
                check(receive.buffer[i] == (data ? pattern(expected->number, i) : std::byte{0xcc}), "wrong data");
        }
    }

    bool is_quiet() const {
        for (const auto& process : processes_) {
            if (!process->sends.empty() || !process->receives.empty() || process->messenger.has_work()) return false;
            if (model_.unexpected(process->number) != 0) return false;
        }
        return true;
    }
    std::string what_is_left() const {
        std::string left;
        for (const auto& process : processes_) {
            left += "\nprocess " + std::to_string(process->number) + ": unexpected " +
                    std::to_string(model_.unexpected(process->number));
            for (const auto& send : process->sends)
                left += " send(" + std::to_string(send->sending->number) + " to " + std::to_string(send->process) +
                        " stage " + std::to_string(send->stage) + " bytes " + std::to_string(send->data.size()) + ")";
            for (const auto& receive : process->receives)
                left += " receive(" + std::to_string(receive->pattern.source) + " of " +
                        std::to_string(receive->into.size()) + (receive->transfer ? " under way)" : ")");
        }
        return left;
    }
    // Receives messages that have arrived, cancels receives for which no message arrives.
    void drain() {
        habits_.outstanding_most = 0;
        for (int round = 0; !is_quiet(); ++round) {
            if (round > 20'000) throw std::runtime_error("it does not end: " + what_is_left());
            network_.now += 50;
            for (auto& process : processes_) drain(*process, round);
        }
        check(network_.open_transfers == 0 && network_.gates.empty(), "a transfer or gate is left");
        check(model_.unended() == 0, "a match was not delivered");
    }
    void drain(Process& process, int round) {
        process.messenger.advance();
        harvest(process);
        if (model_.unexpected(process.number) != 0) {
            const auto& first = model_.first_unexpected(process.number);
            auto own = new_receive(habits_.bytes_most);
            own->context = first.sending->envelope.context;
            post(process, std::move(own));
        } else if (round > 100 && round % 50 == 0 && !process.receives.empty()) {
            OwnReceive& receive = *process.receives[random_.below(process.receives.size())];
            if (process.messenger.cancel(receive))
                check(model_.cancelled(process.number, receive.number), "a matched receive was cancelled");
        }
        harvest(process);
    }

    Habits habits_;
    Random random_;
    Network network_;
    Model model_;
    std::unordered_map<std::uint64_t, std::shared_ptr<Sending>> on_way_;  // those that the model may return
    std::vector<std::unique_ptr<Process>> processes_;
    std::uint64_t next_message_ = 0, next_receive_ = 0, cancelled_ = 0, wild_written_ = 0;
};

}  // namespace shunt::message_sim
