#include "native/engines/refusal.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace shunt;

namespace {

class NotingExchange final : public Exchange {
public:
    Status all_gather(const void*, std::size_t, void*, const std::function<void()>&) override { return Status::bug; }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char* text) override { said.emplace_back(text); }
    std::vector<std::string> said;
};

}  // namespace

TEST_CASE("a thousand communicators without a team give a few warnings, the last of which is for all", "[engines]") {
    NotingExchange exchange;
    Refusals refusals;
    for (int comm = 0; comm < 1000; ++comm) refusals.warn(exchange, "no port for " + std::to_string(comm));
    REQUIRE(exchange.said.size() == Refusals::kMostTold);
    CHECK(exchange.said.front() == "no port for 0");
    CHECK(exchange.said.back() == "no port for 4; not reported for further communicators");
    refusals.warn(exchange, "no memory for 5");  // another reason is reported
    CHECK(exchange.said.back() == "no memory for 5");
}
