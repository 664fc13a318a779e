#include "native/engines/multicast/wire_up.hpp"

#include <catch2/catch.hpp>
#include <chrono>

#include "native/net/hosts.hpp"
#include "native/net/liveness.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/engines/multicast/loopback_teams.hpp"

using namespace shunt;
using namespace shunt::multicast;

namespace {

/// The exchange of a member whose peers may call at any time; it serves their requests meanwhile.
class LooseExchange final : public Exchange {
public:
    LooseExchange(OobBoard& board, std::size_t rank, Attendance attendance)
        : board_(board), rank_(rank), attendance_(attendance) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& meanwhile) override {
        ++exchanges;
        std::atomic<bool> is_over{false};
        std::thread waiting([&] {
            board_.all_gather(rank_, mine, bytes, all);
            is_over = true;
        });
        while (!is_over) {
            if (attendance_ == Attendance::apart) meanwhile();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        waiting.join();
        if (exchanges == 1) std::this_thread::sleep_for(std::chrono::milliseconds(late_ms));
        return Status::ok;
    }
    Attendance attendance() const override { return attendance_; }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char* text) override { warning = text; }

    int exchanges = 0;
    int late_ms = 0;  ///< after the first exchange, before the trial
    std::string warning;

private:
    OobBoard& board_;
    std::size_t rank_;
    Attendance attendance_;
};

struct Formed {
    bool made = false;
    int exchanges = 0;
    std::string warning;
};

/// Forms teams of members on these nodes, each a thread. The last member begins its trial `late_ms` late. Then each
/// member uses its team.
std::vector<Formed> form(const std::vector<int>& node_of, const OptionValues& options,
                         Attendance attendance = Attendance::together, int late_ms = 0,
                         const std::function<void(int, Team&)>& use = {}) {
    OobBoard board(node_of.size());
    const auto hosts = net::Hosts::repeated(1, {options.get<MulticastOptions>().interface});
    std::vector<Formed> formed(node_of.size());
    std::vector<std::unique_ptr<LooseExchange>> exchanges;
    for (std::size_t rank = 0; rank < node_of.size(); ++rank)
        exchanges.push_back(std::make_unique<LooseExchange>(board, rank, attendance));
    exchanges.back()->late_ms = late_ms;
    std::vector<std::unique_ptr<Team>> teams(node_of.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < node_of.size(); ++rank)
        threads.emplace_back([&, rank] {
            TeamSetup setup;
            setup.group = {static_cast<int>(rank), static_cast<int>(node_of.size())};
            setup.node_of = node_of;
            setup.host_of.resize(node_of.size());
            setup.hosts = &hosts;
            setup.cores = 8;
            setup.options = &options;
            setup.patience_ns = net::kUsualPatienceNs;
            setup.exchange = exchanges[rank].get();
            teams[rank] = form_team(setup);
            formed[rank] = {teams[rank] != nullptr, exchanges[rank]->exchanges, exchanges[rank]->warning};
            if (use && teams[rank]) use(static_cast<int>(rank), *teams[rank]);
            char left = teams[rank] && teams[rank]->leave();
            std::vector<char> all(node_of.size());
            board.all_gather(rank, &left, 1, all.data());  // each team lives until all members have left
        });
    for (std::thread& thread : threads) thread.join();
    while (!teams.empty()) teams.pop_back();  // members that share a leader's memory end before the leader
    return formed;
}

OptionValues on_interface(const char* name) {
    OptionValues options = default_engine_options();
    options.edit<MulticastOptions>().interface = name;
    return options;
}

OptionValues on_loopback() { return on_interface("lo"); }

}  // namespace

TEST_CASE("a team that can be is formed in two exchanges", "[multicast][teams]") {
    for (const std::vector<int>& node_of : {std::vector<int>{0, 1}, {0, 1, 2, 3}, {0, 0, 1, 1}})
        for (const Formed& member : form(node_of, on_loopback())) {
            CHECK(member.made);
            CHECK(member.exchanges == 2);
            CHECK(member.warning.empty());
        }
}

TEST_CASE("a root is a thousand scatters of either form ahead of the ranks of its node and of others",
          "[multicast][teams]") {
    constexpr int kCalls = 1000;
    for (const Operation operation : {Operation::scatter, Operation::scatterv}) {
        std::atomic<bool> is_ahead{false};
        std::atomic<int> wrong{0};
        form({0, 0, 1}, on_loopback(), Attendance::together, 0, [&](int rank, Team& team) {
            for (int tries = 0; rank != 0 && !is_ahead && tries < 20'000; ++tries)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            wrong += rank != 0 && !is_ahead;
            for (int number = 0; number < kCalls; ++number) {
                const std::uint64_t sizes[] = {4, 4, 4};
                int all[] = {number, number + 1, number + 2}, own = -1;
                CollectiveCall call;
                call.operation = operation;
                if (rank == 0) call.send = std::as_bytes(std::span(all));
                if (rank == 0 && operation == Operation::scatterv) call.sizes = sizes;
                call.receive = std::as_writable_bytes(std::span(&own, 1));
                wrong += team.carry(call) != Status::ok || own != number + rank;
            }
            if (rank == 0) is_ahead = true;
        });
        INFO(name_of(operation));
        CHECK(wrong == 0);
    }
}

TEST_CASE("members that try the network at other times form a team all the same", "[multicast][teams]") {
    for (const Formed& member : form({0, 1, 2}, on_loopback(), Attendance::apart, 1500)) {
        CHECK(member.made);
        CHECK(member.exchanges == 2);
    }
}

TEST_CASE("members of which one misses the first trial of the network form a team after the second",
          "[multicast][teams]") {
    for (const Formed& member : form({0, 1}, on_loopback(), Attendance::together, 3000)) {
        CHECK(member.made);
        CHECK(member.exchanges == 3);
    }
}

TEST_CASE("an interface that is not there is said with the rank that lacks it, and no team is formed",
          "[multicast][teams]") {
    const OptionValues options = on_interface("nowhere0");
    for (const Formed& member : form({0, 1}, options)) {
        CHECK_FALSE(member.made);
        CHECK(member.exchanges == 2);
    }
    CHECK(form({0, 1}, options)[0].warning.find("rank 0: node 0 has no IPv4 address that is up and fits 'nowhere0'") !=
          std::string::npos);
}
