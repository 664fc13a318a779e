#include "native/memory/verbs/options.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;
constexpr auto kPerRank = OptionScope::per_rank;

constexpr Option kRows[] = {
    {option::text<&VerbsOptions::device>, "verbs.device", "", "a name, such as mlx5_0", kPerRank,
     "The RDMA device of this rank. Empty: the first with an active port."},
    {option::integer<&VerbsOptions::port>, "verbs.port", "0", "0..255", kPerRank,
     "The port of that device, counted from 1. 0: the first active one."},
    {option::integer<&VerbsOptions::gid_index>, "verbs.gid-index", "-1", "-1..255", kPerRank,
     "Index of the port's address, as `ibv_devinfo -v` lists them. -1: RoCE v2 over IPv4 if there is one, then "
     "over IPv6, then RoCE v1."},
    {option::integer<&VerbsOptions::mtu_bytes>, "verbs.mtu", "0", "0..4K", kEqual,
     "The largest RDMA packet, in bytes: 256, 512, 1024, 2048 or 4096; other values count as the next lower "
     "one. 0: the largest that both ports support."},
    {option::integer<&VerbsOptions::registration_limit>, "verbs.registration-limit", "1G", "0..1024G", kPerRank,
     "How many bytes of the program's memory a communicator registers with the device at once. Beyond that data "
     "is copied first."},
    {option::flag<&VerbsOptions::keeps_registrations>, "verbs.keep-registrations", "on", "on|off", kPerRank,
     "Whether memory that is used for a second transfer stays registered with the device, within that limit, until the "
     "program gives it back. Shunt is notified of that by userfaultfd(2); if the kernel refuses it, memory is "
     "registered anew for each transfer."},
    {option::integer<&VerbsOptions::bounce_bytes>, "verbs.bounce", "1M", "128K..1G", kPerRank,
     "Bytes of registered memory for such copies, for each communicator."},
    {option::duration<&VerbsOptions::ack_timeout_ns>, "verbs.ack-timeout", "268ms", "1ms..60s", kEqual,
     "A packet that is not acknowledged for this long is sent again. After the sixth time (the most that devices "
     "allow) the connection is replaced; that is tried until network.patience has passed."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::memory::verbs
