#pragma once
#include <functional>
#include <memory>
#include <span>

#include "native/memory/internode_memory.hpp"
#include "native/memory/setup.hpp"
#include "native/memory/shared_memory.hpp"
#include "native/memory/socket_spin.hpp"

namespace shunt::memory {

/// Shared memory to members of this node, another transport to the others; one window, and one wait for both.   Thread:
/// any one at a time.
class HybridMemory final : public RemoteMemory {
public:
    HybridMemory(std::unique_ptr<SharedMemory> near, std::unique_ptr<InternodeMemory> far, std::int64_t spin_ns);

    Traits traits() const override;
    std::span<std::byte> window() override { return near_->window(); }
    std::byte* mapped(int peer) override { return near_->mapped(peer); }
    Outcome register_memory(std::span<const std::byte> memory, Registration& into) override;
    void deregister(Registration& registration) override { far_->deregister(registration); }
    Status put(int peer, std::uint64_t offset, std::span<const std::byte> data, const Registration* from) override;
    Status put_word(int peer, std::uint64_t offset, std::uint64_t value) override;
    void expect(int peer) override;
    void awaits(int peer) override { sleeps_for_near_ = is_crowded_ && near_->reaches(peer); }
    Status read(int peer, Place from, std::span<std::byte> into) override { return near_->read(peer, from, into); }
    Status write(int peer, Place to, std::span<const std::byte> data) override { return near_->write(peer, to, data); }
    std::uint64_t posted(int peer) const override { return way(peer).posted(peer); }
    std::uint64_t completed(int peer) override { return way(peer).completed(peer); }
    Status progress() override;
    void keep_posted() override { far_->keep_posted(); }
    Status wait(Condition ready, std::int64_t timeout_ns) override;
    int lost_peer() const override;
    std::string_view remark() const override { return near_->remark(); }

private:
    RemoteMemory& way(int peer) const;
    Status trouble();
    Status look(const Condition& ready);
    Status look_far(const Condition& ready);
    Status check(const Condition& ready, std::int64_t now);
    Status sleep(const Condition& ready, std::int64_t most_ns);
    Status sleep_until(const Condition& ready, std::int64_t start, std::int64_t timeout_ns);

    std::unique_ptr<SharedMemory> near_;
    std::unique_ptr<InternodeMemory> far_;  // writes into the window of `near_`
    bool is_crowded_;                       // members share cores
    bool sleeps_for_near_ = false;          // the next waits are for a member of this node, which needs the core
    node::Spin spin_;
    SocketSpin socket_spin_{true};
};

/// Begins to open the transport to members of other nodes. `gets_window`: finish() receives the window that they write
/// into, and the transport need not reach members of this node. Otherwise the transport makes the window and reaches
/// all members.
using OpenInternode = std::function<std::unique_ptr<InternodeOpening>(const Setup& setup, bool gets_window)>;

/// Opens only that transport, without shared memory.   Fails and blocks: as open_hybrid.
Outcome open_alone(const Setup& setup, InternodeOpening& opening, std::span<std::byte> window,
                   std::unique_ptr<InternodeMemory>& into);

/// Opens remote memory for members on several nodes: shared memory on each node, and the transport of `open_internode`
/// between them. Where no two members share a node, it opens only the latter. `far` is that transport, owned by `into`;
/// null if all members are on one node. Fails: declined, on all members alike, with the remedy.   Blocks: collective
/// over the group; one exchange, two with shared memory or if InternodeOpening::tries().
Outcome open_hybrid(const Setup& setup, const OpenInternode& open_internode, std::unique_ptr<RemoteMemory>& into,
                    const InternodeMemory*& far);

}  // namespace shunt::memory
