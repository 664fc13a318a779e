// The promises of the contract of remote memory, over two soft-RoCE devices.
#include <catch2/catch.hpp>
#include <cstring>

#include "native/base/random.hpp"
#include "tests/verbs/members.hpp"

using namespace verbs_test;

namespace {

constexpr std::size_t kWindow = 8 << 20;

std::vector<std::byte> message(std::uint64_t number, std::size_t bytes) {
    std::vector<std::byte> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i) data[i] = pattern(number, i);
    return data;
}

bool is_message(std::span<const std::byte> data, std::uint64_t number) {
    for (std::size_t i = 0; i < data.size(); ++i)
        if (data[i] != pattern(number, i)) return false;
    return true;
}

}  // namespace

TEST_CASE("the window is zero and of whole pages, and the traits report RDMA's abilities", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(10'000);
        check(memory->window().size() == 10'000, "size of the window");
        check(reinterpret_cast<std::uintptr_t>(memory->window().data()) % 4096 == 0, "the window begins inside a page");
        const std::vector<std::byte> zeros(10'000);
        check(std::memcmp(memory->window().data(), zeros.data(), zeros.size()) == 0, "the window is not zero");
        const Traits traits = memory->traits();
        check(std::string(traits.name) == "verbs" && traits.reads_peers && !traits.maps_peers &&
                  traits.registration_limit > 0,
              "traits");
        check(memory->mapped(1 - member.rank()) == nullptr, "mapped");
        check(memory->lost_peer() == -1, "lost peer");
        member.barrier();
    })));
}

TEST_CASE("puts of every size arrive whole, registered and not, and before the word behind them", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(kWindow);
        const int peer = 1 - member.rank();
        std::uint64_t number = 0;
        for (const std::size_t bytes : {1, 7, 8, 63, 64, 65, 4095, 4096, 65536, 65537, 1 << 20, 5'000'001}) {
            for (const bool registered : {false, true}) {
                ++number;
                const auto data = message(number, bytes);
                Registration registration;
                if (registered) check(memory->register_memory(data, registration).ok(), "registering");
                const std::uint64_t offset = 64 + number % 61;
                put(*memory, peer, offset, data, registered ? &registration : nullptr);
                put_word(*memory, peer, 0, number);
                await_word(*memory, 0, number);
                check(is_message(memory->window().subspan(offset, bytes), number),
                      "message " + std::to_string(number) + " came wrong");
                await_end(*memory, peer);
                memory->deregister(registration);
                put_word(*memory, peer, 8, number);  // this member has checked: the other may write again
                await_word(*memory, 8, number);
            }
        }
        member.barrier();
    })));
}

TEST_CASE("a long stream through a small ring, with two-word flow control, arrives whole in both directions at once",
          "[verbs]") {
    constexpr std::uint64_t kSlots = 4, kSlotBytes = 40'000, kBlocks = 300;
    constexpr std::uint64_t seed = 20'261;
    INFO("seed " << seed);
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096 + kSlots * kSlotBytes);
        const int peer = 1 - member.rank();
        Random random(seed + static_cast<std::uint64_t>(member.rank()));
        auto source = message(0, kSlotBytes);
        Registration registration;
        check(memory->register_memory(source, registration).ok(), "registering");
        std::uint64_t sent = 0, taken = 0;
        // Word 0: blocks that have arrived; word 8: blocks that the other member has released.
        const auto step = [&] {
            if (sent < kBlocks && sent - word(*memory, 8) < kSlots) {
                const std::uint64_t bytes = 1 + random.below(kSlotBytes);
                const bool registered = random.chance(1, 2);
                await_end(*memory, peer);
                for (std::uint64_t i = 0; i < 32; ++i) source[i] = pattern(sent, i);
                put(*memory, peer, 4096 + sent % kSlots * kSlotBytes, {source.data(), bytes},
                    registered ? &registration : nullptr);
                put_word(*memory, peer, 0, ++sent);
            }
            while (taken < word(*memory, 0)) {
                const std::byte* const block = memory->window().data() + 4096 + taken % kSlots * kSlotBytes;
                if (block[0] != pattern(taken, 0)) check(false, "block " + std::to_string(taken) + " came wrong");
                put_word(*memory, peer, 8, ++taken);
            }
        };
        while (sent < kBlocks || taken < kBlocks) {
            step();
            if (sent == kBlocks && taken == kBlocks) break;
            const auto ready = [&] {
                return word(*memory, 0) > taken || (sent < kBlocks && sent - word(*memory, 8) < kSlots);
            };
            check(memory->wait(ready, kMinute) == Status::ok, "waiting for the other");
        }
        await_word(*memory, 8, kBlocks);
        await_end(*memory, peer);
        memory->deregister(registration);
        member.barrier();
    })));
}

TEST_CASE("a member that sleeps is woken by a word", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096);
        if (member.rank() == 0) {
            check(memory->wait([] { return false; }, 30'000'000) == Status::timeout,
                  "a wait for nothing ends at its time");
            await_word(*memory, 16, 7);
        } else {
            usleep(300'000);
            put_word(*memory, 0, 16, 7);
            await_end(*memory, 0);
        }
        member.barrier();
    })));
}

TEST_CASE("a put outside the window is refused and nothing is written", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(8192);
        const int peer = 1 - member.rank();
        const auto data = message(1, 100);
        check(memory->put(peer, 8093, data, nullptr) == Status::bug, "a put past the end");
        check(memory->put(peer, ~std::uint64_t{0} - 50, data, nullptr) == Status::bug, "a put that wraps");
        check(memory->put(member.rank(), 0, data, nullptr) == Status::bug, "a put to itself");
        check(memory->put(2, 0, data, nullptr) == Status::bug, "a put to nobody");
        check(memory->put_word(peer, 8185, 1) == Status::bug, "a word across the end");
        check(memory->put_word(peer, 12, 1) == Status::bug, "a word at no word's place");
        Registration registration;
        check(memory->register_memory({data.data(), 50}, registration).ok(), "registering");
        check(memory->put(peer, 0, data, &registration) == Status::bug, "a put of more than is registered");
        memory->deregister(registration);
        put(*memory, peer, 8092, data);
        put_word(*memory, peer, 0, 1);
        await_word(*memory, 0, 1);
        check(is_message(memory->window().subspan(8092, 100), 1), "a put up to the end");
        member.barrier();
    })));
}

TEST_CASE("a put into a full connection gets status again, and nothing is lost while its receiver makes no calls",
          "[verbs]") {
    constexpr std::uint64_t kWords = 2000;  // more than receives are posted
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(8 * (kWords + 1));
        if (member.rank() == 0) {
            std::uint64_t sent = 0;
            bool was_full = false;
            while (sent < kWords && !was_full) {
                const Status status = memory->put_word(1, 8 * sent, sent + 1);
                check(status == Status::ok || status == Status::again, "put_word");
                was_full = status == Status::again;
                if (!was_full) ++sent;
            }
            check(was_full, "the way was never full");
            // Long enough for reminders: they must not arrive between words, nor use their room.
            check(memory->wait([] { return false; }, 600'000'000) == Status::timeout, "waiting beside a full way");
            member.flag(0) = 1;
            for (; sent < kWords; ++sent) put_word(*memory, 1, 8 * sent, sent + 1);
            await_end(*memory, 1);
        } else {
            while (member.flag(0) == 0) usleep(1000);
            await_word(*memory, 8 * (kWords - 1), kWords);
            std::uint64_t right = 0;
            while (right < kWords && word(*memory, 8 * right) == right + 1) ++right;
            check(right == kWords, "word " + std::to_string(right) + " is missing");
        }
        member.barrier();
    })));
}

TEST_CASE("members read and write each other's registered memory beside the windows", "[verbs]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096);
        const int peer = 1 - member.rank();
        auto own = message(static_cast<std::uint64_t>(member.rank()) + 5, 300'000);
        Registration registration;
        check(memory->register_memory(own, registration).ok(), "registering");
        const Place place{reinterpret_cast<std::uint64_t>(own.data()), registration.key};
        put(*memory, peer, 64, std::as_bytes(std::span(&place, 1)));
        put_word(*memory, peer, 0, 1);
        await_word(*memory, 0, 1);
        Place theirs;
        std::memcpy(&theirs, memory->window().data() + 64, sizeof theirs);
        std::vector<std::byte> copy(own.size());
        check(memory->read(peer, theirs, copy) == Status::ok, "reading");
        check(is_message(copy, static_cast<std::uint64_t>(peer) + 5), "what was read");
        member.barrier();
        const auto news = message(77, 100'000);
        check(memory->write(peer, {theirs.address + 1000, theirs.key}, news) == Status::ok, "writing");
        member.barrier();
        check(is_message({own.data() + 1000, news.size()}, 77), "what was written");
        memory->deregister(registration);
        member.barrier();
    })));
}
