#include "native/staged_join.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <new>

using namespace shunt;

namespace {

struct OneTeam final : Team {
    Status carry(const CollectiveCall&) override { return Status::ok; }
    bool leave() override { return true; }
    std::vector<EngineCounter> counters() const override { return {}; }
};

/// Its join makes exchanges of 4, 8, 12 ... bytes, as many as asked for, and expects each member's own number in them.
class SteppingEngine final : public Engine {
public:
    SteppingEngine(int exchanges, int fails_after) : exchanges_(exchanges), fails_after_(fails_after) {}
    std::string_view name() const override { return "stepping"; }
    std::span<const Parameter> parameters() const override { return {}; }
    bool supports(const Facts&) const override { return true; }
    std::unique_ptr<Team> join(const TeamSetup& setup) const override {
        for (int exchange = 1; exchange <= exchanges_; ++exchange) {
            std::vector<int> mine(static_cast<std::size_t>(exchange), setup.group.rank);
            std::vector<int> all(mine.size() * static_cast<std::size_t>(setup.group.size), -1);
            if (setup.exchange->all_gather(mine.data(), mine.size() * sizeof(int), all.data()) != Status::ok) return nullptr;
            for (std::size_t i = 0; i < all.size(); ++i)
                if (all[i] != static_cast<int>(i / mine.size())) return nullptr;
            if (exchange == fails_after_) throw std::bad_alloc();
        }
        return std::make_unique<OneTeam>();
    }

private:
    int exchanges_, fails_after_;
};

class HandingExchange final : public Exchange {
public:
    explicit HandingExchange(StagedJoin& join) : join_(join) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all) override { return join_.all_gather(mine, bytes, all); }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char*) override {}

private:
    StagedJoin& join_;
};

TeamSetup three_members() {
    TeamSetup setup;
    setup.group = {1, 3};
    return setup;
}

std::vector<std::byte> of_all(std::span<const std::byte> mine) {
    std::vector<int> all;
    for (int rank = 0; rank < 3; ++rank) all.insert(all.end(), mine.size() / sizeof(int), rank);
    std::vector<std::byte> bytes(all.size() * sizeof(int));
    std::memcpy(bytes.data(), all.data(), bytes.size());
    return bytes;
}

}  // namespace

TEST_CASE("a staged join stops at every exchange, and goes on when it has been made", "[base]") {
    for (int exchanges = 0; exchanges < 5; ++exchanges) {
        const SteppingEngine engine(exchanges, 0);
        StagedJoin join;
        HandingExchange exchange(join);
        REQUIRE(join.begin(engine, three_members(), exchange) == Status::ok);
        for (int made = 1; made <= exchanges; ++made) {
            REQUIRE_FALSE(join.has_ended());
            CHECK(join.mine().size() == sizeof(int) * static_cast<std::size_t>(made));
            CHECK(join.gathered(of_all(join.mine())) == Status::ok);
        }
        REQUIRE(join.has_ended());
        CHECK(join.team() != nullptr);
    }
}

TEST_CASE("a staged join that is given up ends in the middle of an exchange", "[base]") {
    for (int after = 0; after < 3; ++after) {
        const SteppingEngine engine(3, 0);
        StagedJoin join;
        HandingExchange exchange(join);
        REQUIRE(join.begin(engine, three_members(), exchange) == Status::ok);
        for (int made = 0; made < after; ++made) CHECK(join.gathered(of_all(join.mine())) == Status::ok);
        CHECK_FALSE(join.has_ended());
    }
}

TEST_CASE("a staged join without memory says so in the step that lacks it", "[base]") {
    const SteppingEngine engine(3, 2);
    StagedJoin join;
    HandingExchange exchange(join);
    REQUIRE(join.begin(engine, three_members(), exchange) == Status::ok);
    CHECK(join.gathered(of_all(join.mine())) == Status::ok);
    CHECK(join.gathered(of_all(join.mine())) == Status::no_memory);
}
