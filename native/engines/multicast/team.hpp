#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/multicast/background.hpp"
#include "native/engines/multicast/host_watch.hpp"
#include "native/engines/multicast/hub.hpp"
#include "native/engines/multicast/link.hpp"
#include "native/engines/multicast/membership.hpp"
#include "native/engines/multicast/options.hpp"
#include "native/engines/multicast/recipients.hpp"
#include "native/node/node_group.hpp"

namespace shunt::multicast {

/// The ranks and nodes of a communicator. On every node one rank, its leader, has sockets; the others exchange data
/// with it through shared memory.
struct Places {
    int rank = 0;
    std::vector<int> node_of;      ///< by rank
    std::vector<int> leaders;      ///< by node: its lowest rank
    std::vector<int> local_ranks;  ///< of this node, in order

    static Places of(const TeamSetup& setup);
    int node(int of_rank) const { return node_of[static_cast<std::size_t>(of_rank)]; }
    int node() const { return node(rank); }
    int leader() const { return leaders[static_cast<std::size_t>(node())]; }
    bool is_leader() const { return leader() == rank; }
    int size() const { return static_cast<int>(node_of.size()); }
    int nodes() const { return static_cast<int>(leaders.size()); }
    std::uint32_t local_index(int of_rank) const;
};

/// The parts of a team once it is wired up (see wire_up.hpp).
struct Parts {
    Places places;
    std::uint64_t token = 0;
    Keys keys;
    std::shared_ptr<Hub> hub;
    std::unique_ptr<Link> link;                    ///< of a leader
    std::unique_ptr<node::NodeGroup> local_group;  ///< null: this rank is alone on its node, within the communicator
    std::vector<net::Endpoint> recovery_of;        ///< by node
    net::Ipv4 address;
    unsigned interface_index = 0;                      ///< where groups are joined
    std::size_t payload_bytes = 0;                     ///< of a datagram
    std::uint64_t slice_bytes = 64 << 20;              ///< of a scatterv's blocks; equal on all members
    std::vector<std::string> host_names;               ///< by node
    std::int64_t patience_ns = net::kUsualPatienceNs;  ///< with a host that does not answer
    MulticastOptions options;
    Exchange* exchange = nullptr;
    bool has_core = false;  ///< this rank shares its core with no other of the communicator
};

/// The multicast engine on one communicator. Every operation consists of broadcasts by one root each, numbered alike on
/// all members. Source: CC-MPI 3.1.
class MulticastTeam final : public Team, public ScattervGroups {
public:
    explicit MulticastTeam(Parts parts);
    ~MulticastTeam() override;

    Status carry(const CollectiveCall& call) override;
    std::unique_ptr<Pending> begin(const CollectiveCall& call) override;
    Status open_group(const CollectiveCall& call, OpenedGroup& opened) override;
    void close_group(std::uint32_t number) override;
    bool leave() override { return false; }  // the service must answer until all have everything
    Status meet() override;
    std::vector<EngineCounter> counters() const override;

private:
    /// A group that the program has opened: the root's sizes, and this node's membership.
    struct Opened {
        std::vector<std::uint64_t> sizes;
        std::uint64_t bytes = 0;  ///< all of them together
        int root = 0;
        Recipients recipients;
        std::unique_ptr<Membership> membership;  ///< null where this node receives nothing
    };

    void count_call();
    Status meet_if_due(const CollectiveCall& call);
    Status begin_blocking_call(const CollectiveCall& call);
    Status begin_call();
    Status carry_in_background(const CollectiveCall& call);
    Status end_call(const CollectiveCall& call, Status status) const;
    /// This member carries nothing any more, so the others of its node must not wait for it.
    void lose();
    Status perform(const CollectiveCall& call);
    bool is_given_up() const { return background_ && background_->is_given_up(); }
    /// `recipients`: null: all nodes.   Fails: `other_length`; `root_bytes_` is the root's length, and the bytes that
    /// fit have arrived.
    Status broadcast(int root, std::span<std::byte> data, const Recipients* recipients = nullptr);
    Status scatter(const CollectiveCall& call);
    Status scatterv(const CollectiveCall& call);
    Status scatterv_opened(const CollectiveCall& call);
    Status spread(const CollectiveCall& call, std::span<const std::uint64_t> sizes, const Recipients* recipients);
    void join_for_call(int root, const Recipients& recipients, std::optional<Membership>& membership);
    Status refuse(const Opened& opened);
    void refuse_slice(const Recipients& recipients, std::uint64_t bytes);
    Status broadcast_to_few(int root, std::span<std::byte> data, const Recipients& recipients);
    Status send_to_few(std::uint64_t number, int root, std::span<std::byte> data, const Recipients& recipients);
    Status await_finished(std::uint64_t number);
    Status allgather(const CollectiveCall& call);
    Status allgather_at_once(std::span<std::byte> everything, std::span<const std::size_t> begins, bool paced);
    Status barrier();

    Status send(std::uint64_t number, std::span<const std::byte> data, bool to_local_ranks,
                const Recipients* recipients = nullptr);
    /// `announced`: the root waits for this node's arrival.
    Status receive(std::uint64_t number, int root_node, std::span<std::byte> data, bool announced = false);
    /// `other_length`: the writer had another length, now in `root_bytes_`; the bytes that fit have arrived. `whole`:
    /// receives all bytes when they are more than `data` has room for; null: the rest is dropped.
    Status read_from_local_rank(std::uint64_t number, int writer, std::span<std::byte> data,
                                std::unique_ptr<std::byte[]>* whole = nullptr);
    Status read_operation(std::span<std::byte> data, std::unique_ptr<std::byte[]>* whole);
    Status read_bytes(std::span<std::byte> data);
    /// Sends to other nodes the data of the root, another rank of this node.
    Status relay(std::uint64_t number, int root, std::span<std::byte> data, const Recipients* recipients = nullptr);
    Status write_to_local_ranks(std::uint64_t number, std::span<const std::byte> data);
    Status meet_local_ranks(std::uint64_t number);

    template <class Step>
    Status drive(std::uint64_t number, const int& root_node, Step step);
    void note_recoveries(std::uint64_t count);
    std::int64_t patience() const;
    std::uint32_t own_node() const { return static_cast<std::uint32_t>(parts_.places.node()); }
    bool all_well(std::uint64_t number, int root_node, std::optional<HostWatch>& watch, std::int64_t now);
    void say_lost(int node, std::int64_t silent_ns);
    /// The first of the two operations of the ring that broadcast `number` has. A leader that learns of another length
    /// when it has begun to write gives up the first, and writes everything as the second.
    static std::uint64_t ring_operation(std::uint64_t number) { return 2 * number; }
    static std::uint32_t word(std::uint64_t number) { return static_cast<std::uint32_t>(number); }
    Status agree_to_go_on();
    bool is_in_trouble() const;
    bool wants_checkpoint();
    void note_checkpoint(std::uint64_t number);
    bool is_checkpoint_asked();
    /// The calls before which a checkpoint is always due: few, and the same ones on all members.
    static bool is_always_checkpoint(std::uint32_t call) { return call == 16 || call == 64 || call % 256 == 0; }
    bool is_asked_by_local_rank(std::uint64_t number);
    void tell_local_ranks_of_trouble();
    void forget_troubles();
    bool small(std::size_t bytes) const { return static_cast<std::int64_t>(bytes) <= parts_.options.retain_bytes; }

    Parts parts_;
    std::map<std::uint32_t, Opened> opened_;  ///< by the number given to the program
    std::uint32_t openings_ = 0;
    std::uint64_t number_ = 0;  ///< of the last broadcast; datagrams carry its lower half
    std::uint32_t calls_ = 0;
    bool has_local_ranks_ = false;
    bool sick_ = false;  ///< this rank was recovered repeatedly: multicast does not arrive
    Status failed_ = Status::ok;
    std::uint64_t root_bytes_ = 0;  ///< of the last broadcast whose root had another length than this rank
    std::uint64_t rescues_ = 0;
    int recovered_in_a_row_ = 0;               ///< operations in a row
    int deaf_in_a_row_ = 0;                    ///< operations in a row without a packet by multicast
    std::uint32_t deaf_operations_known_ = 0;  ///< of the channel, at the last checkpoint
    std::uint64_t checkpoint_ =
        0;                   ///< the last broadcast whose root asked for a checkpoint, as seen by this rank itself
    std::uint64_t met_ = 0;  ///< the last broadcast before the last checkpoint
    std::uint64_t switched_off_ = 0;
    std::uint64_t groups_made_ = 0;  ///< for one call, or opened
    /// While it has calls, its thread owns all members above except `calls_` and `wants_to_meet_`. Null before the
    /// first call.
    std::unique_ptr<Background> background_;
};

}  // namespace shunt::multicast
