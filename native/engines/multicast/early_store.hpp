#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/engines/multicast/number.hpp"
#include "native/engines/multicast/packet.hpp"

namespace shunt::multicast {

/// Keeps packets of operations that this node has not begun, within a limit. The earliest operations are the most
/// valuable, so the latest are dropped to make room. The root repairs dropped packets when the operation begins.
/// Thread: any one at a time.
class EarlyStore {
public:
    explicit EarlyStore(std::size_t limit_bytes) : limit_(limit_bytes) {}

    /// Copies a data or end packet; false: no room.
    bool keep(const Header& header, std::span<const std::byte> payload) {
        const std::size_t cost = payload.size() + kOverhead;
        while (used_ + cost > limit_ && !operations_.empty() && before(header.operation, operations_.back().number))
            drop_last();
        if (used_ + cost > limit_) return false;
        Operation& operation = at(header.operation);
        operation.packets.push_back({header, operation.bytes.size(), payload.size()});
        operation.bytes.insert(operation.bytes.end(), payload.begin(), payload.end());
        used_ += cost;
        return true;
    }

    /// Calls `visit(header, payload)` for each packet kept of operation `number`, in order of arrival. Forgets that
    /// operation and all earlier ones.
    template <class Visit>
    void take(std::uint32_t number, Visit visit) {
        while (!operations_.empty() && !before(number, operations_.front().number)) {
            const Operation operation = std::move(operations_.front());
            operations_.erase(operations_.begin());
            used_ -= operation.cost();
            if (operation.number != number) continue;
            for (const Packet& packet : operation.packets)
                visit(packet.header, std::span(operation.bytes).subspan(packet.offset, packet.length));
        }
    }

    std::size_t used_bytes() const { return used_; }

private:
    static constexpr std::size_t kOverhead = 64;  // cost of a packet beside its bytes

    struct Packet {
        Header header;
        std::size_t offset;
        std::size_t length;
    };
    struct Operation {
        std::uint32_t number = 0;
        std::vector<Packet> packets;
        std::vector<std::byte> bytes;
        std::size_t cost() const { return bytes.size() + kOverhead * packets.size(); }
    };

    void drop_last() {
        used_ -= operations_.back().cost();
        operations_.pop_back();
    }

    Operation& at(std::uint32_t number) {
        auto place = operations_.end();
        while (place != operations_.begin() && !before((place - 1)->number, number)) --place;
        if (place != operations_.end() && place->number == number) return *place;
        return *operations_.insert(place, Operation{number, {}, {}});
    }

    std::size_t limit_;
    std::size_t used_ = 0;
    std::vector<Operation> operations_;  ///< ascending
};

}  // namespace shunt::multicast
