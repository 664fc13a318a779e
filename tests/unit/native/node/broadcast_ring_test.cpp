#include "native/node/broadcast_ring.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <memory>

#include "native/base/random.hpp"
#include "processes.hpp"

using namespace shunt;
using namespace shunt::node;
using namespace node_test;

namespace {

/// Several members of one ring in this process, all used by one thread.
struct Table {
    explicit Table(const RingShape& shape_of_all) : shape(shape_of_all) {
        REQUIRE(groups.emplace_back().create(shape, 0, {}).ok());
        for (std::uint32_t i = 1; i < shape.members; ++i)
            REQUIRE(groups.emplace_back().join(groups.front(), shape, i, {}).ok());
    }
    ~Table() {
        while (groups.size() > 1) groups.pop_back();  // they use the mapping of the first group
    }
    BroadcastRing& ring(std::size_t i) { return groups[i].ring(); }

    RingShape shape;
    std::deque<NodeGroup> groups;
};

struct Operation {
    std::uint64_t total = 0;
    std::uint32_t writer = 0;
};

std::vector<Operation> random_operations(Random& random, const RingShape& shape, std::size_t count) {
    std::vector<Operation> operations(count);
    const std::uint64_t ring_bytes = std::uint64_t{shape.blocks} * shape.block_bytes;
    for (auto& operation : operations) {
        const std::uint64_t most[] = {1, 10, shape.block_bytes + 1, ring_bytes, 3 * ring_bytes};
        operation.total = random.below(most[random.below(5)] + 1);
        if (random.chance(1, 8)) operation.total = shape.block_bytes * random.below(3 * shape.blocks);
        operation.writer = static_cast<std::uint32_t>(random.below(shape.members));
    }
    return operations;
}

/// One member that executes all operations by try_ calls.
struct Walker {
    BroadcastRing& ring;
    std::uint32_t index;
    const std::vector<Operation>& operations;
    std::size_t at = 0;  // the next operation to begin
    std::uint64_t passed = 0;

    bool done() const { return ring.finished() && at == operations.size(); }

    /// One call; the number of bytes offered is random.   Returns: whether it advanced.
    bool step(Random& random) {
        if (done()) return false;
        if (ring.finished()) {
            const Operation& next = operations[at++];
            passed = 0;
            REQUIRE((next.writer == index ? ring.begin_write(at, next.total)
                                          : ring.begin_read(at, next.total, next.writer)) == Status::ok);
        }
        const Operation& now = operations[at - 1];
        const std::uint64_t left = now.total - passed;
        const std::size_t bytes = random.chance(1, 3) ? left : random.below(left + 1);
        std::vector<std::byte> buffer(bytes);
        std::size_t moved = 0;
        const bool writes = now.writer == index;
        if (writes)
            for (std::size_t i = 0; i < bytes; ++i) buffer[i] = pattern(at, passed + i);
        const Status status = writes ? ring.try_write(buffer, moved) : ring.try_read(buffer, moved);
        REQUIRE((status == Status::ok || status == Status::again));
        REQUIRE((status == Status::ok) == (moved == bytes && (now.total > 0 || ring.finished())));
        if (!writes)
            for (std::size_t i = 0; i < moved; ++i)
                if (buffer[i] != pattern(at, passed + i)) FAIL("wrong byte " << passed + i << " of operation " << at);
        passed += moved;
        return moved > 0 || ring.finished();
    }
};

}  // namespace

TEST_CASE("all members read what each operation's writer wrote, in any order of steps", "[node][ring]") {
    const std::uint64_t seed = GENERATE(range(1, 41));
    INFO("seed " << seed);
    Random random(seed);
    const RingShape shape{static_cast<std::uint32_t>(2 + random.below(7)),
                          static_cast<std::uint32_t>(2 + random.below(4)),
                          static_cast<std::uint32_t>(128 * (1 + random.below(3)))};
    Table table(shape);
    const auto operations = random_operations(random, shape, 60);
    std::deque<Walker> walkers;
    for (std::uint32_t i = 0; i < shape.members; ++i) walkers.push_back({table.ring(i), i, operations});
    // Each member is preferred for a while, so that the others are delayed as far as the ring allows.
    std::size_t idle = 0;
    while (idle < 1000) {
        Walker& chosen = walkers[random.below(walkers.size())];
        const std::size_t most = 1 + random.below(30);
        bool moved = false;
        for (std::size_t i = 0; i < most; ++i) moved |= chosen.step(random);
        idle = moved ? 0 : idle + 1;
    }
    for (const Walker& walker : walkers) CHECK(walker.done());
}

TEST_CASE("a writer runs ahead of the readers by the whole ring and not by more, over the ends of operations",
          "[node][ring]") {
    Table table({3, 4, 128});
    const std::vector<std::byte> block(128);
    std::size_t moved = 0;
    for (std::uint64_t op = 1; op <= 4; ++op) {
        REQUIRE(table.ring(0).begin_write(op, 128) == Status::ok);
        REQUIRE(table.ring(0).try_write(block, moved) == Status::ok);
        CHECK(table.ring(0).finished());
    }
    REQUIRE(table.ring(0).begin_write(5, 128) == Status::ok);
    CHECK(table.ring(0).try_write(block, moved) == Status::again);
    CHECK(moved == 0);
    std::vector<std::byte> out(128);
    REQUIRE(table.ring(1).begin_read(1, 128, 0) == Status::ok);
    REQUIRE(table.ring(1).try_read(out, moved) == Status::ok);
    CHECK(table.ring(0).try_write(block, moved) == Status::again);  // member 2 has not read it
    REQUIRE(table.ring(2).begin_read(1, 128, 0) == Status::ok);
    REQUIRE(table.ring(2).try_read(out, moved) == Status::ok);
    CHECK(table.ring(0).try_write(block, moved) == Status::ok);
}

TEST_CASE("written bytes are readable at once, also within a block", "[node][ring]") {
    Table table({2, 2, 4096});
    std::size_t moved = 0;
    std::vector<std::byte> out(100);
    const std::vector<std::byte> piece(30, std::byte{5});
    REQUIRE(table.ring(0).begin_write(7, 100) == Status::ok);
    REQUIRE(table.ring(1).begin_read(7, 100, 0) == Status::ok);
    CHECK(table.ring(1).try_read(out, moved) == Status::again);
    REQUIRE(table.ring(0).try_write(piece, moved) == Status::ok);
    CHECK(table.ring(1).try_read(out, moved) == Status::again);
    CHECK(moved == 30);
    CHECK(out[29] == std::byte{5});
}

TEST_CASE("members that disagree on an operation get bug, all of them and from then on", "[node][ring]") {
    Table table({3, 4, 128});
    std::size_t moved = 0;
    std::vector<std::byte> data(300), out(300);
    REQUIRE(table.ring(0).begin_write(1, 300) == Status::ok);
    REQUIRE(table.ring(0).try_write(data, moved) == Status::ok);
    Status begun = Status::bug;
    SECTION("number") { begun = table.ring(1).begin_read(2, 300, 0); }
    SECTION("writer") { begun = table.ring(1).begin_read(1, 300, 2); }
    REQUIRE(begun == Status::ok);
    CHECK(table.ring(1).try_read(std::span(out).first(1), moved) == Status::bug);
    CHECK(moved == 0);
    CHECK(table.groups[2].members().troubled_member() == 1);
    // Data written before stay readable; no member waits any more.
    REQUIRE(table.ring(2).begin_read(1, 300, 0) == Status::ok);
    CHECK(table.ring(2).read(out, moved, kForever) == Status::ok);
    REQUIRE(table.ring(2).begin_read(2, 10, 0) == Status::ok);
    CHECK(table.ring(2).read(std::span(out).first(10), moved, kForever) == Status::bug);
}

TEST_CASE("two members that both write one operation are detected", "[node][ring]") {
    Table table({3, 4, 128});
    std::size_t moved = 0;
    const std::vector<std::byte> data(10);
    REQUIRE(table.ring(0).begin_write(1, 10) == Status::ok);
    REQUIRE(table.ring(1).begin_write(1, 10) == Status::ok);
    CHECK(table.ring(0).try_write(data, moved) == Status::ok);
    CHECK(table.ring(1).try_write(data, moved) == Status::bug);
}

TEST_CASE("calls out of order are refused", "[node][ring]") {
    Table table({2, 4, 128});
    std::size_t moved = 0;
    std::vector<std::byte> data(10);
    CHECK(table.ring(0).try_write(data, moved) == Status::bug);
    CHECK(table.ring(0).try_read(data, moved) == Status::bug);
    CHECK(table.ring(0).give_up(0) == Status::bug);
    CHECK(table.ring(0).begin_read(1, 10, 0) == Status::bug);  // from itself
    CHECK(table.ring(0).begin_read(1, 10, 2) == Status::bug);  // from a member that does not exist
    REQUIRE(table.ring(0).begin_write(5, 9) == Status::ok);
    CHECK(table.ring(0).begin_write(6, 9) == Status::bug);       // one operation is under way
    CHECK(table.ring(0).try_write(data, moved) == Status::bug);  // more than announced
    CHECK(table.ring(0).try_write(std::span(data).first(9), moved) == Status::ok);
    CHECK(table.ring(0).begin_write(5, 9) == Status::bug);     // numbers must increase
    CHECK(table.groups[0].members().trouble() == Status::ok);  // none of this affected the others
}

TEST_CASE("a shape that is not allowed or differs is refused", "[node][ring]") {
    CHECK(BroadcastRing::bytes_needed({0, 8, 4096}) == 0);
    CHECK(BroadcastRing::bytes_needed({2, 1, 4096}) == 0);
    CHECK(BroadcastRing::bytes_needed({2, 8, 100}) == 0);
    CHECK(BroadcastRing::bytes_needed({2, 8, 1u << 24}) == 0);
    NodeGroup creator;
    REQUIRE(creator.create({2, 8, 4096}, 0, {}).ok());
    for (const RingShape& other : {RingShape{3, 8, 4096}, RingShape{2, 4, 4096}, RingShape{2, 8, 2048}}) {
        NodeGroup group;
        CHECK(group.join(creator, other, 1, {}).status == Status::bug);
    }
    NodeGroup again;
    CHECK(again.join(creator, {2, 8, 4096}, 0, {}).status == Status::bug);  // the member's slot is used
}

TEST_CASE("a writer that gives up declines one operation and harms no other", "[node][ring]") {
    const std::uint64_t total = GENERATE(0, 1, 128, 500, 3000);
    const std::uint64_t written = GENERATE(0, 1, 127, 128, 129, 499);
    if (written >= total && total > 0) return;
    if (total == 0 && written > 0) return;
    CAPTURE(total, written);
    Table table({2, 6, 128});
    std::size_t moved = 0;
    std::vector<std::byte> data(total, std::byte{3}), out(total);
    REQUIRE(table.ring(0).begin_write(1, total) == Status::ok);
    if (written > 0) REQUIRE(table.ring(0).try_write(std::span(data).first(written), moved) == Status::ok);
    REQUIRE(table.ring(0).give_up(0) == Status::ok);
    CHECK(table.ring(0).finished());
    REQUIRE(table.ring(1).begin_read(1, total, 0) == Status::ok);
    CHECK(table.ring(1).read(out, moved, kForever) == Status::declined);
    CHECK(moved == written);
    CHECK(table.ring(1).finished());
    for (std::uint64_t op = 2; op < 20; ++op) {  // written by the other member, around the ring
        REQUIRE(table.ring(1).begin_write(op, 200) == Status::ok);
        REQUIRE(table.ring(1).try_write(std::vector<std::byte>(200, std::byte{static_cast<unsigned char>(op)}),
                                        moved) == Status::ok);
        out.resize(200);
        REQUIRE(table.ring(0).begin_read(op, 200, 1) == Status::ok);
        REQUIRE(table.ring(0).try_read(out, moved) == Status::ok);
        CHECK(out == std::vector<std::byte>(200, std::byte{static_cast<unsigned char>(op)}));
    }
}

TEST_CASE("a wait ends at its timeout, and the bytes moved until then count", "[node][ring]") {
    Table table({2, 2, 128});
    std::size_t moved = 0;
    std::vector<std::byte> data(1000, std::byte{1}), out(1000);
    REQUIRE(table.ring(0).begin_write(1, 1000) == Status::ok);
    CHECK(table.ring(0).write(data, moved, 1'000'000) == Status::timeout);
    CHECK(moved == 256);
    REQUIRE(table.ring(1).begin_read(1, 1000, 0) == Status::ok);
    CHECK(table.ring(1).read(out, moved, 1'000'000) == Status::timeout);
    CHECK(moved == 256);
    CHECK(table.ring(0).write(std::span(data).subspan(256), moved, 0) == Status::timeout);
    CHECK(moved == 256);
    CHECK(table.ring(0).give_up(0) == Status::timeout);  // the ring is full
}

TEST_CASE(
    "a reader that expects another length is told it once and reads the writer's length; later operations are not "
    "harmed",
    "[node][ring]") {
    const std::uint64_t sent = GENERATE(0, 1, 128, 129, 500, 5000);
    const auto rooms = GENERATE(std::vector<std::uint64_t>{0, 1}, std::vector<std::uint64_t>{499, 501},
                                std::vector<std::uint64_t>{5000, 0}, std::vector<std::uint64_t>{128, 6000},
                                std::vector<std::uint64_t>{127, 129});
    CAPTURE(sent, rooms);
    Table table({3, 4, 128});
    for (std::uint64_t op = 1; op <= 7; ++op) {
        const bool differs = op % 2 == 1;
        const auto writer = static_cast<std::uint32_t>(op / 3);
        std::vector<std::byte> data(sent), out[2];
        for (std::size_t i = 0; i < sent; ++i) data[i] = pattern(op, i);
        std::size_t moved = 0, written = 0, read[2] = {0, 0};
        std::uint32_t reader[2];
        for (std::uint32_t i = 0, member = 0; i < 2; ++i, ++member) {
            member += member == writer;
            reader[i] = member;
            REQUIRE(table.ring(member).begin_read(op, differs ? rooms[i] : sent, writer) == Status::ok);
            if (sent > 0)
                CHECK(table.ring(member).try_read({}, moved) ==
                      (differs && rooms[i] == 0 ? Status::again : Status::ok));
        }
        REQUIRE(table.ring(writer).begin_write(op, sent) == Status::ok);
        bool told[2] = {!differs || rooms[0] == sent, !differs || rooms[1] == sent};
        for (int turn = 0; turn < 1000 && !(table.ring(writer).finished() && table.ring(reader[0]).finished() &&
                                            table.ring(reader[1]).finished());
             ++turn) {
            if (!table.ring(writer).finished()) {
                (void)table.ring(writer).try_write(std::span(data).subspan(written), moved);
                written += moved;
            }
            for (std::size_t i = 0; i < 2; ++i) {
                BroadcastRing& ring = table.ring(reader[i]);
                if (ring.finished()) continue;
                std::byte piece[100];
                const std::size_t left = ring.total() - read[i];
                const Status status = ring.try_read(std::span(piece).first(std::min<std::size_t>(left, 100)), moved);
                out[i].insert(out[i].end(), piece, piece + moved);
                read[i] += moved;
                REQUIRE(
                    (status == Status::ok || status == Status::again || (status == Status::other_length && !told[i])));
                if (status != Status::other_length) continue;
                told[i] = true;
                REQUIRE(moved == 0);
                REQUIRE(ring.total() == sent);
            }
        }
        for (std::size_t i = 0; i < 2; ++i) {
            CHECK(told[i]);
            CHECK(out[i] == data);
            CHECK(table.ring(reader[i]).finished());
        }
        CHECK(table.groups[0].members().trouble() == Status::ok);
    }
}

TEST_CASE("a waiting reader is told another length, also of an operation that the writer gives up", "[node][ring]") {
    Table table({2, 4, 128});
    std::size_t moved = 0;
    const std::vector<std::byte> data(300, std::byte{7});
    std::vector<std::byte> out(300);
    REQUIRE(table.ring(0).begin_write(1, 300) == Status::ok);
    REQUIRE(table.ring(0).try_write(data, moved) == Status::ok);
    REQUIRE(table.ring(1).begin_read(1, 10, 0) == Status::ok);
    CHECK(table.ring(1).check_peers() == Status::ok);  // does not change it
    CHECK(table.ring(1).read(std::span(out).first(10), moved, kForever) == Status::other_length);
    CHECK(moved == 0);
    CHECK(table.ring(1).read(out, moved, kForever) == Status::ok);
    CHECK(out == data);
    REQUIRE(table.ring(0).begin_write(2, 1000) == Status::ok);
    REQUIRE(table.ring(0).give_up(0) == Status::ok);
    REQUIRE(table.ring(1).begin_read(2, 10, 0) == Status::ok);
    CHECK(table.ring(1).read(std::span(out).first(10), moved, kForever) == Status::other_length);
    CHECK(table.ring(1).read(out, moved, kForever) == Status::declined);
    REQUIRE(table.ring(0).begin_write(3, 300) == Status::ok);
    REQUIRE(table.ring(0).try_write(data, moved) == Status::ok);
    REQUIRE(table.ring(1).begin_read(3, 300, 0) == Status::ok);
    CHECK(table.ring(1).read(out, moved, kForever) == Status::ok);
}
