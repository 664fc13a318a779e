#pragma once
#include <cstdint>
#include <vector>

#include "native/memory/verbs/endpoint.hpp"
#include "native/memory/verbs/rc_connection.hpp"

namespace shunt::memory::verbs {

/// A call: the message by which members connect two queue pairs; plain bytes.
struct Call {
    std::uint64_t secret = 0;  ///< of the member called
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    QueuePair pair;           ///< of the caller; without a number: the caller cannot connect
    PeerMemory memory;        ///< of the caller
    std::uint32_t knows = 0;  ///< number of the called member's queue pair, once the caller's is connected to it
    std::uint32_t asks = 0;   ///< the caller cannot begin before an answer
};

/// Sends and receives calls as unreliable datagrams; the caller repeats them.   Thread: any one at a time.
class Handshake {
public:
    explicit Handshake(Endpoint& endpoint) : endpoint_(endpoint) {}
    Handshake(const Handshake&) = delete;
    /// `secret` is this member's; calls without it are ignored.   Fails: as Endpoint::map, declined.
    Outcome open(std::uint64_t secret);
    std::uint32_t number() const { return pair_ == nullptr ? 0 : pair_->qp_num; }

    /// Sends one call to the datagram queue pair `number` of another member. If that is not possible now, the call is
    /// lost, like any datagram.
    void send(const Call& call, const Address& address, std::uint32_t number);
    /// Processes a completion whose wr_id has Endpoint::kDatagram.   Returns: true if it is a received call.
    bool take(const ibv_wc& completion, Call& into);
    /// The part of a secret that datagrams carry; keys with the highest bit belong to the kernel.
    static std::uint32_t key_of(std::uint64_t secret) { return static_cast<std::uint32_t>(secret) & 0x7fffffff; }

private:
    bool post_receive(std::uint32_t slot);
    std::byte* slot(std::uint32_t number) const { return pages_.at(number * kSlotBytes); }

    static constexpr std::uint32_t kReceives = 96, kSends = Endpoint::kDatagrams - kReceives;
    static constexpr std::size_t kSlotBytes = 128;  // 40 of them are the global routing header
    static constexpr std::size_t kHeaderBytes = 40;
    static_assert(kHeaderBytes + sizeof(Call) <= kSlotBytes);

    Endpoint& endpoint_;
    DevicePages pages_;
    Owned<ibv_qp> pair_;
    std::vector<Owned<ibv_ah>> paths_;  // by send slot, while it is under way
    std::uint64_t secret_ = 0;
};

}  // namespace shunt::memory::verbs
