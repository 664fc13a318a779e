#pragma once
// A team whose background calls end as the test plans.
#include <memory>
#include <vector>

#include "native/engines/contract.hpp"

namespace shunt::fake {

/// The outcome of the team's next call: the number of polls that find it incomplete, then its status.
struct Plan {
    int looks = 0;
    Status status = Status::ok;
};

class PlannedCall final : public Pending {
public:
    PlannedCall(const Plan& plan, const bool& all_end) : plan_(plan), all_end_(all_end) {}
    Status advance() override {
        return !all_end_ && plan_.looks != 0 && plan_.looks-- != 0 ? Status::again : plan_.status;
    }

private:
    Plan plan_;
    const bool& all_end_;
};

class PlannedTeam final : public Team {
public:
    Status carry(const CollectiveCall&) override { return Status::ok; }
    std::unique_ptr<Pending> begin(const CollectiveCall&) override {
        if (begins_nothing) return nullptr;
        return std::make_unique<PlannedCall>(next, all_end);
    }
    bool leave() override { return true; }
    bool tell_peers() override { return tellings += 1, deaf_peers-- <= 0; }
    std::vector<EngineCounter> counters() const override { return {}; }
    Plan next;
    bool begins_nothing = false;
    int tellings = 0, deaf_peers = 0;  ///< the first `deaf_peers` tellings reach no peer
    bool all_end = false;              ///< also calls that were never to end
};

}  // namespace shunt::fake
