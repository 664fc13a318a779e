// A network outage. Operations under way take effect once, data that the peer has changed since are not overwritten,
// and a member that has died meanwhile is detected.
#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <cstring>

#include "native/base/clock.hpp"
#include "tests/verbs/members.hpp"

using namespace verbs_test;

namespace {

constexpr std::uint64_t kSlots = 8, kSlotBytes = 50'000, kCountAt = 64, kRingAt = 128;

verbs::Settings hasty(Member& member, std::int64_t patience_ns = kMinute) {
    verbs::Settings settings = member.settings();
    settings.options.ack_timeout_ns = 60'000'000;
    settings.patience_ns = patience_ns;
    return settings;
}

/// Sets a link down, and up again in the background.
void take_link(const std::string& link, const std::string& seconds) {
    const std::string down = "ip link set " + link + " down", up = "ip link set " + link + " up";
    check(std::system((down + "; (sleep " + seconds + "; " + up + ") &").c_str()) == 0, "taking the link");
}

std::uint64_t slot_at(std::uint64_t block) { return kRingAt + block % kSlots * kSlotBytes; }

/// Both members send blocks to each other through rings, as the pipelines do: data, then the number of blocks sent. The
/// receiver changes each block in its place, checks it once more before it releases it, and reports the number of
/// blocks released.
class Stream {
public:
    Stream(Member& member, RemoteMemory& memory) : member_(member), memory_(memory), peer_(1 - member.rank()) {}

    /// Runs until `blocks` have been received and released; `at(n)` is called when n have been received.
    void run(std::uint64_t blocks, bool registers, const std::function<void(std::uint64_t)>& at) {
        std::vector<std::byte> data(kSlotBytes);
        Registration registration;
        if (registers) check(memory_.register_memory(data, registration).ok(), "registering");
        const auto may_send = [&] { return sent_ < blocks && sent_ - word(memory_, kCountAt) < kSlots; };
        const auto has_come = [&] { return word(memory_, 0) > taken_; };
        while (taken_ < blocks || sent_ < blocks) {
            const auto goes_on = [&] { return may_send() || has_come(); };
            check(memory_.wait(goes_on, kMinute) == Status::ok, "the stream goes on: " + member_.said);
            if (may_send()) send(data, registers ? &registration : nullptr);
            if (!has_come()) continue;
            take();
            at(taken_);
        }
        await_end(memory_, peer_);
        if (registers) memory_.deregister(registration);
    }

private:
    void send(std::vector<std::byte>& data, const Registration* from) {
        await_end(memory_, peer_);
        for (std::size_t i = 0; i < data.size(); ++i) data[i] = pattern(sent_, i);
        put(memory_, peer_, slot_at(sent_), data, from);
        put_word(memory_, peer_, 0, ++sent_);
    }
    void take() {
        std::byte* const block = memory_.window().data() + slot_at(taken_);
        check(is_block(block, taken_, std::byte{0}), "block " + std::to_string(taken_) + " as it came");
        for (std::size_t i = 0; i < kSlotBytes; ++i) block[i] = ~block[i];
        ++taken_;
        if (taken_ < kSlots / 2) return;
        const std::uint64_t old = taken_ - kSlots / 2;
        check(is_block(memory_.window().data() + slot_at(old), old, std::byte{0xff}),
              "block " + std::to_string(old) + " as it was left");
        put_word(memory_, peer_, kCountAt, old + 1);
    }
    static bool is_block(const std::byte* block, std::uint64_t number, std::byte changed) {
        std::size_t equal = 0;
        for (std::size_t i = 0; i < kSlotBytes; ++i) equal += (block[i] ^ changed) == pattern(number, i) ? 1 : 0;
        return equal == kSlotBytes;
    }

    Member& member_;
    RemoteMemory& memory_;
    int peer_;
    std::uint64_t sent_ = 0, taken_ = 0;
};

void stream_through_outages(const std::string& link, bool registers, int eager_members) {
    CHECK(all_well(run(2, [&](Member& member) {
        verbs::Settings settings = hasty(member);
        settings.eager_members = eager_members;
        if (eager_members == 1) settings.is_trial_over = nullptr;
        std::unique_ptr<InternodeMemory> memory = member.open_far(1 << 20, settings);
        Stream stream(member, *memory);
        stream.run(160, registers, [&](std::uint64_t blocks) {
            if (member.rank() == 0 && (blocks == 40 || blocks == 100)) take_link(link, "1.5");
        });
        check(member.said.empty(), member.said);
        check(memory->traffic().repairs >= 1, "no queue pair was made anew");
        member.barrier();
    })));
}

}  // namespace

TEST_CASE("a stream outlives a cable that is pulled for a while, twice", "[verbs][outages]") {
    for (const bool registers : {false, true}) stream_through_outages("wire1", registers, 8);
}

TEST_CASE("a stream outlives a pulled cable between members that connected by calls", "[verbs][outages]") {
    stream_through_outages("wire1", true, 1);
}

TEST_CASE("a stream outlives a port that is switched off, to which there is no route meanwhile", "[verbs][outages]") {
    stream_through_outages("veth1", false, 8);
}

TEST_CASE("a member's puts arrive after an outage although neither the member nor its peer makes calls",
          "[verbs][outages]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(1 << 20, hasty(member));
        put_word(*memory, 1 - member.rank(), 8, 1);
        await_word(*memory, 8, 1);
        member.barrier();
        if (member.rank() == 0) {
            take_link("wire1", "2");
            const std::vector<std::byte> data(1000, std::byte{7});
            put(*memory, 1, 64, data);
            put_word(*memory, 1, 0, 1);
            while (memory->progress() == Status::again) usleep(1000);
            while (member.flag(0) == 0) usleep(1000);  // no call meanwhile
        } else {
            while (word(*memory, 0) == 0) usleep(1000);
            check(memory->window()[1063] == std::byte{7}, "the data are there with the word");
            member.flag(0) = 1;
        }
        member.barrier();
    })));
}

TEST_CASE("a member that leaves during an outage delivers its earlier puts", "[verbs][outages]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(1 << 20, hasty(member));
        member.barrier();
        if (member.rank() == 0) {
            take_link("wire1", "4");
            put_word(*memory, 1, 0, 1);
            memory.reset();
        } else {
            await_word(*memory, 0, 1);
            check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "it has left");
            check(member.said.empty(), member.said);
        }
        member.barrier();
    })));
}

TEST_CASE("a member that is killed while the network is away is found at once", "[verbs][outages]") {
    const auto ends = run(3, [](Member& member) {
        auto memory = member.open(1 << 20, hasty(member, 240'000'000'000));
        member.barrier();
        if (member.rank() == 0) take_link("wire1", "30");
        member.barrier();
        const std::int64_t start = monotonic_ns();
        if (member.rank() == 1) {
            usleep(1'500'000);
            kill(getpid(), SIGKILL);
        }
        put_word(*memory, 1, 0, 1);
        check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "waiting ends");
        check(memory->lost_peer() == 1, "who is lost");
        check(monotonic_ns() - start < 20'000'000'000, "it took too long");
        member.flag(member.rank()) = 1;  // otherwise the member that closes first would be lost to the other
        while (member.flag(2 - member.rank()) == 0) usleep(1000);
        memory.reset();
        if (member.rank() == 0) check(std::system("ip link set wire1 up") == 0, "giving the link back");
    });
    CHECK(ends == std::vector<std::string>{"exit 0", "signal 9", "exit 0"});
}

TEST_CASE("a network that stays away beyond patience: the peer is lost, and named", "[verbs][outages]") {
    CHECK(all_well(run(2, [](Member& member) {
        auto memory = member.open(4096, hasty(member, 3'000'000'000));
        const int peer = 1 - member.rank();
        put_word(*memory, peer, 0, 1);
        await_word(*memory, 0, 1);
        member.barrier();
        if (member.rank() == 0) check(std::system("ip link set wire1 down") == 0, "taking the link");
        check(memory->wait([] { return false; }, kMinute) == Status::peer_lost, "the wait ends");
        check(memory->lost_peer() == peer, "who is lost");
        member.flag(member.rank()) = member.said.find("has not answered for") == std::string::npos ? 1 : 2;
        memory.reset();
        member.barrier();
        // One member detects it; the other may be notified first.
        check(member.flag(0) == 2 || member.flag(1) == 2, "nobody said it");
        if (member.rank() == 0) check(std::system("ip link set wire1 up") == 0, "giving it back");
    })));
}
