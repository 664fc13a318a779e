// How members connect, at once and lazily, and how they agree if one of them cannot.
#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "native/memory/hybrid_memory.hpp"
#include "native/memory/verbs/verbs_memory.hpp"
#include "tests/verbs/members.hpp"

using namespace verbs_test;

namespace {

/// Each member puts a word to each other member, in an order of its own.
void all_to_all(Member& member, RemoteMemory& memory) {
    const int size = member.size();
    for (int step = 1; step < size; ++step) {
        const int peer = (member.rank() + step) % size;
        put_word(memory, peer, 8 * static_cast<std::uint64_t>(member.rank()),
                 100 + static_cast<std::uint64_t>(member.rank()));
    }
    for (int peer = 0; peer < size; ++peer)
        if (peer != member.rank())
            await_word(memory, 8 * static_cast<std::uint64_t>(peer), 100 + static_cast<std::uint64_t>(peer));
    for (int peer = 0; peer < size; ++peer)
        if (peer != member.rank()) await_end(memory, peer);
}

}  // namespace

TEST_CASE("a group opens with one exchange, with two where connections are tried", "[verbs]") {
    CHECK(all_well(run(3, [](Member& member) {
        for (const bool tries : {false, true}) {
            int rounds = 0;
            member.tamper = [&](int, std::size_t, std::byte*) { ++rounds; };
            auto memory = member.open(4096, tries ? member.settings() : member.untried());
            check(rounds == (tries ? 2 : 1), "exchanges: " + std::to_string(rounds));
            all_to_all(member, *memory);
            member.barrier();
        }
    })));
}

TEST_CASE("members that share nodes by two open with two exchanges", "[verbs]") {
    CHECK(all_well(run(4, [](Member& member) {
        int rounds = 0;
        member.tamper = [&](int, std::size_t, std::byte*) { ++rounds; };
        Setup setup = member.setup(4096);
        setup.node_of = {0, 0, 1, 1};
        std::unique_ptr<RemoteMemory> memory;
        const InternodeMemory* far = nullptr;
        const auto by_verbs = [&](const Setup& members, bool gets_window) {
            return open_far_verbs(members, member.settings(), gets_window);
        };
        const Outcome opened = open_hybrid(setup, by_verbs, memory, far);
        check(opened.ok() && far != nullptr, opened.reason);
        check(rounds == 2, "exchanges: " + std::to_string(rounds));
        all_to_all(member, *memory);
        check(far->traffic().words == 2, "words by RDMA: " + std::to_string(far->traffic().words));
        member.barrier();
    })));
}

TEST_CASE("all members that share nodes decline at once if one pair does not connect", "[verbs]") {
    CHECK(all_well(run(4, [](Member& member) {
        Setup setup = member.setup(4096);
        setup.node_of = {0, 0, 1, 1};
        std::unique_ptr<RemoteMemory> memory;
        const InternodeMemory* far = nullptr;
        const auto by_verbs = [&](const Setup& members, bool gets_window) {
            verbs::Settings settings = member.trying(60'000'000'000);  // it is ended before that
            settings.options.ack_timeout_ns = 60'000'000;
            if (member.rank() == 3)
                settings.hear = [](verbs::Call& call) {
                    if (call.from == 0) call.pair.number = 0xfffff0;
                };
            return open_far_verbs(members, settings, gets_window);
        };
        const Outcome opened = open_hybrid(setup, by_verbs, memory, far);
        check(opened.status == Status::declined && memory == nullptr, "declined");
        check(opened.reason.find("is not reached from rank") != std::string::npos, opened.reason);
    })));
}

TEST_CASE("a small group connects at the first put", "[verbs]") {
    CHECK(all_well(run(3, [](Member& member) {
        auto memory = member.open(4096, member.untried());
        all_to_all(member, *memory);
        member.barrier();
    })));
}

TEST_CASE("a larger group connects by calls at the first put, also when both sides put at once", "[verbs]") {
    CHECK(all_well(run(5, [](Member& member) {
        verbs::Settings settings = member.untried();
        settings.eager_members = 2;
        auto memory = member.open(4096, settings);
        all_to_all(member, *memory);
        member.barrier();
    })));
}

TEST_CASE("a peer for which no queue pair can be made is declined on both sides, and other peers are reached",
          "[verbs]") {
    for (const bool calls : {true, false})
        CHECK(all_well(run(3, [&](Member& member) {
            const int rank = member.rank();
            verbs::Settings settings = member.untried();
            settings.declines_peers = true;
            if (rank == 0) {  // it has room for one queue pair
                setenv("FEW_PAIRS", "1", 1);
                settings.library = SHUNT_FEW_PAIRS;
            }
            const auto opened = member.open_far(4096, settings);
            auto& memory = dynamic_cast<DirectMemory&>(*opened);
            if (rank == 0) put_word(memory, 1, 0, 7), await_end(memory, 1);
            if (rank == 1) await_word(memory, 0, 7);
            member.barrier();
            if (rank == 0 && calls) check(memory.put_word(2, 0, 8) == Status::declined, "the caller is not declined");
            member.barrier();
            if (rank == 2) check(memory.put_word(0, 0, 8) == Status::ok, "nobody has declined yet");
            if (rank != 1) {
                int declined = -1;
                const auto is_over = [&] {
                    if (const int peer = memory.next_declined(); peer >= 0) {
                        declined = peer;
                        ++member.flag(0);
                    }
                    return member.flag(0) == 2;
                };
                check(memory.wait(is_over, kMinute) == Status::ok, "one side knows nothing");
                check(declined == 2 - rank, "another peer is declined");
                check(memory.put_word(2 - rank, 0, 8) == Status::declined, "a later put");
                check(memory.next_declined() == -1, "declined twice");
            }
            member.barrier();
            for (const int other : {0, 2})
                if (rank == 1) put_word(memory, other, 8, 9), await_end(memory, other);
            if (rank != 1) await_word(memory, 8, 9);
            check(memory.trouble() == Status::ok && member.said.empty(), member.said);
            member.barrier();
        })));
}

TEST_CASE("connections are tried before the opening ends, in small groups and in larger ones", "[verbs]") {
    for (const int eager : {8, 1})
        CHECK(all_well(run(3, [&](Member& member) {
            verbs::Settings settings = member.settings();
            settings.eager_members = eager;
            auto memory = member.open(4096, settings);
            all_to_all(member, *memory);
            check(member.said.empty(), member.said);
            member.barrier();
        })));
}

TEST_CASE("a trial finds RDMA that does not work: all members decline, and the reason names the ranks", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = member.trying(60'000'000'000);  // it is ended before that
        settings.options.ack_timeout_ns = 60'000'000;
        if (member.rank() == 0) settings.hear = [](verbs::Call& call) { call.pair.number = 0xfffff0; };
        std::unique_ptr<RemoteMemory> memory;
        const Outcome outcome = open_verbs(member.setup(4096), settings, memory);
        check(outcome.status == Status::declined && memory == nullptr, "declined");
        check(outcome.reason.find("rank 1 is not reached from rank 0") != std::string::npos, outcome.reason);
        check(member.said.empty(), member.said);
        member.barrier();
    })));
}

TEST_CASE("a member whose calls never arrive is not waited for longer than the trial lasts", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = member.trying(1'000'000'000);
        if (member.rank() == 0) settings.hear = [](verbs::Call& call) { call.to = 7; };
        std::unique_ptr<RemoteMemory> memory;
        const Outcome outcome = open_verbs(member.setup(4096), settings, memory);
        check(outcome.status == Status::declined && memory == nullptr, "declined");
        check(outcome.reason.find("rank 0: RDMA: rank 1 is not reached from rank 0") == 0, outcome.reason);
    })));
}

TEST_CASE("a member whose window cannot be registered tells the others at once", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        const Setup setup = member.setup(4096);
        std::vector<std::byte> window(4096);
        const std::span<std::byte> nothing(reinterpret_cast<std::byte*>(4096), 4096);  // no memory is mapped there
        const std::span<std::byte> given = member.rank() == 0 ? std::span<std::byte>(window) : nothing;
        std::unique_ptr<InternodeMemory> memory;
        const Outcome outcome =
            open_alone(setup, *open_far_verbs(setup, member.trying(60'000'000'000), true), given, memory);
        check(outcome.status == Status::declined && outcome.reason.find("rank 1: RDMA") == 0, outcome.reason);
    })));
}

TEST_CASE("a member that never called answers by the connection that its peer opened", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = member.untried();
        settings.eager_members = 1;
        auto memory = member.open(4096, settings);
        if (member.rank() == 0) {
            put_word(*memory, 1, 0, 1);
            await_word(*memory, 0, 2);
        } else {
            await_word(*memory, 0, 1);
            put_word(*memory, 0, 0, 2);
            await_end(*memory, 0);
        }
        member.barrier();
    })));
}

TEST_CASE("a call that fails is repeated until it is answered", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = member.untried();
        settings.eager_members = 1;
        auto memory = member.open(4096, settings);
        if (member.rank() == 0) {
            check(memory->put_word(1, 0, 1) == Status::ok, "the first word waits for the connection");
            check(memory->progress() == Status::again, "it has not left");
            check(memory->completed(1) == 0, "it has not ended");
            member.flag(0) = 1;
            await_word(*memory, 0, 1);
        } else {
            while (member.flag(0) == 0) usleep(1000);
            usleep(200'000);  // time for several calls of the other member
            await_word(*memory, 0, 1);
            put_word(*memory, 0, 0, 1);
            await_end(*memory, 0);
        }
        member.barrier();
    })));
}

TEST_CASE("a member connects to a peer that it expects, so that it finds the death of a peer that never connected",
          "[verbs]") {
    const auto ends = run(2, [](Member& member) {
        verbs::Settings settings = member.untried();
        settings.eager_members = 1;
        settings.options.ack_timeout_ns = 60'000'000;
        auto memory = member.open(4096, settings);
        memory->expect(1 - member.rank());
        memory->expect(member.rank());  // no peer to reach
        static_cast<void>(memory->wait([] { return false; }, 500'000'000));
        member.barrier();
        if (member.rank() == 1) kill(getpid(), SIGKILL);
        check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "the wait ends");
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "signal 9"});
}

TEST_CASE("all members decline when one cannot open RDMA, with its reason", "[verbs]") {
    CHECK(all_well(run(3, [](Member& member) {
        verbs::Settings settings = member.settings();
        if (member.rank() == 1) settings.options.device = "mlx5_99";
        std::unique_ptr<RemoteMemory> memory;
        const Outcome outcome = open_verbs(member.setup(4096), settings, memory);
        check(outcome.status == Status::declined && memory == nullptr, "declined");
        check(outcome.reason.find("rank 1: RDMA: no device mlx5_99; this machine has rxe0, rxe1") != std::string::npos,
              outcome.reason);
    })));
}

TEST_CASE("a port, an address or a library that does not exist is named", "[verbs]") {
    CHECK(all_well(run(1, [](Member& member) {
        std::unique_ptr<RemoteMemory> memory;
        verbs::Settings settings = member.settings();
        settings.options.port = 2;
        Outcome outcome = open_verbs(member.setup(4096), settings, memory);
        check(outcome.status == Status::declined && outcome.reason.find("no active port 2") != std::string::npos,
              outcome.reason);
        settings = member.settings();
        settings.options.gid_index = 200;
        outcome = open_verbs(member.setup(4096), settings, memory);
        check(outcome.status == Status::declined && outcome.reason.find("no address of index 200") != std::string::npos,
              outcome.reason);
        settings = member.settings();
        settings.library = "libibverbs.so.99";
        outcome = open_verbs(member.setup(4096), settings, memory);
        check(outcome.status == Status::declined && outcome.reason.find("libibverbs1") != std::string::npos,
              outcome.reason);
    })));
}

TEST_CASE("device, port, address and packet size may be chosen; by themselves IPv4 is taken", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        verbs::Settings settings = member.settings();
        std::uint8_t told[2] = {}, mtu[2] = {};
        member.tamper = [&](int, std::size_t bytes, std::byte* all) {
            if (bytes != kToldBytes) return;
            for (int rank = 0; rank < 2; ++rank) {
                verbs::Card card;
                std::memcpy(&card, all + static_cast<std::size_t>(rank) * bytes + kCardAt, sizeof card);
                told[rank] = card.address.gid[0];
                mtu[rank] = card.address.mtu;
            }
        };
        {
            auto memory = member.open(4096, settings);
            check(told[0] == 0 && told[1] == 0 && mtu[0] == 5, "IPv4 addresses, 4096 bytes");
            all_to_all(member, *memory);
            member.barrier();
        }
        settings.options.port = 1;
        settings.options.gid_index = 0;
        settings.options.mtu_bytes = 1024;
        auto memory = member.open(4096, settings);
        check(told[0] == 0xfe && told[1] == 0xfe && mtu[0] == 3, "link-local addresses, 1024 bytes");
        all_to_all(member, *memory);
        member.barrier();
    })));
}

TEST_CASE("groups opened and closed in succession leave nothing", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        for (int i = 0; i < 20; ++i) {
            verbs::Settings settings = member.settings();
            settings.eager_members = i % 2 == 0 ? 8 : 1;
            auto memory = member.open(100'000, settings);
            all_to_all(member, *memory);
            member.barrier();
        }
    })));
}
