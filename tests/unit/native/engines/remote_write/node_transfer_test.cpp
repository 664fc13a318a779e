#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstring>
#include <deque>
#include <map>

#include "node_processes.hpp"

using namespace remote_write_test;

namespace {

/// The messages that the test's processes exchange in frames.
struct Says {
    enum What : std::uint64_t { offer, exposed, over } what = offer;
    std::uint64_t message = 0;
    std::uint64_t bytes = 0;
    Ticket ticket;
    Target target;
    bool uses_target = false;
};

struct Traffic {
    int messages = 60;
    std::uint64_t most_bytes = 600'000;
    bool exposes = false;    ///< receivers expose memory before they are asked
    int refuses_after = -1;  ///< cross-memory attach is refused from this message on
    int idle_us = 400;
};

void refuse_cross_memory() {
    const auto refuse = [](unsigned number) {
        return std::array<sock_filter, 2>{
            {BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)}};
    };
    const auto reads = refuse(SYS_process_vm_readv), writes = refuse(SYS_process_vm_writev);
    std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
    filter.insert(filter.end(), reads.begin(), reads.end());
    filter.insert(filter.end(), writes.begin(), writes.end());
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

/// One process that sends `messages` to each other process, and receives as many.
class Member {
public:
    Member(int process, int processes, const Traffic& traffic, NodeFabric& fabric)
        : process_(process),
          processes_(processes),
          traffic_(traffic),
          fabric_(fabric),
          random_(static_cast<std::uint64_t>(process) + 99) {}

    int run() {
        for (int to = 0; to < processes_; ++to)
            if (to != process_ && traffic_.exposes) expose(to);
        while ((received_ < all() || sent_ < all() || !outbox_.empty()) && error_ == 0) {
            bool moved = begin_one() | flush() | receive();
            moved |= advance(sends_) | advance(receives_);
            if (fabric_.failure() != nullptr) return 9;
            if (random_.chance(1, 40))
                usleep(static_cast<useconds_t>(random_.below(static_cast<std::uint64_t>(traffic_.idle_us))));
            if (!moved) fabric_.wait(2'000'000);
        }
        return error_;
    }

private:
    struct Going {
        Transfer* transfer = nullptr;
        int peer = 0;
        std::uint64_t message = 0;
        std::vector<std::byte> data;
        Target target;
        bool is_send = false, has_target = false;
    };

    int all() const { return traffic_.messages * (processes_ - 1); }

    void say(int to, const Says& says) { outbox_.emplace_back(to, says); }
    bool flush() {
        bool moved = false;
        while (!outbox_.empty()) {
            std::byte* const room = fabric_.reserve(outbox_.front().first, sizeof(Says));
            if (room == nullptr) break;
            std::memcpy(room, &outbox_.front().second, sizeof(Says));
            fabric_.publish(outbox_.front().first);
            outbox_.pop_front();
            moved = true;
        }
        return moved;
    }

    void expose(int peer) {
        auto& memory = exposed_[peer];
        memory.data.assign(traffic_.most_bytes, std::byte{0xee});
        memory.has_target = fabric_.expose(peer, memory.data, memory.target);
        if (!memory.has_target) return;
        Says says{Says::exposed, 0, 0, {}, memory.target, false};
        say(peer, says);
    }

    bool begin_one() {
        if (sends_.size() >= 3 || begun_ >= all()) return false;
        const int to = (process_ + 1 + begun_ % (processes_ - 1)) % processes_;
        const auto message = static_cast<std::uint64_t>(begun_ / (processes_ - 1));
        if (static_cast<int>(message) == traffic_.refuses_after) refuse_cross_memory();
        const std::uint64_t bytes =
            1 + (random_.chance(1, 5) ? random_.below(40'000) : random_.below(traffic_.most_bytes));
        Going going{nullptr, to, message, std::vector<std::byte>(bytes), {}, true, false};
        fill(going.data, process_, to, message);
        Says says{Says::offer, message, bytes, {}, {}, false};
        if (targets_.contains(to)) {
            says.target = targets_[to];
            targets_.erase(to);
            going.transfer = fabric_.offer(to, going.data, &says.target, says.ticket);
            says.uses_target = fabric_.claim(to, says.target);
            if (!says.uses_target && !fabric_.withdraw(*going.transfer)) return error_ = 10, false;
            if (!says.uses_target) fabric_.close(*going.transfer);
        }
        if (!says.uses_target) going.transfer = fabric_.offer(to, going.data, nullptr, says.ticket);
        if (going.transfer == nullptr) return error_ = 8, false;
        sends_.push_back(std::move(going));
        say(to, says);
        ++begun_;
        return true;
    }

    bool receive() {
        Fabric::Frame frame;
        bool moved = false;
        while (fabric_.next(frame)) {
            Says says;
            std::memcpy(&says, frame.bytes.data(), sizeof says);
            fabric_.release(frame);
            moved = true;
            if (says.what == Says::exposed) targets_[frame.process] = says.target;
            else offers_.emplace_back(frame.process, says);
        }
        while (!offers_.empty() && accept(offers_.front().first, offers_.front().second)) offers_.pop_front();
        return moved;
    }

    bool accept(int from, const Says& says) {
        Going going{nullptr, from, says.message, {}, {}, false, false};
        auto& memory = exposed_[from];
        if (says.uses_target) going = std::move(memory), memory.has_target = false, going.message = says.message;
        // A target that is already claimed is used by a later message.
        else if (memory.has_target && random_.chance(1, 2) && fabric_.withdraw(memory.target))
            memory.has_target = false;
        if (!says.uses_target) { going.data.resize(says.bytes - (says.bytes > 100 && says.message % 7 == 0 ? 50 : 0)); }
        going.peer = from;
        Status status = Status::ok;
        const auto into = std::span(going.data).first(std::min<std::size_t>(going.data.size(), says.bytes));
        going.transfer = fabric_.accept(from, says.ticket, into, status);
        if (going.transfer == nullptr) return error_ = 6, true;
        going.data.resize(into.size());
        receives_.push_back(std::move(going));
        return true;
    }

    bool advance(std::deque<Going>& all) {
        bool moved = false;
        for (auto it = all.begin(); it != all.end();) {
            moved |= it->transfer->advance();
            if (!it->transfer->done()) {
                ++it;
                continue;
            }
            if (it->transfer->status() != Status::ok) error_ = 5;
            fabric_.close(*it->transfer);
            if (it->is_send) ++sent_, std::memset(it->data.data(), 0x55, it->data.size());
            else finish(*it);
            it = all.erase(it);
            moved = true;
        }
        return moved;
    }

    void finish(Going& going) {
        if (going.has_target) fabric_.conclude(going.target);
        if (!is_right(going.data, going.peer, process_, going.message)) error_ = 4;
        ++received_;
        if (traffic_.exposes && random_.chance(2, 3) && !exposed_[going.peer].has_target) expose(going.peer);
    }

    int process_, processes_;
    Traffic traffic_;
    NodeFabric& fabric_;
    Random random_;
    std::deque<std::pair<int, Says>> outbox_, offers_;
    std::deque<Going> sends_, receives_;
    std::map<int, Target> targets_;
    std::map<int, Going> exposed_;
    int begun_ = 0, sent_ = 0, received_ = 0, error_ = 0;
};

}  // namespace

TEST_CASE("long transfers arrive whole, whichever side copies", "[node][remote_write]") {
    struct Case {
        int processes;
        bool rings, crosses, exposes, spins;
        int refuses_after;
    };
    const auto [processes, rings, crosses, exposes, spins, refuses_after] =
        GENERATE(Case{2, true, true, false, true, -1}, Case{2, true, true, true, true, -1},
                 Case{2, true, false, false, true, -1}, Case{2, false, true, true, false, -1},
                 Case{2, false, false, false, false, -1}, Case{2, true, true, true, false, 10},
                 Case{5, true, true, true, false, -1}, Case{5, true, true, false, false, 5});
    NodeFabricOptions options;
    options.inbox.mailbox_bytes = 64 << 10;
    options.ring_bytes = rings ? 64 << 10 : 0;
    options.uses_cross_memory = crosses;
    options.spin_ns = spins ? 20'000 : 0;
    Traffic traffic;
    traffic.exposes = exposes;
    traffic.refuses_after = refuses_after;
    traffic.messages = processes == 2 ? 30 : 8;
    require_all_well(run_fabrics(processes, options, [=](int process, NodeFabric& fabric, Board& board) {
        const int end = Member(process, processes, traffic, fabric).run();
        return board.meet(2, processes) ? end : 104;
    }));
}

TEST_CASE("long transfers arrive whole by each way of copying", "[node][remote_write]") {
    NodeFabricOptions options;
    options.way = GENERATE(CopyWay::ring, CopyWay::pull, CopyWay::halves);
    Traffic traffic;
    traffic.exposes = GENERATE(true, false);
    traffic.refuses_after = GENERATE(-1, 12);
    traffic.messages = 30;
    const int processes = 2;
    require_all_well(run_fabrics(processes, options, [=](int process, NodeFabric& fabric, Board& board) {
        const int end = Member(process, processes, traffic, fabric).run();
        return board.meet(2, processes) ? end : 104;
    }));
}

TEST_CASE("long transfers between threads", "[node][remote_write]") {
    NodeFabricOptions options;
    options.uses_cross_memory = GENERATE(true, false);
    Traffic traffic;
    traffic.exposes = true;
    traffic.messages = 20;
    require_all_well(run_fabrics_in_threads(2, options, [=](int process, NodeFabric& fabric, Board& board) {
        const int end = Member(process, 2, traffic, fabric).run();
        return board.meet(2, 2) ? end : 104;
    }));
}

TEST_CASE("an offer is withdrawn or accepted, never both", "[node][remote_write]") {
    const bool holds = GENERATE(true, false);
    const auto sides = two_sides({});
    std::vector<std::byte> data(100'000), into(100'000);
    Ticket ticket;
    Status status = Status::ok;
    Fabric::Frame frame;

    Transfer* sent = sides[0]->offer(1, data, nullptr, ticket);
    REQUIRE(sides[0]->withdraw(*sent));
    REQUIRE(sides[1]->accept(0, ticket, into, status) == nullptr);
    REQUIRE(status == Status::declined);
    REQUIRE_FALSE(sides[1]->hold(0, ticket));
    sides[0]->close(*sent);

    sent = sides[0]->offer(1, data, nullptr, ticket);
    if (holds) {
        REQUIRE(sides[1]->hold(0, ticket));
        REQUIRE_FALSE(sides[0]->withdraw(*sent));
    }
    Transfer* const got = sides[1]->accept(0, ticket, std::span(into).first(70'000), status);
    REQUIRE(got != nullptr);
    REQUIRE_FALSE(sides[0]->withdraw(*sent));
    fill(data, 0, 1, 5);
    while (!sent->done() || !got->done()) {
        for (const auto& side : sides) REQUIRE_FALSE(side->next(frame));
        sent->advance();
        got->advance();
    }
    REQUIRE(is_right(std::span(into).first(70'000), 0, 1, 5));
    REQUIRE(into[70'000] == std::byte{0});
    sides[0]->close(*sent);
    sides[1]->close(*got);
}

TEST_CASE("a late sender does not change a record that was given to another transfer", "[remote_write]") {
    TransferRecord record;
    record.open(1, CopyWay::ring);
    REQUIRE(record.claim(1, 10, 10).count == 10);
    record.close();
    record.open(2, CopyWay::ring);
    REQUIRE(record.claim(2, 10, 4).count == 4);
    record.give_back(2, {1, 3});
    REQUIRE(record.claim(1, 10, 1).count == 0);
    REQUIRE(record.take_back(1).count == 0);
    REQUIRE(record.state(1) == TransferRecord::State::closed);
    const ChunkRange range = record.take_back(2);
    REQUIRE((range.first == 1 && range.count == 3));
    REQUIRE(record.take_back(2).count == 0);
    REQUIRE(record.state(3) == TransferRecord::State::impossible);
}

TEST_CASE("exposed memory is claimed or taken back, never both", "[node][remote_write]") {
    const auto sides = two_sides({});
    std::vector<std::byte> into(50'000);
    Target target, other;
    REQUIRE(sides[1]->expose(0, into, target));
    REQUIRE(sides[1]->withdraw(target));
    REQUIRE_FALSE(sides[0]->claim(1, target));
    REQUIRE(sides[1]->expose(0, into, other));
    REQUIRE_FALSE(sides[0]->claim(1, target));  // the same record, used again for another target
    REQUIRE(sides[0]->claim(1, other));
    REQUIRE_FALSE(sides[0]->claim(1, other));
    REQUIRE_FALSE(sides[1]->withdraw(other));
    sides[1]->conclude(other);
    int exposed = 0;
    while (sides[1]->expose(0, into, target)) ++exposed;
    REQUIRE(exposed > 100);
}

TEST_CASE("more offers are accepted than there are records", "[node][remote_write]") {
    const auto sides = two_sides({});
    constexpr std::size_t kOffers = Inbox::kOfferGates + 100, kBytes = 20'000;
    std::vector<std::byte> data(kBytes), into(kBytes * kOffers);
    fill(data, 0, 1, 3);
    std::vector<Transfer*> sent, got;
    std::vector<Ticket> ticket(kOffers);
    Status status = Status::ok;
    for (std::size_t i = 0; i < kOffers; ++i) sent.push_back(sides[0]->offer(1, data, nullptr, ticket[i]));
    for (std::size_t i = kOffers; i-- > 0;)
        got.push_back(sides[1]->accept(0, ticket[i], std::span(into).subspan(i * kBytes, kBytes), status));
    std::size_t done = 0;
    while (done < 2 * kOffers) {
        Fabric::Frame frame;
        for (const auto& side : sides) REQUIRE_FALSE(side->next(frame));
        for (auto* list : {&sent, &got})
            for (Transfer*& transfer : *list) {
                if (transfer == nullptr) continue;
                transfer->advance();
                if (!transfer->done()) continue;
                REQUIRE(transfer->status() == Status::ok);
                sides[list == &sent ? 0 : 1]->close(*transfer);
                transfer = nullptr;
                ++done;
            }
    }
    for (std::size_t i = 0; i < kOffers; ++i) REQUIRE(std::memcmp(into.data() + i * kBytes, data.data(), kBytes) == 0);
}
