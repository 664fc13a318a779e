#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "native/engines/contract.hpp"
#include "native/engines/phased/inter_node_call.hpp"
#include "native/engines/phased/local_part.hpp"
#include "native/engines/phased/options.hpp"
#include "native/engines/phased/service.hpp"

namespace shunt::phased {

/// The parts of a team once it is wired up (see wire_up.hpp).
struct Parts {
    Nodes nodes;
    std::uint64_t token = 0;
    std::unique_ptr<net::Streams> streams;    ///< of a leader, where there is more than one node
    std::unique_ptr<LocalPeers> local_peers;  ///< null: this rank is alone on its node, within the communicator
    PhasedOptions options;                    ///< `congestion`: "auto" is replaced by its meaning
    bool renews_when_paced = false;           ///< where congestion was "auto": as in Wires
    Exchange* exchange = nullptr;
    bool has_core = false;  ///< this rank shares its core with no other of the communicator
};

/// The phased engine on one communicator. Calls run one after the other, in the order in which they were begun. In each
/// call the ranks of a node first come together, then the leader carries it through the network. Thread: any; the
/// service thread advances begun calls while the program is elsewhere.
class PhasedTeam final : public Team, public Preparing, private Serviced {
public:
    explicit PhasedTeam(Parts parts);
    ~PhasedTeam() override;

    Status carry(const CollectiveCall& call) override;
    /// Begins any operation that carry() carries, never null. Once the team has failed, new calls end with that status.
    std::unique_ptr<Pending> begin(const CollectiveCall& call) override;
    std::unique_ptr<Prepared> prepare(const CollectiveCall& call, std::span<const std::uint64_t> pattern) override;
    bool holds_givers() const override { return true; }  // until the ranks of their node, or the peer, have arrived
    bool leave() override { return false; }              // the service thread must answer until all have everything
    std::vector<EngineCounter> counters() const override;

private:
    struct Call;
    class Begun;

    std::shared_ptr<Call> enqueue(const CollectiveCall& call, bool only_prepare);
    Status finish(Call& call, std::int64_t most_ns = INT64_MAX);
    void abandon(Call& call);
    void advance_all(std::int64_t now);
    Status advance_first(std::int64_t now);
    void check_local_peers(std::int64_t now);
    Status begin_inter_node_call(Call& call);
    Status advance_network(Call& call, std::int64_t now);
    Status end_call(Call& call);
    void fail(Status status, const std::string& why);
    void tell_why();
    void look_after(Call& call, std::int64_t now, std::int64_t& ask_at);
    void wait(std::int64_t timeout_ns);

    // of Serviced
    Look look(std::int64_t now) override;
    void serve_aside() override;
    int descriptor() const override { return parts_.streams ? parts_.streams->descriptor() : -1; }

    Parts parts_;
    std::optional<Wires> wires_;               ///< of a leader with streams
    mutable std::mutex mutex_;                 ///< for all below, and the contents of the parts
    std::deque<std::shared_ptr<Call>> calls_;  ///< begun and not ended, in order
    std::uint64_t number_ = 0;
    std::uint64_t operations_ = 0;
    Status failed_ = Status::ok;
    std::string why_;  ///< of a failure, reported once
    std::int64_t check_at_ = 0;
    std::int64_t ended_at_ = 0;  ///< when the last call ended
    bool suspicious_ = false;    ///< a local peer seems to have ended
    std::atomic<bool> in_call_{false};
    std::atomic<std::uint64_t> activity_{0};  ///< grows when the program's thread advances
    std::uint64_t seen_activity_ = 0;         ///< last value seen by the service
    std::shared_ptr<Service> service_;        ///< once a nonblocking call has begun
};

}  // namespace shunt::phased
