#pragma once
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "native/engines/remote_write/frames.hpp"
#include "native/engines/remote_write/messenger.hpp"

namespace shunt::message_sim {

using remote_write::Context;
using remote_write::Envelope;
using remote_write::Pattern;

/// A message that a program has sent.
struct Sending {
    Envelope envelope;
    int from = 0, to = 0;
    std::uint64_t number = 0;  ///< counted over all messages
    bool gone = false;         ///< cancelled
};

/// What MPI's text prescribes that every process receives, as lists that are searched from the front. The model sees a
/// message when its frame is removed from the mailbox, or, if it is written, when its sender claims a buffer. It sees a
/// receive when it is posted.   Source: MPI-4.0 3.5.
class Model {
public:
    struct Arrived {
        Sending* sending;
        std::uint32_t serial;  ///< among the messages of its pair in the message FIFO; 0: written, or sent to itself
    };
    struct Posted {
        Context context;
        Pattern pattern;
        std::uint64_t receive;
    };

    explicit Model(int processes) : processes_(static_cast<std::size_t>(processes)) {}

    void sent(Sending& sending) {
        if (sending.from == sending.to) return arrive(sending, 0);
        on_way_[key(sending.from, sending.to)].push_back(&sending);
    }
    /// A send was cancelled before it had left, or an offer before it arrived. The receiver never gets that message.
    void unsent(Sending& sending) {
        sending.gone = true;
        std::erase_if(at(sending.to).unexpected, [&](const Arrived& each) { return each.sending == &sending; });
    }
    void unsent_before_publishing(Sending& sending) {
        const auto on_way = on_way_.find(key(sending.from, sending.to));
        if (on_way != on_way_.end()) {
            std::erase(on_way->second, &sending);
            if (on_way->second.empty()) on_way_.erase(on_way);
        }
        sending.gone = true;
    }

    /// A frame is about to be given to the messenger of `to`.   Returns: false if no such message was in flight.
    bool frame(int to, const remote_write::Fabric::Frame& frame) {
        using remote_write::Kind;
        const auto kind = static_cast<Kind>(frame.bytes[0]);
        if (kind == Kind::control) return cancel_frame(to, frame);
        if (kind > Kind::written) return true;
        Sending* const first = next_of(kind == Kind::written ? claimed_ : on_way_, frame.process, to);
        if (!first) return false;
        Sending& sending = *first;
        remote_write::MessageHeader header;
        std::memcpy(&header, frame.bytes.data(), sizeof header);
        if (header.context != sending.envelope.context || header.tag != sending.envelope.tag) return false;
        if (kind == Kind::written) return true;
        const std::uint32_t serial = ++serials_[key(frame.process, to)];
        if (!sending.gone) arrive(sending, serial);
        return true;
    }
    /// `from` has claimed a buffer of `to` for its next message.   Returns: false if it has no such message.
    bool claimed(int to, int from) {
        Sending* const sending = next_of(on_way_, from, to);
        if (!sending) return false;
        claimed_[key(from, to)].push_back(sending);
        arrive(*sending, 0);
        return true;
    }

    void posted(int process, Context context, Pattern pattern, std::uint64_t receive) {
        if (const std::optional<Arrived> found = first(process, context, pattern, true))
            matches_[receive] = found->sending;
        else at(process).posted.push_back({context, pattern, receive});
    }
    /// Returns: whether it was still posted.
    bool cancelled(int process, std::uint64_t receive) {
        return std::erase_if(at(process).posted, [&](const Posted& each) { return each.receive == receive; }) == 1;
    }
    /// The unexpected message that a probe finds; with `taken` it is removed.
    Sending* probed(int process, Context context, Pattern pattern, bool taken) {
        const std::optional<Arrived> found = first(process, context, pattern, taken);
        return found ? found->sending : nullptr;
    }
    void matched(std::uint64_t receive, Sending& sending) { matches_[receive] = &sending; }

    /// The message that a receive has matched; null: none yet. Called once, when the receive has ended.
    Sending* match_of(std::uint64_t receive) {
        const auto found = matches_.find(receive);
        if (found == matches_.end()) return nullptr;
        Sending* const sending = found->second;
        matches_.erase(found);
        return sending;
    }
    std::size_t unended() const { return matches_.size(); }
    std::size_t unexpected(int process) const {
        return processes_[static_cast<std::size_t>(process)].unexpected.size();
    }
    const Arrived& first_unexpected(int process) { return at(process).unexpected.front(); }

private:
    struct Process {
        std::list<Posted> posted;
        std::list<Arrived> unexpected;
    };

    using Ways = std::unordered_map<std::uint64_t, std::deque<Sending*>>;  // pairs with messages in flight

    static Sending* next_of(Ways& ways, int from, int to) {
        const auto found = ways.find(key(from, to));
        if (found == ways.end()) return nullptr;
        Sending* const sending = found->second.front();
        found->second.pop_front();
        if (found->second.empty()) ways.erase(found);
        return sending;
    }
    static std::uint64_t key(int from, int to) {
        return (static_cast<std::uint64_t>(from) << 32) | static_cast<unsigned>(to);
    }
    Process& at(int process) { return processes_[static_cast<std::size_t>(process)]; }
    static bool takes(Pattern pattern, const Envelope& envelope) {
        return (pattern.source == remote_write::kAnySource || pattern.source == envelope.source) &&
               (pattern.tag == remote_write::kAnyTag || pattern.tag == envelope.tag);
    }

    void arrive(Sending& sending, std::uint32_t serial) {
        auto& posted = at(sending.to).posted;
        for (auto each = posted.begin(); each != posted.end(); ++each) {
            if (each->context != sending.envelope.context || !takes(each->pattern, sending.envelope)) continue;
            matches_[each->receive] = &sending;
            posted.erase(each);
            return;
        }
        at(sending.to).unexpected.push_back({&sending, serial});
    }
    std::optional<Arrived> first(int process, Context context, Pattern pattern, bool taken) {
        auto& unexpected = at(process).unexpected;
        for (auto each = unexpected.begin(); each != unexpected.end(); ++each) {
            const Envelope& envelope = each->sending->envelope;
            if (context != envelope.context || !takes(pattern, envelope)) continue;
            const Arrived found = *each;
            if (taken) unexpected.erase(each);
            return found;
        }
        return std::nullopt;
    }
    // A cancel frame asks the receiver to drop a message if no receive has matched it.
    bool cancel_frame(int to, const remote_write::Fabric::Frame& frame) {
        remote_write::ControlFrame control;
        std::memcpy(&control, frame.bytes.data(), sizeof control);
        if (control.what != remote_write::Control::cancel) return true;
        std::erase_if(at(to).unexpected, [&](const Arrived& each) {
            const bool meant = each.sending->from == frame.process && each.serial == control.serial;
            if (meant) each.sending->gone = true;
            return meant;
        });
        return true;
    }

    std::vector<Process> processes_;
    Ways on_way_, claimed_;
    std::unordered_map<std::uint64_t, std::uint32_t> serials_;
    std::unordered_map<std::uint64_t, Sending*> matches_;
};

}  // namespace shunt::message_sim
