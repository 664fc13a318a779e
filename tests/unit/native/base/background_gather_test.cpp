#include "native/base/background_gather.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <list>
#include <memory>
#include <vector>

#include "native/base/random.hpp"

using namespace shunt;

namespace {

/// A network that delivers messages in any order, some time later.
struct Network {
    struct Message {
        int from, to;
        GatherKey key;
        bool down, arrived;
        std::vector<std::byte> bytes;
    };
    std::list<Message> messages;

    void deliver_some(Random& random) {
        for (Message& each : messages) each.arrived = each.arrived || random.chance(1, 3);
    }
};

class Post final : public BackgroundPost {
public:
    Post(Network& network, int own) : network_(network), own_(own) {}
    void send(int member, GatherKey key, bool down, std::span<const std::byte> bytes) override {
        network_.messages.push_back({own_, member, key, down, false, {bytes.begin(), bytes.end()}});
    }
    bool take(int member, GatherKey key, bool down, std::vector<std::byte>& into) override {
        for (auto it = network_.messages.begin(); it != network_.messages.end(); ++it) {
            if (!it->arrived || it->from != member || it->to != own_ || !(it->key == key) || it->down != down) continue;
            into = it->bytes;
            network_.messages.erase(it);
            return true;
        }
        return false;
    }

private:
    Network& network_;
    int own_;
};

std::vector<std::byte> contribution(int member, std::size_t bytes) {
    return std::vector<std::byte>(bytes, static_cast<std::byte>(17 * member + 1));
}

}  // namespace

TEST_CASE("every member gets the bytes of all, whatever the order of messages and of beginnings", "[base]") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Random random(seed);
        const int members = 1 + static_cast<int>(random.below(20));
        const std::size_t bytes = random.chance(1, 4) ? 0 : random.below(50);
        Network network;
        std::vector<std::unique_ptr<BackgroundGather>> first(static_cast<std::size_t>(members)),
            second(static_cast<std::size_t>(members));
        std::vector<std::byte> expected;
        for (int member = 0; member < members; ++member) {
            const auto mine = contribution(member, bytes);
            expected.insert(expected.end(), mine.begin(), mine.end());
        }
        int complete = 0;
        for (int round = 0; round < 10'000 && complete < 2 * members; ++round) {
            network.deliver_some(random);
            const int member = static_cast<int>(random.below(static_cast<std::uint64_t>(members)));
            Post post(network, member);
            const auto mine = contribution(member, bytes);
            for (const auto& [gathers, id] :
                 {std::pair{&first, 7u}, std::pair{&second, 8u}}) {  // two under way at once
                auto& gather = (*gathers)[static_cast<std::size_t>(member)];
                if (gather && gather->is_complete()) continue;
                if (!gather) gather = std::make_unique<BackgroundGather>(member, members, GatherKey{id, 0}, mine);
                complete += gather->advance(post);
            }
        }
        INFO("seed " << seed << ", members " << members << ", bytes " << bytes);
        REQUIRE(complete == 2 * members);
        for (const auto& gather : first)
            CHECK(std::equal(gather->all().begin(), gather->all().end(), expected.begin(), expected.end()));
        CHECK(network.messages.empty());
    }
}

TEST_CASE("no member is complete before all have begun", "[base]") {
    for (int late = 0; late < 9; ++late) {
        Network network;
        std::vector<std::unique_ptr<BackgroundGather>> gathers(9);
        int complete = 0;
        const auto advance_all = [&] {
            for (int round = 0; round < 20; ++round)
                for (int member = 0; member < 9; ++member) {
                    for (auto& each : network.messages) each.arrived = true;
                    Post post(network, member);
                    auto& gather = gathers[static_cast<std::size_t>(member)];
                    if (gather && !gather->is_complete()) complete += gather->advance(post);
                }
        };
        const auto begin = [&](int member) {
            gathers[static_cast<std::size_t>(member)] =
                std::make_unique<BackgroundGather>(member, 9, GatherKey{1, 0}, std::span<const std::byte>());
        };
        for (int member = 0; member < 9; ++member)
            if (member != late) begin(member);
        advance_all();
        CHECK(complete == 0);
        begin(late);
        advance_all();
        CHECK(complete == 9);
    }
}
