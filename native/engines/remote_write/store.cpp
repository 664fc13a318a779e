#include "native/engines/remote_write/store.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace shunt::remote_write {
namespace {

constexpr std::size_t kRecords = 64;              // allocated at a time
constexpr std::size_t kLeastPieces = 128 * 1024;  // bytes allocated at a time

}  // namespace

Unexpected& UnexpectedStore::keep(std::span<const std::byte> data) {
    if (!free_) {
        records_.push_back(std::make_unique<Unexpected[]>(kRecords));
        for (std::size_t i = 0; i < kRecords; ++i) {
            records_.back()[i].next_free = free_;
            free_ = &records_.back()[i];
        }
    }
    Unexpected& message = *free_;
    message.data = message.inside;
    if (data.size() > sizeof message.inside) {
        const int bits = std::bit_width(data.size() - 1);
        if (!free_pieces_[bits]) {
            const std::size_t size = std::size_t{1} << bits, all = std::max(kLeastPieces, size);
            pieces_.push_back(std::make_unique_for_overwrite<std::byte[]>(all));
            for (std::size_t at = 0; at + size <= all; at += size)
                free_pieces_[bits] = new (pieces_.back().get() + at) Piece{free_pieces_[bits]};
        }
        message.data = reinterpret_cast<std::byte*>(free_pieces_[bits]);
        message.data_class = static_cast<std::uint8_t>(bits);
        free_pieces_[bits] = free_pieces_[bits]->next;
    }
    free_ = message.next_free;
    message.held = static_cast<std::uint32_t>(data.size());
    if (!data.empty()) std::memcpy(message.data, data.data(), data.size());
    bytes_ += data.size();
    return message;
}

void UnexpectedStore::drop(Unexpected& message) {
    bytes_ -= message.held;
    if (message.data != message.inside)
        free_pieces_[message.data_class] = new (message.data) Piece{free_pieces_[message.data_class]};
    message.local = nullptr;
    message.id = 0;
    message.next_free = free_;
    free_ = &message;
}

}  // namespace shunt::remote_write
