#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "native/base/outcome.hpp"

namespace shunt {

/// Collects `bytes` bytes of every member into `all` (size x bytes), in order of rank.   Blocks: collective over the
/// group.
using AllGather = std::function<Status(const void* mine, std::size_t bytes, void* all)>;

/// Exchanges between the members of a team under construction the data that each needs of the others. Every exchange
/// also shows whether a member has failed; the reasons, which are long, are exchanged only after a failure. A failed
/// member takes part in all exchanges up to the one that reports its failure.   Thread: any one at a time.
class WireUp {
public:
    WireUp(int members, AllGather all_gather)
        : members_(static_cast<std::size_t>(members)), all_gather_(std::move(all_gather)) {}

    /// Records that this member cannot take part. The first reason is kept.
    void fail(const std::string& reason) {
        if (outcome_.ok()) outcome_ = {Status::declined, reason.empty() ? "an unnamed failure" : reason};
    }
    void fail(const Outcome& outcome) {
        if (!outcome.ok()) fail(outcome.reason);
    }
    /// Records that this member no longer needs the team. That is not a failure to report.
    void abandon() { is_abandoned_ = true; }
    /// `ok`, or this member's failure. After an exchange: the failure of the lowest rank that failed, equal on all
    /// members. Its status is `declined`, or the status of an exchange that failed.
    const Outcome& outcome() const { return outcome_; }
    bool ok() const { return outcome_.ok(); }
    /// Whether a member no longer needs the team. After an exchange it is equal on all members, and the wire-up has
    /// failed.
    bool is_abandoned() const { return is_abandoned_; }

    /// Sends `mine`, which is plain bytes, to all members.   Returns: whether no member has failed, equal on all
    /// members. Blocks: collective over the group.
    template <class Value>
    bool exchange(const Value& mine, std::vector<Value>& all) {
        all.resize(members_);
        return exchange(&mine, sizeof mine, all.data());
    }
    /// The same without data: exchanges only whether a member has failed.
    bool exchange() { return exchange(nullptr, 0, nullptr); }
    /// The same with `bytes` bytes, equal on all members.
    bool exchange(const void* mine, std::size_t bytes, void* all) {
        const std::size_t each = kFlagBytes + bytes;
        std::vector<std::byte> told(each), heard(each * members_);
        told[0] = is_abandoned_ ? kAbandoned : ok() ? kGood : kFailed;
        if (bytes > 0) std::memcpy(told.data() + kFlagBytes, mine, bytes);
        if (!gather(told.data(), each, heard.data())) return false;
        bool is_left = false, all_good = true;
        for (std::size_t rank = 0; rank < members_; ++rank) {
            const std::byte* const theirs = heard.data() + rank * each;
            is_left = is_left || theirs[0] == kAbandoned;
            all_good = all_good && theirs[0] == kGood;
            if (bytes > 0) std::memcpy(static_cast<std::byte*>(all) + rank * bytes, theirs + kFlagBytes, bytes);
        }
        is_abandoned_ = is_left;
        if (is_left) outcome_ = {Status::declined, "the communicator is freed"};
        return all_good || (!is_left && tell_reasons());
    }

private:
    static constexpr std::size_t kFlagBytes = 8;  // so that the data after it are aligned
    static constexpr std::byte kGood{0}, kFailed{1}, kAbandoned{2};
    using Text = std::array<char, 480>;

    bool gather(const void* mine, std::size_t bytes, void* all) {
        const Status status = all_gather_(mine, bytes, all);
        if (status != Status::ok)
            outcome_ = {status, "the members could not exchange the data for a team (MPI_Allgather failed)"};
        return status == Status::ok;
    }

    /// Returns false.
    bool tell_reasons() {
        Text mine{};
        std::copy_n(outcome_.reason.data(), std::min(outcome_.reason.size(), mine.size() - 1), mine.data());
        std::vector<Text> all(members_);
        if (!gather(&mine, sizeof mine, all.data())) return false;
        for (std::size_t rank = 0; rank < members_; ++rank) {
            all[rank].back() = 0;
            if (all[rank][0] == 0) continue;
            outcome_ = {Status::declined, joined({"rank ", std::to_string(rank), ": ", all[rank].data()})};
            break;
        }
        return false;
    }

    std::size_t members_;
    AllGather all_gather_;
    Outcome outcome_;
    bool is_abandoned_ = false;
};

}  // namespace shunt
