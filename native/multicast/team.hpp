#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/engine.hpp"
#include "native/multicast/hub.hpp"
#include "native/multicast/link.hpp"
#include "native/node/node_group.hpp"
#include "native/transport/rescue_client.hpp"

namespace shunt::multicast {

/// Who of a communicator does what. On every node one rank, its leader, has sockets; the others get data from it, or give it theirs,
/// through shared memory.
struct Places {
    int rank = 0;
    std::vector<int> node_of;       ///< by rank
    std::vector<int> leaders;       ///< by node: its lowest rank
    std::vector<int> local_ranks;   ///< of this node, in order

    static Places of(const TeamSetup& setup);
    int node(int of_rank) const { return node_of[static_cast<std::size_t>(of_rank)]; }
    int node() const { return node(rank); }
    int leader() const { return leaders[static_cast<std::size_t>(node())]; }
    bool is_leader() const { return leader() == rank; }
    int size() const { return static_cast<int>(node_of.size()); }
    int nodes() const { return static_cast<int>(leaders.size()); }
    std::uint32_t local_index(int of_rank) const;
};

/// What a team is made of once its members have met (see formation.hpp).
struct Parts {
    Places places;
    std::uint64_t token = 0;
    std::shared_ptr<Hub> hub;
    std::unique_ptr<Link> link;                       ///< of a leader
    std::unique_ptr<node::NodeGroup> neighbours;      ///< null: this rank is alone on its node, as far as the communicator goes
    std::vector<transport::Endpoint> rescue_of;       ///< by node
    transport::Ipv4 address;
    std::size_t payload_bytes = 0;                    ///< of a datagram
    MulticastSettings settings;
    Exchange* exchange = nullptr;
};

/// The multicast engine on one communicator: every operation is made of broadcasts by one root each, numbered alike on all members.
/// Source: CC-MPI 3.1.
class MulticastTeam final : public Team {
public:
    explicit MulticastTeam(Parts parts);
    ~MulticastTeam() override;

    Status carry(const CollectiveCall& call) override;
    void close() override;
    std::vector<EngineCounter> counters() const override;

private:
    Status broadcast(int root, std::span<std::byte> data);
    Status scatter(const CollectiveCall& call);
    Status scatterv(const CollectiveCall& call);
    Status allgather(const CollectiveCall& call);
    Status barrier();

    Status send(std::uint64_t number, std::span<const std::byte> data, bool to_neighbours);
    Status receive(std::uint64_t number, int root_node, std::span<std::byte> data);
    Status read_from_neighbour(std::uint64_t number, int writer, std::span<std::byte> data);
    Status write_to_neighbours(std::uint64_t number, std::span<const std::byte> data);
    Status meet_neighbours(std::uint64_t number);

    template <class Step>
    Status drive(std::uint64_t number, int root_node, Step step);
    void rescue(std::uint64_t number, int root_node, std::span<const std::byte> data, std::int64_t now);
    void seek_confirmation(std::uint64_t number, std::int64_t now);
    void call_for_rescue(int node);
    void note_rescue();
    void end_rescue();
    std::int64_t rescue_pause() const;
    bool all_well(std::uint64_t number, int root_node);
    static std::uint32_t word(std::uint64_t number) { return static_cast<std::uint32_t>(number); }
    std::uint32_t node_word() const { return static_cast<std::uint32_t>(parts_.places.node()); }
    bool agreed_to_go_on();
    bool small(std::size_t bytes) const { return static_cast<std::int64_t>(bytes) <= parts_.settings.retain; }

    Parts parts_;
    std::uint64_t number_ = 0;             ///< of the last broadcast; datagrams carry its lower half
    std::uint32_t calls_ = 0;
    bool has_neighbours_ = false;
    bool sick_ = false;                    ///< this rank had to be rescued again and again: UDP does not get through
    bool closed_ = false;
    Status failed_ = Status::ok;
    std::unique_ptr<transport::RescueClient> rescuer_;
    int rescuer_node_ = -1;
    bool confirming_ = false;              ///< a rescued operation's root has not been told yet
    std::vector<std::byte> rescued_;
    std::int64_t next_rescue_ = 0;
    std::uint64_t rescues_ = 0;
    int rescues_lately_ = 0;
    std::uint64_t switched_off_ = 0;
};

}  // namespace shunt::multicast
