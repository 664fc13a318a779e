#include "native/engines/pipeline/mailbox_backlog.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <new>
#include <thread>

#include "native/base/signals.hpp"
#include "native/engines/pipeline/mailboxes.hpp"

namespace shunt::pipeline {
namespace {

using std::chrono::microseconds;
constexpr microseconds kFirstPause(50), kLastPause(2000);  // between checks for room

}  // namespace

bool MailboxBacklog::add(Item item, std::span<const std::byte> vector) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (is_broken_ || bytes_ + kItemBytes + vector.size() > kMostBytes) return false;
    try {
        item.vector.assign(vector.begin(), vector.end());
        items_.push_back(std::move(item));
    } catch (const std::bad_alloc&) { return false; }
    is_served_ = is_served_ || starts_(shared_from_this());
    if (!is_served_) {
        items_.pop_back();
        return false;
    }
    bytes_ += kItemBytes + vector.size();
    return true;
}

Status MailboxBacklog::drain() {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (is_broken_) return Status::bug;
    if (items_.empty()) return Status::ok;
    if (!look_who_left()) {
        is_broken_ = true;
        return Status::bug;
    }
    bool posted = false;
    for (; !items_.empty() && items_.front().needs_left <= left_by_all_; posted = true) {
        post(items_.front());
        bytes_ -= kItemBytes + items_.front().vector.size();
        items_.pop_front();
    }
    for (int other = 0; posted && other < static_cast<int>(mailboxes_.size()); ++other)
        if (other != rank_) memory_->wake(other);
    return items_.empty() ? Status::ok : Status::again;
}

/// Returns false for a bug.
bool MailboxBacklog::look_who_left() {
    std::uint64_t least = UINT64_MAX;
    for (std::size_t other = 0; other < mailboxes_.size(); ++other) {
        if (other == static_cast<std::size_t>(rank_)) continue;
        const std::optional<std::uint64_t> left = Mailboxes::left_by(mailboxes_[other]);
        if (!left) return false;
        least = std::min(least, *left);
    }
    left_by_all_ = std::max(left_by_all_, least);
    return true;
}

void MailboxBacklog::post(const Item& item) {
    std::byte* const mailbox = mailboxes_[static_cast<std::size_t>(rank_)];
    if (!item.vector.empty()) std::memcpy(mailbox + item.data_at, item.vector.data(), item.vector.size());
    Mailboxes::stamp(mailbox + item.stamp_at, item.word, item.tag);
}

bool MailboxBacklog::start_thread(const std::shared_ptr<MailboxBacklog>& backlog) {
    try {
        const WithoutSignals blocked;  // inherited by the new thread
        std::thread([kept = backlog] { kept->run(); }).detach();
        return true;
    } catch (const std::exception&) {  // too many processes, or too little memory
        return false;
    }
}

void MailboxBacklog::run() {
    std::size_t before = 0;
    for (microseconds pause = kFirstPause;; std::this_thread::sleep_for(pause)) {
        (void)drain();
        const std::lock_guard<std::mutex> guard(mutex_);
        if (is_broken_ || items_.empty()) {
            is_served_ = false;
            return;
        }
        pause = items_.size() == before ? std::min(2 * pause, kLastPause) : kFirstPause;
        before = items_.size();
    }
}

}  // namespace shunt::pipeline
