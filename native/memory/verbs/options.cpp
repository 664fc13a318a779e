#include "native/memory/verbs/options.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr auto kEqual = OptionScope::equal_on_all_ranks;
constexpr auto kPerRank = OptionScope::per_rank;

constexpr Option kRows[] = {
    {option::text<&VerbsOptions::device>, "verbs.device", "", "a name, such as mlx5_0", kPerRank,
     "The RDMA device of this rank. Empty: the first with an active port."},
    {option::integer<&VerbsOptions::port>, "verbs.port", "0", "0..255", kPerRank,
     "Which port of it, counted from 1. 0: the first active one."},
    {option::integer<&VerbsOptions::gid_index>, "verbs.gid-index", "-1", "-1..255", kPerRank,
     "Which of the port's addresses (`ibv_devinfo -v`). -1: RoCE v2 over IPv4 where there is one, then over IPv6, "
     "then RoCE v1."},
    {option::integer<&VerbsOptions::mtu_bytes>, "verbs.mtu", "0", "0..4K", kEqual,
     "The largest RDMA packet, in bytes: 256, 512, 1024, 2048 or 4096; others count as the next lower. 0: the "
     "largest that both ports have."},
    {option::integer<&VerbsOptions::registration_limit>, "verbs.registration-limit", "1G", "0..1024G", kPerRank,
     "How much of the program's memory a communicator registers with the device at once; beyond it data is copied "
     "first."},
    {option::integer<&VerbsOptions::bounce_bytes>, "verbs.bounce", "1M", "128K..1G", kPerRank,
     "Bytes of registered memory that such copies go through, for each communicator."},
    {option::duration<&VerbsOptions::ack_timeout_ns>, "verbs.ack-timeout", "268ms", "1ms..60s", kEqual,
     "A packet unanswered so long is sent again; after the sixth time, all that devices can be told, its receiver "
     "is lost."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::memory::verbs
