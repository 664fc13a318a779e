#include "native/engines/pipeline/short_call.hpp"

#include <cstring>

namespace shunt::pipeline {
namespace {

// The complete call, readable: operation, root, bytes, number.
static_assert(Mailboxes::kMostBytes <= 0xffff);
constexpr std::uint64_t kBytesMask = 0xffff0000;

std::uint64_t short_tag(const VectorCall& call, std::uint64_t number) {
    return static_cast<std::uint64_t>(call.operation) | static_cast<std::uint64_t>(call.root & 0xff) << 8 |
           call.bytes << 16 | number << 32;
}

}  // namespace

std::optional<std::uint64_t> ShortCall::bytes_posted(const Mailboxes& mailboxes, int root, std::uint64_t mailbox_number,
                                                     std::uint64_t number) {
    VectorCall call;
    call.root = root;
    const std::optional<std::uint64_t> tag = mailboxes.tag_posted(root, mailbox_number);
    if (!tag || (*tag & ~kBytesMask) != short_tag(call, number)) return std::nullopt;
    return (*tag & kBytesMask) >> 16;
}

ShortCall::ShortCall(Mailboxes& mailboxes, const VectorCall& call, std::uint64_t number)
    : mailboxes_(mailboxes),
      call_(call),
      tag_(short_tag(call, number)),
      first_(0),
      end_(mailboxes.size()),
      posts_(true),
      is_read_(true) {
    mailboxes.begin(call.bytes);
    const int rank = mailboxes.rank();
    switch (call.operation) {
        case Operation::bcast:
            posts_ = rank == call.root;
            first_ = call.root;
            end_ = posts_ ? first_ : first_ + 1;
            break;
        case Operation::reduce:
            is_read_ = rank != call.root;
            if (is_read_) end_ = 0;
            break;
        case Operation::scan:
            is_read_ = rank != mailboxes.size() - 1;
            end_ = rank + 1;
            break;
        case Operation::exscan:
            is_read_ = rank != mailboxes.size() - 1;
            end_ = rank;
            break;
        default: break;
    }
    reads_ = end_;
}

Status ShortCall::advance() {
    moved_ = false;
    if (posts_) {
        const Status status = give();
        if (status != Status::ok) return status;
    }
    for (; reads_ > first_; --reads_) {
        if (reads_ - 1 == mailboxes_.rank()) continue;
        const Status status = mailboxes_.poll(reads_ - 1, tag_);
        if (status != Status::ok) return status;
        moved_ = true;
    }
    const Status status = combine();
    if (status == Status::ok) mailboxes_.leave();
    return status;
}

/// Posts this member's vector. Also where only this member reads it, as the result may overwrite the vector.
Status ShortCall::give() {
    const Status status = mailboxes_.poll_room();
    if (status == Status::again) return set_aside();
    if (status != Status::ok) return status;
    if (call_.bytes > 0) std::memcpy(mailboxes_.data(mailboxes_.rank()), call_.own, call_.bytes);
    own_ = mailboxes_.data(mailboxes_.rank());
    if (is_read_) {
        mailboxes_.post(tag_);
        if (call_.operation == Operation::reduce) mailboxes_.wake(call_.root);
        else mailboxes_.wake_all();
    }
    posts_ = false;
    moved_ = true;
    return Status::ok;
}

/// The mailbox is full. A member that need not wait for the readers of its vector sets the vector aside, once they have
/// made no progress for a while.
Status ShortCall::set_aside() {
    const bool waits_for_readers = call_.operation != Operation::bcast && call_.operation != Operation::reduce &&
                                   call_.operation != Operation::scan && call_.operation != Operation::exscan;
    if (!is_read_ || waits_for_readers) return Status::again;
    own_ = mailboxes_.set_aside(tag_, {call_.own, call_.bytes});
    if (own_ == nullptr) return Status::again;
    posts_ = false;
    moved_ = true;
    return Status::ok;
}

// Combines from the highest rank down, so that the combined part is the right operand; alike wherever there is a
// result.
Status ShortCall::combine() {
    const std::uint64_t bytes = call_.wanted_to - call_.wanted_from;
    if (first_ == end_ || bytes == 0) return Status::ok;
    int next = end_ - 1;
    if (next == first_) {
        std::memcpy(call_.result, part(next), bytes);
        return Status::ok;
    }
    Status status = call_.combine_into(part(next - 1), part(next), call_.result, bytes);
    for (next -= 2; next >= first_ && status == Status::ok; --next)
        status = call_.combine(part(next), call_.result, bytes);
    return status;
}

}  // namespace shunt::pipeline
