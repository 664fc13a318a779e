#include "tools/cluster/commands.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kClusterPage{
    "cluster",
    "a switched-Ethernet cluster inside this machine, to run MPI programs on",
    "shunt cluster up --hosts N --rate RATE [OPTIONS]\n"
    "shunt cluster run [OPTIONS] -- COMMAND [ARGUMENTS...]\n"
    "shunt cluster status [--name NAME]\n"
    "shunt cluster down [--name NAME] [--force]",
    "Each host has its own network, host name and /dev/shm; processes, files and cores are this machine's. The switch "
    "is a Linux bridge with IGMP snooping: it forwards multicast only to ports with members of the group, and each of "
    "its ports carries a chosen rate in each direction: real TCP, UDP, multicast and contention. Keep the rate low "
    "(20mbit): then the wire is what limits, not the cores that all hosts share.\n\n"
    "Each subcommand shows its options with --help. All of them need root.",
    "0  done; run: that of COMMAND\n"
    "1  it failed, and nothing is left of it\n"
    "2  wrong command line\n"
    "3  not possible here: no root, no iproute2, or a kernel without the needed features",
    "shunt cluster up --hosts 16 --rate 20mbit\n"
    "shunt cluster run -- mpirun -np 16 ./app\n"
    "shunt cluster run -- shunt run --profile app.shunt -- mpirun -np 16 ./app\n"
    "shunt cluster down",
};

constexpr Command kClusterCommands[] = {
    {"up", "make a cluster", cluster_up},
    {"run", "run a program on a cluster", cluster_run},
    {"status", "list clusters, or show one", cluster_status},
    {"down", "remove a cluster", cluster_down},
    {"agent", "", cluster_agent},
    {"wan", "", cluster_wan},
};

}  // namespace

int cluster_command(const Arguments& arguments) { return dispatch_among(kClusterPage, kClusterCommands, arguments); }

}  // namespace shunt::tools
