#include <iostream>

#include "config/names.hpp"
#include "tools/cluster_commands.hpp"

namespace shunt::tools {
namespace {

constexpr std::string_view kOverview =
    "NAME\n"
    "    shunt cluster - a switched-Ethernet cluster inside this machine\n"
    "\n"
    "SYNOPSIS\n"
    "    shunt cluster up --hosts 16 --rate 20mbit [OPTIONS]\n"
    "    shunt cluster run [--name NAME] [--hosts K] -- COMMAND [ARGUMENTS...]\n"
    "    shunt cluster status [--name NAME]\n"
    "    shunt cluster down [--name NAME] [--force]\n"
    "\n"
    "DESCRIPTION\n"
    "    Each host has its own network, host name and /dev/shm; processes, files and cores are this machine's. The\n"
    "    switch is a Linux bridge that knows which port has members of which multicast group (IGMP snooping), and each\n"
    "    of its ports carries a chosen rate in each direction: real TCP, UDP, multicast and contention. Keep the rate low (20mbit):\n"
    "    then the wire is what limits, not this machine's processor.\n"
    "\n"
    "    Each subcommand shows more with --help. All of them need root.\n"
    "\n"
    "EXAMPLES\n"
    "    shunt cluster up --hosts 16 --rate 20mbit\n"
    "    shunt cluster run -- mpirun -np 16 ./app\n"
    "    shunt cluster run -- shunt run --profile app.shunt -- mpirun -np 16 ./app\n"
    "    shunt cluster down\n";

constexpr std::string_view kNames[] = {"up", "run", "status", "down"};
constexpr Command kCommands[] = {
    {"up", "", cluster_up}, {"run", "", cluster_run}, {"status", "", cluster_status}, {"down", "", cluster_down}, {"agent", "", cluster_agent},
};

}  // namespace

int cluster_command(const Arguments& arguments) {
    if (arguments.empty()) {
        std::cerr << kOverview;
        return kUsage;
    }
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h" || word == "help") {
        std::cout << kOverview;
        return kDone;
    }
    for (const Command& command : kCommands)
        if (command.name == word) return command.run(Arguments(arguments.begin() + 1, arguments.end()));
    return complain("cluster", "nothing is called '" + word + "'; the nearest is '" +
                    std::string(config::nearest(word, kNames)) + "' (see shunt cluster --help)", kUsage);
}

}  // namespace shunt::tools
