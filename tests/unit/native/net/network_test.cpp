// Cases that loopback cannot show: a queue that is slower than the sender, and the copy of a node's own multicast. In a
// network of the test's own.
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "native/net/interface.hpp"
#include "tests/unit/native/net/loopback.hpp"

using namespace shunt::net;
using shunt::Status;

namespace {

constexpr int kNoNetwork = 77;

bool enter_own_network() {
    if (geteuid() == 0) return unshare(CLONE_NEWNET) == 0;
    const auto user = std::to_string(getuid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
    std::ofstream("/proc/self/uid_map") << "0 " + user + " 1";
    return geteuid() == 0;
}

bool run(const std::string& command) {
    return std::system(("PATH=$PATH:/usr/sbin:/sbin " + command + " 2>&1").c_str()) == 0;
}

/// A cable whose far end no socket listens at, behind a queue of 1 Mbit/s and `queue_bytes`.
bool make_slow_device(const std::string& queue_bytes) {
    return run("ip link set lo up") && run("ip link add slow0 type veth peer name far0") &&
           run("ip address add 198.51.100.1/24 dev slow0") && run("ip link set slow0 up") &&
           run("ip link set far0 up") &&
           run("tc qdisc add dev slow0 root tbf rate 1mbit burst 2000 limit " + queue_bytes);
}

/// The first expectation that fails ends the child with its line, because a check in a child would print the whole
/// report twice.
#define EXPECT(condition) \
    if (!(condition)) return 100 + __LINE__ % 100

template <class Body>
int in_own_network(Body body) {
    const pid_t child = fork();
    if (child == 0) _exit(enter_own_network() ? body() : kNoNetwork);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void check_result(int result) {
    if (result == kNoNetwork)
        WARN(
            "SKIPPED: a network namespace with a tbf queue cannot be made here (needs root or user namespaces, ip, "
            "tc)");
    else CHECK(result == 0);
}

const Endpoint kGroup{{0xefff0909}, 61009};

shunt::Opened<ControlSocket> open_slow(int send_buffer_bytes, bool loop) {
    ControlOptions options;
    options.address = *parse_ipv4("198.51.100.1");
    options.interface_index = if_nametoindex("slow0");
    options.send_buffer_bytes = send_buffer_bytes;
    options.loop = loop;
    return ControlSocket::open(options);
}

const std::vector<std::byte> payload(1400, std::byte{1});
const std::vector<OutgoingDatagram> many(400, OutgoingDatagram{payload, {}, kGroup});

unsigned long dropped_by_queue() {
    FILE* pipe = popen("PATH=$PATH:/usr/sbin:/sbin tc -s qdisc show dev slow0", "r");
    std::string text(4096, '\0');
    text.resize(fread(text.data(), 1, text.size(), pipe));
    pclose(pipe);
    const auto place = text.find("dropped ");
    return place == std::string::npos ? ~0UL : std::strtoul(text.c_str() + place + 8, nullptr, 10);
}

/// With the default buffer the sender is told to wait before the queue overflows.
int slow_queue_holds_back() {
    if (!make_slow_device("256kb")) return kNoNetwork;
    auto sender = open_slow(ControlOptions().send_buffer_bytes, false);
    EXPECT(sender.ok());
    const auto first = sender.value.send(many);
    EXPECT(first.outcome.status == Status::again);
    EXPECT(first.sent > 20 && first.sent < 100);
    EXPECT(dropped_by_queue() == 0);
    pollfd ready{sender.value.descriptor(), POLLOUT, 0};
    EXPECT(wait_ready({&ready, 1}, kLongNs).ok());
    EXPECT(sender.value.send(many).sent > 0);
    EXPECT(dropped_by_queue() == 0);
    return 0;
}

/// With too large a buffer the queue overflows. The sender is notified of that too, and the datagrams that it was told
/// have left are in the queue.
int overflowing_queue_is_heard_of() {
    if (!make_slow_device("20kb")) return kNoNetwork;
    auto sender = open_slow(4 << 20, false);
    EXPECT(sender.ok());
    const auto first = sender.value.send(many);
    EXPECT(first.outcome.status == Status::again);
    EXPECT(first.sent < 30);
    const auto dropped = dropped_by_queue();
    EXPECT(dropped == 1 ||
           dropped == 2);  // the refused one, and one more because sendmmsg does not report the first refusal
    return 0;
}

int own_copies_only_when_looped_back() {
    if (!make_slow_device("256kb")) return kNoNetwork;
    const auto interfaces = list_interfaces();
    const auto* slow = find_interface(interfaces.value, *parse_ipv4("198.51.100.1"));
    EXPECT(slow != nullptr && slow->multicast && slow->mtu_bytes == 1500 && slow->prefix_bits == 24);
    EXPECT(local_address_towards(*parse_ipv4("198.51.100.9")).value == slow->address);
    EXPECT(local_address_towards(*parse_ipv4("192.0.2.1")).outcome.status == Status::declined);
    auto member = GroupSocket::open({kGroup, slow->index}).value;
    auto elsewhere = GroupSocket::open({kGroup, loopback_index()}).value;
    EXPECT(member.join().ok() && elsewhere.join().ok());
    auto quiet = open_slow(64 << 10, false);
    auto loud = open_slow(64 << 10, true);
    EXPECT(quiet.ok() && loud.ok());
    const std::vector<OutgoingDatagram> one{{payload, {}, kGroup}};
    EXPECT(quiet.value.send(one).sent == 1);
    EXPECT(!wait_readable(member.descriptor(), 50'000'000));
    EXPECT(loud.value.send(one).sent == 1);
    EXPECT(wait_readable(member.descriptor()));
    EXPECT(!wait_readable(elsewhere.descriptor(), 0));
    return 0;
}

/// A datagram that cannot be routed is lost like any other and counted; the datagrams after it are sent.
int unroutable_does_not_hold_up() {
    if (!make_slow_device("256kb")) return kNoNetwork;
    auto sender = open_slow(64 << 10, false);
    EXPECT(sender.ok());
    const std::vector<OutgoingDatagram> mixed{
        {payload, {}, kGroup}, {payload, {}, {*parse_ipv4("192.0.2.1"), 61009}}, {payload, {}, kGroup}};
    const auto result = sender.value.send(mixed);
    EXPECT(result.outcome.ok() && result.sent == 3 && result.refused == 1);
    EXPECT(result.refusal.find("192.0.2.1") != std::string::npos);
    return 0;
}

/// A process may be in many groups, but the kernel's limit for a socket is reported in words.
int join_limit_is_named() {
    if (!make_slow_device("256kb")) return kNoNetwork;
    EXPECT(run("echo 0 > /proc/sys/net/ipv4/igmp_max_memberships"));
    auto member = GroupSocket::open({kGroup, if_nametoindex("slow0")}).value;
    const auto join = member.join();
    EXPECT(join.status == Status::declined);
    EXPECT(join.reason.find("igmp_max_memberships") != std::string::npos);
    EXPECT(!member.joined());
    return 0;
}

}  // namespace

TEST_CASE("a queue slower than the sender holds it back and loses nothing", "[transport]") {
    check_result(in_own_network(slow_queue_holds_back));
}

TEST_CASE("a queue that overflows nevertheless is reported", "[transport]") {
    check_result(in_own_network(overflowing_queue_is_heard_of));
}

TEST_CASE("a node receives its own multicast only when looped back, and on the interface it joined", "[transport]") {
    check_result(in_own_network(own_copies_only_when_looped_back));
}

TEST_CASE("a datagram without a route does not hold up the datagrams behind it", "[transport]") {
    check_result(in_own_network(unroutable_does_not_hold_up));
}

TEST_CASE("the kernel's limit of groups is named when it is reached", "[transport]") {
    check_result(in_own_network(join_limit_is_named));
}
