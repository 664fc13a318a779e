#include "native/engines/remote_write/host_mail.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace shunt::remote_write {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // of a message: the host counts in int
constexpr int kFramesAtOnce = 64;

}  // namespace

void HostMail::send(int process, std::uint32_t number, std::vector<std::byte> bytes) {
    Parcel parcel{.process = process, .number = number, .is_sent = true, .own = std::move(bytes)};
    parcel.bytes = parcel.own.size();
    if (number != 0) data_under_way_.fetch_add(parcel.bytes, std::memory_order_relaxed);
    unsent_.fetch_add(1, std::memory_order_relaxed);
    queue(std::move(parcel));
}

void HostMail::receive(int process, std::uint32_t number, std::span<std::byte> into, std::size_t bytes,
                       std::uint64_t id) {
    Parcel parcel{.process = process, .number = number, .id = id, .into = into, .bytes = bytes};
    if (into.size() != bytes) parcel.own.resize(bytes);
    queue(std::move(parcel));
}

void HostMail::queue(Parcel parcel) {
    const std::lock_guard locked(mutex_);
    queued_.push_back(std::move(parcel));
    has_queued_.store(true, std::memory_order_relaxed);
    is_used_.store(true, std::memory_order_relaxed);
}

bool HostMail::take(Arrival& into) {
    const std::lock_guard locked(mutex_);
    if (arrivals_.empty()) return false;
    into = std::move(arrivals_.front());
    arrivals_.pop_front();
    has_arrivals_.store(!arrivals_.empty(), std::memory_order_release);
    return true;
}

void HostMail::arrive(Arrival arrival) {
    const std::lock_guard locked(mutex_);
    arrivals_.push_back(std::move(arrival));
    has_arrivals_.store(true, std::memory_order_release);
}

void HostMail::pump() {
    const std::lock_guard locked(pumping_);
    if (is_closed_) return;
    begin_queued();
    receive_frames();
    look_at(sends_, false);
    look_at(frames_, true);
    look_at(data_, false);
}

void HostMail::begin_queued() {
    if (!has_queued()) return;
    std::deque<Parcel> queued;
    {
        const std::lock_guard locked(mutex_);
        queued.swap(queued_);
        has_queued_.store(false, std::memory_order_relaxed);
    }
    for (Parcel& parcel : queued) {
        if (begin(parcel)) (parcel.is_sent ? sends_ : data_).push_back(std::move(parcel));
        else end(parcel, false);
    }
}

bool HostMail::begin(Parcel& parcel) {
    const bool is_own = !parcel.own.empty() || parcel.into.empty();
    const std::span<std::byte> all = is_own ? std::span(parcel.own) : parcel.into;
    for (std::size_t at = 0; at == 0 || at < all.size(); at += kMostBytes) {
        const std::span<std::byte> part = all.subspan(at, std::min(kMostBytes, all.size() - at));
        HostLine::Message message = 0;
        if (!(parcel.is_sent ? line_.send(parcel.process, parcel.number, part, message)
                             : line_.receive(parcel.process, parcel.number, part, message)))
            return false;
        parcel.messages.push_back(message);
    }
    return true;
}

void HostMail::receive_frames() {
    int process = -1;
    std::size_t bytes = 0;
    for (int i = 0; i < kFramesAtOnce && line_.has_arrived(process, bytes); ++i) {
        note_arrival();
        Parcel parcel{.process = process, .own = std::vector<std::byte>(bytes), .bytes = bytes};
        if (!begin(parcel)) return end(parcel, false);
        frames_.push_back(std::move(parcel));
    }
}

/// `in_order`: what has ended behind one of the same process that has not stays.
void HostMail::look_at(std::deque<Parcel>& under_way, bool in_order) {
    std::vector<int> blocked;
    std::size_t kept = 0;
    for (Parcel& parcel : under_way) {
        bool is_well = true;
        if (!in_order || std::ranges::find(blocked, parcel.process) == blocked.end())
            std::erase_if(parcel.messages, [&](HostLine::Message& message) {
                const HostLine::Course course = line_.course(message);
                is_well = is_well && course != HostLine::Course::failed;
                return course != HostLine::Course::under_way;
            });
        const bool waits = in_order && std::ranges::find(blocked, parcel.process) != blocked.end();
        if (is_well && !waits && parcel.messages.empty()) {
            end(parcel, true);
        } else if (!is_well) {
            for (HostLine::Message& message : parcel.messages) line_.abandon(message);
            end(parcel, false);
        } else {
            if (in_order && !waits) blocked.push_back(parcel.process);
            Parcel& place = under_way[kept++];
            if (&place != &parcel) place = std::move(parcel);
        }
    }
    under_way.resize(kept);
}

void HostMail::end(Parcel& parcel, bool well) {
    if (parcel.is_sent) {
        if (parcel.number != 0) data_under_way_.fetch_sub(parcel.bytes, std::memory_order_relaxed);
        unsent_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (!well) return arrive({.kind = Arrival::lost, .process = parcel.process});
    if (parcel.is_sent) return;
    if (parcel.number == 0)
        return arrive({.kind = Arrival::frames, .process = parcel.process, .bytes = std::move(parcel.own)});
    if (parcel.into.empty()) return;
    if (!parcel.own.empty()) std::memcpy(parcel.into.data(), parcel.own.data(), parcel.into.size());
    arrive({.kind = Arrival::data, .process = parcel.process, .id = parcel.id});
}

void HostMail::abandon() {
    const std::lock_guard locked(pumping_);
    is_closed_ = true;
    for (std::deque<Parcel>* const each : {&sends_, &frames_, &data_}) {
        for (Parcel& parcel : *each)
            for (HostLine::Message& message : parcel.messages) line_.abandon(message);
        each->clear();
    }
    unsent_.store(0, std::memory_order_relaxed);
}

}  // namespace shunt::remote_write
