#include <iostream>

#include "config/names.hpp"
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
    "is a Linux "
    "bridge that knows which port has members of which multicast group (IGMP snooping), and each of its ports carries "
    "a chosen rate "
    "in each direction: real TCP, UDP, multicast and contention. Keep the rate low (20mbit): then the wire is what "
    "limits, "
    "not the cores that all hosts share.\n\n"
    "Each subcommand shows its options with --help. All of them need root.",
    "0  done; run: that of COMMAND\n"
    "1  it failed, and nothing is left of it\n"
    "2  wrong command line\n"
    "3  not possible here: no root, no iproute2, or a kernel without what is needed",
    "shunt cluster up --hosts 16 --rate 20mbit\n"
    "shunt cluster run -- mpirun -np 16 ./app\n"
    "shunt cluster run -- shunt run --profile app.shunt -- mpirun -np 16 ./app\n"
    "shunt cluster down",
};

constexpr std::string_view kNames[] = {"up", "run", "status", "down"};
constexpr Command kClusterCommands[] = {
    {"up", "", cluster_up},     {"run", "", cluster_run},     {"status", "", cluster_status},
    {"down", "", cluster_down}, {"agent", "", cluster_agent}, {"wan", "", cluster_wan},
};

}  // namespace

int cluster_command(const Arguments& arguments) {
    boost::program_options::options_description options;
    options.add_options()("help,h", "show this page");
    if (arguments.empty()) {
        std::cerr << help_text(kClusterPage, options);
        return kUsage;
    }
    const std::string& word = arguments.front();
    if (word == "--help" || word == "-h" || word == "help") {
        std::cout << help_text(kClusterPage, options);
        return kDone;
    }
    for (const Command& command : kClusterCommands)
        if (command.name == word) return command.run(Arguments(arguments.begin() + 1, arguments.end()));
    const std::string nearest(config::nearest(word, kNames));
    return complain("cluster",
                    "nothing is called '" + word + "'; the nearest is '" + nearest + "' (see shunt cluster --help)",
                    kUsage);
}

}  // namespace shunt::tools
