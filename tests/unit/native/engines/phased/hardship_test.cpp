#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstddef>

#include "tests/unit/native/engines/phased/ranks.hpp"
#include "tests/unit/native/protected_pages.hpp"

using namespace shunt;
using namespace shunt::phased;

namespace {

/// From here on the kernel refuses this thread, and the threads that it starts, access to the memory of other
/// processes, as many containers do.
bool forbid_reaching_into_others() {
    const auto number = static_cast<std::uint32_t>(offsetof(seccomp_data, nr));
    sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_writev, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program{static_cast<unsigned short>(std::size(rules)), rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

bool is_established_on_loopback(int descriptor) {
    sockaddr_in peer{};
    socklen_t bytes = sizeof peer;
    if (getpeername(descriptor, reinterpret_cast<sockaddr*>(&peer), &bytes) != 0 || peer.sin_family != AF_INET)
        return false;
    tcp_info info{};
    socklen_t info_bytes = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &info_bytes) != 0) return false;
    return peer.sin_addr.s_addr == htonl(INADDR_LOOPBACK) && info.tcpi_state == TCP_ESTABLISHED;
}

/// Resets one of this process's connections on loopback.   Returns: false when there is none.
bool reset_a_connection(Random& random) {
    std::vector<int> found;
    for (int descriptor = 0; descriptor < 1024; ++descriptor)
        if (is_established_on_loopback(descriptor)) found.push_back(descriptor);
    if (found.empty()) return false;
    sockaddr nobody{};
    nobody.sa_family = AF_UNSPEC;  // resets the connection at once
    // Not by connect(): ThreadSanitizer would take it for a use of the socket by this thread.
    return syscall(SYS_connect, found[random.below(found.size())], &nobody, sizeof nobody) == 0;
}

}  // namespace

TEST_CASE("ranks that may not read each other's memory serve each other", "[phased][teams]") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (const auto& node_of :
             {std::vector<int>{0, 0, 0}, std::vector<int>{0, 0, 0, 1, 1, 2}, std::vector<int>{0, 1, 0, 1, 0, 1}}) {
            const int size = static_cast<int>(node_of.size());
            std::atomic<int> wrong{0}, not_forbidden{0};
            OobBoard board(size);
            std::vector<std::thread> threads;
            for (int rank = 0; rank < size; ++rank) {
                threads.emplace_back([&, rank] {
                    if (!forbid_reaching_into_others()) ++not_forbidden;
                    const TeamMember member(board, node_of, rank);
                    for (int number = 1; number <= 8; ++number) {
                        const auto bytes = [&](int from, int to) {
                            Random sizes(seed * 10'000 + static_cast<std::uint64_t>(number * 1000 + from * 30 + to));
                            if (sizes.chance(1, 4)) return std::size_t{0};
                            return static_cast<std::size_t>(sizes.chance(1, 3) ? sizes.below(200'000)
                                                                               : sizes.below(500));
                        };
                        Alltoall all(Operation::alltoallv, number, rank, size, bytes);
                        if (!member.team || member.team->carry(all.call) != Status::ok || !all.right()) ++wrong;
                    }
                    if (member.team) leave_together(*member.team);
                });
            }
            for (auto& thread : threads) thread.join();
            INFO("seed " << seed << ", ranks " << size);
            CHECK(not_forbidden == 0);
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("ranks that may not read each other's memory progress in the background, in more than one communicator",
          "[phased][teams]") {
    const std::vector<int> node_of{0, 0, 0, 1};
    std::atomic<int> wrong{0}, not_forbidden{0};
    OobBoard board(4);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < 4; ++rank) {
        threads.emplace_back([&, rank] {
            if (!forbid_reaching_into_others()) ++not_forbidden;
            const TeamMember first(board, node_of, rank), second(board, node_of, rank);
            if (!first.team || !second.team) {
                ++wrong;
                return;
            }
            for (int number = 1; number <= 4; ++number) {
                const auto bytes = [](int from, int to) { return static_cast<std::size_t>(100'000 + from * 100 + to); };
                Alltoall a(Operation::alltoallv, 2 * number, rank, 4, bytes),
                    b(Operation::alltoallv, 2 * number + 1, rank, 4, bytes);
                const auto one = first.team->begin(a.call);
                const auto other = second.team->begin(b.call);
                const auto end = [&](Pending& pending, const Alltoall& call) {
                    while (pending.advance() == Status::again)
                        std::this_thread::sleep_for(std::chrono::microseconds(100));
                    if (pending.advance() != Status::ok || !call.right()) ++wrong;
                };
                // The rank of the other node ends its calls although the ranks of the first node do not advance theirs.
                if (rank == 3) end(*one, a), end(*other, b);
                char mine = 0, all[4];
                (void)board.gather(rank, &mine, 1, all);
                if (rank != 3) end(*one, a), end(*other, b);
            }
            leave_together(*first.team);
            leave_together(*second.team);
        });
    }
    for (auto& thread : threads) thread.join();
    CHECK(not_forbidden == 0);
    CHECK(wrong == 0);
}

/// An all-to-all of equal blocks whose memory its program protects.
struct ProtectedAlltoall {
    ProtectedAlltoall(int number, int rank, int size, std::size_t bytes)
        : number_(number),
          rank_(rank),
          out_(bytes * static_cast<std::size_t>(size)),
          in_(bytes * static_cast<std::size_t>(size)) {
        for (std::size_t peer = 0; peer < static_cast<std::size_t>(size); ++peer) {
            const auto mine = out_.all().subspan(peer * bytes, bytes);
            std::ranges::copy(block(number, rank, static_cast<int>(peer), bytes), mine.begin());
            send_.emplace_back(mine);
            receive_.emplace_back(in_.all().subspan(peer * bytes, bytes));
        }
        call.operation = Operation::alltoallv;
        call.send_blocks = send_;
        call.receive_blocks = receive_;
        if ((rank + number) % 3 != 0) out_.protect();
        if ((rank + number) % 3 != 1) in_.protect(number % 2 == 0 ? PROT_READ : PROT_NONE);
    }
    bool right() const {
        for (std::size_t peer = 0; peer < receive_.size(); ++peer) {
            const auto sent = block(number_, static_cast<int>(peer), rank_, receive_[peer].size());
            if (!std::ranges::equal(receive_[peer], sent)) return false;
        }
        return true;
    }
    CollectiveCall call;

private:
    int number_, rank_;
    protected_pages::Pages out_, in_;
    std::vector<std::span<const std::byte>> send_;
    std::vector<std::span<std::byte>> receive_;
};

TEST_CASE("blocks in pages that their program protects are carried, by accesses of that program", "[phased][teams]") {
    const int before = protected_pages::faults;
    for (const auto& node_of : {std::vector<int>{0, 0, 0}, std::vector<int>{0, 0, 0, 1, 1, 2}}) {
        std::atomic<int> wrong{0};
        const int size = static_cast<int>(node_of.size());
        const auto warnings = run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
            for (int number = 1; number <= 6; ++number) {
                ProtectedAlltoall all(number, rank, size, number % 2 == 0 ? 100'000 : 300);
                if (number <= 3) {
                    if (team->carry(all.call) != Status::ok || !all.right()) ++wrong;
                    continue;
                }
                const auto pending = team->begin(all.call);  // the service thread accesses them too
                std::this_thread::sleep_for(std::chrono::milliseconds(3));
                while (pending->advance() == Status::again) std::this_thread::yield();
                if (pending->advance() != Status::ok || !all.right()) ++wrong;
            }
            leave_together(*team);
        });
        CHECK(warnings.empty());
        CHECK(wrong == 0);
    }
    CHECK(protected_pages::faults > before);
}

TEST_CASE("a call in the background that fails tells why", "[phased][teams]") {
    std::atomic<int> lost{0}, begun{0};
    std::atomic<bool> is_reset{false};
    const auto warnings = run_ranks({0, 1, 2}, [&](Team* team, int rank, OobBoard&) {
        Alltoall all(Operation::alltoall, 1, rank, 3, [](int, int) { return std::size_t{400'000}; });
        if (rank == 2) {  // both other ranks need it
            Random random(1);
            while (begun < 2) std::this_thread::yield();
            is_reset = reset_a_connection(random);
        }
        const auto pending = team->begin(all.call);
        ++begun;
        Status status = Status::again;
        while (status == Status::again) {
            status = pending->advance();
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        }
        lost += status == Status::peer_lost;
    });
    CHECK(is_reset);
    CHECK(lost == 3);
    CHECK(warnings.size() == 3);
    for (const std::string& warning : warnings) CHECK(warning.find("phased: node ") == 0);
}

TEST_CASE("when a connection is reset in the middle of a call all members get peer_lost", "[phased][teams]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        for (const auto& node_of : {std::vector<int>{0, 1, 2, 3}, std::vector<int>{0, 0, 1, 2, 2}}) {
            const int size = static_cast<int>(node_of.size());
            std::atomic<int> lost{0}, began{0};
            std::atomic<bool> is_reset{false};
            run_ranks(node_of, [&](Team* team, int rank, OobBoard&) {
                Alltoall all(Operation::alltoall, 1, rank, size, [](int, int) { return std::size_t{400'000}; });
                if (rank != size - 1) {
                    ++began;
                } else {  // all other ranks need this one: before it enters, no rank can have ended the call
                    Random random(seed);
                    while (began < size - 1) std::this_thread::yield();
                    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(30)));
                    is_reset = reset_a_connection(random);
                }
                for (int number = 0; number < 2; ++number)  // and later calls too
                    if (team && team->carry(all.call) == Status::peer_lost) ++lost;
            });
            INFO("seed " << seed << ", ranks " << size);
            CHECK(is_reset);
            CHECK(lost == 2 * size);
        }
    }
}
