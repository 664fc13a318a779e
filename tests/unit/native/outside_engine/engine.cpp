#include "tests/unit/native/outside_engine/engine.hpp"

#include "tests/unit/native/outside_engine/options.hpp"

namespace shunt::outside {
namespace {

constinit const OptionGroup* const option_groups[] = {&kOptions};

class OutsideTeam final : public Team {
public:
    explicit OutsideTeam(const OutsideOptions& options) : options_(options) {}
    Status carry(const CollectiveCall&) override { return Status::declined; }
    bool leave() override { return true; }
    std::vector<EngineCounter> counters() const override {
        return {{"outside.least", static_cast<std::uint64_t>(options_.least_bytes)},
                {"outside.order", static_cast<std::uint64_t>(options_.order)}};
    }

private:
    OutsideOptions options_;
};

}  // namespace

std::span<const OptionGroup* const> OutsideEngine::options() const { return option_groups; }

Prospect OutsideEngine::prospect(const Facts& facts, const OptionValues& options) const {
    const bool wins = facts.block_bytes >= options.get<OutsideOptions>().least_bytes;
    return {.wins = wins, .bound = wins ? "" : "below outside.least"};
}

std::unique_ptr<Team> OutsideEngine::join(const TeamSetup& setup) const {
    return std::make_unique<OutsideTeam>(setup.options->get<OutsideOptions>());
}

}  // namespace shunt::outside
