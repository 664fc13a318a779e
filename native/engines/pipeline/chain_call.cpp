#include "native/engines/pipeline/chain_call.hpp"

#include <algorithm>
#include <cstring>

namespace shunt::pipeline {

ChainCall::ChainCall(HopRings& rings, const VectorCall& call, std::vector<ChainStream> streams, const Sources& sources,
                     std::uint64_t number, std::byte* scratch)
    : rings_(rings), call_(call), sources_(sources), tag_(block_tag_of(call, number)), scratch_(scratch) {
    for (ChainStream& stream : streams) {
        Progress at;
        at.stream = std::move(stream);
        at.offset = at.stream.items.empty() ? 0 : at.stream.items[0].begin;
        skip_empty(at);
        for (const Item& item : at.stream.items) {
            if (item.receives) rings_.expect(at.stream.from);
            if (item.sends) rings_.expect(at.stream.to);
        }
        streams_.push_back(std::move(at));
    }
}

void ChainCall::skip_empty(Progress& at) {
    while (at.item < at.stream.items.size() && at.offset == at.stream.items[at.item].end) {
        ++at.item;
        if (at.item < at.stream.items.size()) at.offset = at.stream.items[at.item].begin;
    }
}

std::uint64_t ChainCall::block_bytes(const Progress& at) const {
    return std::min(call_.block_bytes, at.stream.items[at.item].end - at.offset);
}

Status ChainCall::advance() {
    moved_ = false;
    Status told = Status::ok;
    for (bool going = true; going;) {
        going = false;
        for (Progress& at : streams_) {
            if (is_over(at)) continue;
            const Status status = step(at);
            if (status != Status::ok && status != Status::again) return status;
            going = going || status == Status::ok;
        }
        collect_leaving();
        told = rings_.tell();
        if (told != Status::ok && told != Status::again) return told;
    }
    const bool over = std::all_of(streams_.begin(), streams_.end(), [&](const Progress& at) { return is_over(at); });
    if (over && leaving_.empty() && told == Status::ok) return Status::ok;
    return rings_.is_poisoned() ? Status::bug : Status::again;
}

int ChainCall::waits_for() const {
    for (const Progress& at : streams_) {
        if (is_over(at)) continue;
        const Item& item = at.stream.items[at.item];
        return item.receives && !at.slot ? at.stream.from : item.sends ? at.stream.to : -1;
    }
    return leaving_.empty() ? -1 : leaving_.front().to;
}

bool ChainCall::is_there(const Progress& at, std::uint64_t bytes) const {
    const Item& item = at.stream.items[at.item];
    return !bytes_there_ || (item.receives && !item.combines) || at.offset + bytes <= *bytes_there_;
}

std::uint64_t ChainCall::delivered() const {
    std::uint64_t bytes = call_.bytes;
    for (const Progress& at : streams_) {
        if (is_over(at) || !at.stream.delivers()) continue;
        const std::uint64_t chunk = at.stream.chunk_bytes;
        bytes = std::min(bytes, chunk > 0 ? at.offset / chunk * chunk : at.offset);
    }
    return bytes;
}

/// One block of a stream. A block is taken only when it can be forwarded, so a full ring holds back its sender.
Status ChainCall::step(Progress& at) {
    const Item& item = at.stream.items[at.item];
    const std::uint64_t bytes = block_bytes(at);
    if (!at.source) {
        if (!is_there(at, bytes)) return Status::again;
        if (item.receives) {
            const Status status = rings_.poll(at.stream.from, bytes, tag_, at.slot);
            if (status != Status::ok) return status;
        }
        if (item.sends) {
            const Status status = rings_.poll_room(at.stream.to);
            if (status != Status::ok) return status;
        }
        const Status status = work(at, bytes);
        if (status != Status::ok) return status;
        moved_ = true;
    }
    const Status status = pass_on(at, bytes);
    if (status != Status::ok) return status;
    finish_block(at, bytes);
    return Status::ok;
}

/// Computes the data to send.
Status ChainCall::work(Progress& at, std::uint64_t bytes) {
    const Item& item = at.stream.items[at.item];
    const std::byte* const own = call_.own + at.offset;
    if (!item.receives) {
        at.source = own;
        if (item.delivers && !call_.in_place()) deliver(call_, at.offset, own, bytes);
        return Status::ok;
    }
    if (at.stream.prefix) return work_on_prefix(at, bytes);
    at.source = at.slot;
    return item.combines ? call_.combine(own, at.slot, bytes) : Status::ok;
}

Status ChainCall::work_on_prefix(Progress& at, std::uint64_t bytes) {
    const std::byte* const own = call_.own + at.offset;
    std::byte* const result = call_.result + at.offset;
    if (!at.stream.exclusive) {
        if (!call_.in_place()) std::memcpy(result, own, bytes);
        at.source = result;
        return call_.combine(at.slot, result, bytes);
    }
    at.source = at.slot;
    if (!at.stream.items[at.item].sends) {
        std::memcpy(result, at.slot, bytes);
        return Status::ok;
    }
    std::memcpy(scratch_, own, bytes);
    std::memcpy(result, at.slot, bytes);
    const Status status = call_.combine(result, scratch_, bytes);
    std::memcpy(at.slot, scratch_, bytes);
    return status;
}

const memory::Registration* ChainCall::Sources::of(const std::byte* data) const {
    for (const memory::Registration* each : {window, own, result})
        if (each && !each->memory.empty() && data >= each->memory.data() &&
            data < each->memory.data() + each->memory.size())
            return each;
    return nullptr;
}

Status ChainCall::pass_on(Progress& at, std::uint64_t bytes) {
    if (!at.stream.items[at.item].sends) return Status::ok;
    return rings_.send(at.stream.to, {at.source, bytes}, sources_.of(at.source), tag_);
}

/// The block is being sent. Copies it to the result meanwhile, and gives its memory back when it has left.
void ChainCall::finish_block(Progress& at, std::uint64_t bytes) {
    const Item& item = at.stream.items[at.item];
    if (item.receives && item.delivers && !at.stream.prefix) deliver(call_, at.offset, at.slot, bytes);
    if (item.receives) rings_.take(at.stream.from);
    // Kept in the order taken, so that a count identifies the free blocks.
    if (item.sends || item.receives)
        leaving_.push_back({item.sends ? at.stream.to : -1, item.sends ? rings_.posted(at.stream.to) : 0,
                            item.receives ? at.stream.from : -1});
    at.offset += bytes;
    at.source = nullptr;
    at.slot = nullptr;
    skip_empty(at);
    moved_ = true;
}

void ChainCall::collect_leaving() {
    while (!leaving_.empty() &&
           (leaving_.front().to < 0 || rings_.has_left(leaving_.front().to, leaving_.front().posts))) {
        if (leaving_.front().give_back >= 0) rings_.give_back(leaving_.front().give_back);
        leaving_.pop_front();
        moved_ = true;
    }
}

}  // namespace shunt::pipeline
