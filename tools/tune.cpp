#include <unistd.h>

#include <cstdio>
#include <iomanip>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "tools/command.hpp"
#include "tools/output_stream.hpp"
#include "tools/tune/measure.hpp"
#include "tools/tune/peer.hpp"

namespace shunt::tools {
namespace {

constexpr HelpPage kTunePage{
    "tune",
    "measure this machine, and write the costs to an options file",
    "shunt tune [--output FILE] [--peer HOST[:PORT] [--key KEY | --key-file FILE] | --rate MBIT --latency US]",
    "Measures three costs on this machine: notifying another process of a block, moving data to it, and combining two "
    "vectors. From these, pipelines choose between chains and trees, and the size of their blocks. Takes about two "
    "seconds, with two cores. With --peer it takes about five, up to a minute more where the network is slow, and "
    "before "
    "that it waits for the other host. Steps are shown on a terminal.\n\n"
    "The costs of a network are measured between two hosts. Run `shunt tune --peer HOST` on HOST: it prints the line "
    "to run on the other host, with a key for this one measurement. HOST answers (TCP port 48620 unless you say "
    "otherwise) only a peer with the key; the other host measures and writes the file. One measurement per network is "
    "enough. Under the MPI's launcher all ranks run one command line, with --key-file and a file that all hosts see. "
    "The first rank makes the file, readable only by you; remove it afterwards. (Other users of a host can see a "
    "--key while the command runs there, but not such a file.) Further hosts do nothing. Instead, you may give the "
    "network's rate and the time of a short message, if you know them.\n\n"
    "The result is an options file, which you may read and change. SHUNT_CONFIG names it, or you copy its lines into "
    "an existing file. All ranks must have the same.",
    "0  written, or another host measures\n"
    "1  it could not be measured or written\n"
    "2  wrong command line",
    "shunt tune\n"
    "shunt tune --output cluster.conf --rate 1000 --latency 40\n"
    "shunt tune --peer node1 --output cluster.conf          on node1\n"
    "mpirun -np 2 --host node1,node2 shunt tune --peer node1 --key-file ~/tune.key --output cluster.conf",
};

constexpr double kSeconds = 2;
constexpr double kPatienceS = 30;       // to wait for the other host
constexpr double kCopyPatienceS = 300;  // to wait for it if a person must copy a line to it
constexpr double kBytesOfCosts = 1 << 20;

/// Costs of the network: measured, or as the user specified them.
struct Network {
    NetworkCosts costs;
    std::string origin;  ///< where they are from, for the reader of the file
    bool is_measured = false;
};

constexpr std::int64_t kFastPort = 100'000'000;  // bytes a second; a faster port has short queues
constexpr double kPayloadOfWire = 15.0 / 16;  // of full Ethernet frames, with acknowledgements for the other direction

/// Bytes of data that a port can send in a second; 0: not known.
std::int64_t port_bytes_per_s(const Network& network) {
    if (network.costs.move_ns <= 0) return 0;
    const double rate = kBytesOfCosts * 1e9 / static_cast<double>(network.costs.move_ns);
    return static_cast<std::int64_t>(network.is_measured ? rate : rate * kPayloadOfWire);
}

std::string own_name() {
    char host[256] = "this machine";
    static_cast<void>(gethostname(host, sizeof host - 1));
    return host;
}

std::string text_of(const NodeCosts& node, const Network& network) {
    const NetworkCosts& costs = network.costs;
    std::ostringstream out;
    out << "# shunt tune on " << own_name()
        << ". Times: of a word between two processes; of moving 1 MiB; of combining 1 MiB.\n"
        << "[pipeline]\n"
        << lines_of(node) << "tcp-combine = " << node.combine_ns << "ns\n"
        << "verbs-combine = " << node.combine_ns << "ns\n";
    if (costs.move_ns > 0 || costs.latency_ns > 0) out << "# The network" << network.origin << ".\n";
    if (costs.move_ns > 0) {
        out << "# " << std::fixed << std::setprecision(1) << kBytesOfCosts * 8e3 / static_cast<double>(costs.move_ns)
            << " Mbit/s\n";
        out << "tcp-move = " << costs.move_ns << "ns\n";
    }
    if (costs.lone_ns > 0) out << "tcp-lone = " << costs.lone_ns << "ns\n";
    if (costs.latency_ns > 0) out << "tcp-latency = " << costs.latency_ns << "ns\n";
    if (costs.move_ns > 0 && costs.latency_ns > 0)
        out << "# Shorter vectors are moved in too few messages for a pipeline to gain: the MPI carries them.\n"
            << "tcp-least = " << least_bytes_for(costs) << "\n";
    if (const std::int64_t rate = port_bytes_per_s(network); rate > 0 && rate < kFastPort)
        out << "# The rate of a node's port, in bytes per second: all-to-alls are sent at that rate.\n"
            << "[phased]\n"
            << "rate = " << rate << "\n";
    return out.str();
}

/// Quotes `text` for a shell.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char each : text) result += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return result + "'";
}

/// Shows the command line for the other host. It goes to standard error, because standard output may be the file.
void show_line(const Parsed& parsed, const SipKey& key) {
    std::cerr << "shunt tune: waiting " << kCopyPatienceS / 60
              << " minutes for the other host; run there, within that time:\n\n    shunt tune --peer "
              << parsed.text("peer") << " --key " << key_text(key)
              << (parsed.has("output") ? " --output " + quoted(parsed.text("output")) : "") << "\n\n"
              << std::flush;
}

/// Shows each step on a line of standard error, if that is a terminal or --verbose is given.
StepVisitor steps_of(const Parsed& parsed) {
    if (!parsed.has("verbose") && ::isatty(STDERR_FILENO) != 1) return [](std::string_view) {};
    return [](std::string_view what) { std::cerr << "shunt tune: measuring " << what << '\n' << std::flush; };
}

/// Fails: throws std::runtime_error. --key is a valid key here: the caller has checked it.
PeerSetup setup_of(const Parsed& parsed, const Peer& peer) {
    PeerSetup setup{peer, {}, kPatienceS, [&parsed](const SipKey& key) { show_line(parsed, key); }};
    setup.step = steps_of(parsed);
    if (parsed.has("key")) setup.key = parse_key(parsed.text("key")).value();
    else if (parsed.has("key-file")) setup.key = key_of_file(parsed.text("key-file")), setup.may_be_further = true;
    else setup.patience_s = kCopyPatienceS;
    return setup;
}

/// Returns: nullopt where the other host measures and writes the result.
std::optional<Network> network_of(const Parsed& parsed, const std::optional<Peer>& peer) {
    if (peer) {
        const auto costs = measure_network(setup_of(parsed, *peer), kSeconds);
        return costs ? std::optional<Network>({*costs, ": measured from " + own_name() + " to " + peer->host, true})
                     : std::nullopt;
    }
    Network said;
    if (parsed.has("rate"))
        said.costs.move_ns = static_cast<std::int64_t>(kBytesOfCosts * 8e3 / parsed.values["rate"].as<double>());
    if (parsed.has("latency"))
        said.costs.latency_ns = static_cast<std::int64_t>(parsed.values["latency"].as<double>() * 1e3);
    said.origin = ", as given on the command line";
    return said;
}

/// The error in the options for the key; empty: none.
std::string wrong_key(const Parsed& parsed) {
    if (parsed.has("key") && parsed.has("key-file"))
        return "--key and --key-file both give the key; use only one of them";
    if ((parsed.has("key") || parsed.has("key-file")) && !parsed.has("peer")) return "a key is for --peer";
    return parsed.has("key") && !parse_key(parsed.text("key"))
               ? "--key must be the 32 hexadecimal digits that `shunt tune --peer` prints on the other host"
               : "";
}

int write_text(const Parsed& parsed, const std::string& text) {
    if (!parsed.has("output")) {
        std::cout << text;
        return kDone;
    }
    std::ofstream file = output_stream(parsed.text("output"));
    if (!(file << text) || !file.flush())
        return complain("tune", "cannot write " + parsed.text("output") + "; name a file in a folder you may write to",
                        kFailed);
    std::cout << "shunt tune: " << parsed.text("output") << " written; set SHUNT_CONFIG to it on all ranks\n";
    return kDone;
}

}  // namespace

int tune_command(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description options;
    options.add_options()("output", po::value<std::string>()->value_name("FILE"),
                          "write there instead of to the terminal")(
        "peer", po::value<std::string>()->value_name("HOST[:PORT]"),
        "measure the network between HOST and the other host this runs on")(
        "key", po::value<std::string>()->value_name("KEY"), "the key that `shunt tune --peer` has printed on HOST")(
        "key-file", po::value<std::string>()->value_name("FILE"),
        "the key is in FILE, which is made where it is missing")("rate", po::value<double>()->value_name("MBIT"),
                                                                 "the network's rate, in Mbit/s")(
        "verbose", "show each step, also where standard error is no terminal")(
        "latency", po::value<double>()->value_name("US"), "time of a short message between nodes, in us");
    const Parsed parsed = parse_command_line(kTunePage, options, {}, arguments);
    if (parsed.status >= 0) return parsed.status;
    for (const char* name : {"rate", "latency"})
        if (parsed.has(name) && !(parsed.values[name].as<double>() > 0))
            return complain("tune", "a rate and a latency are above 0", kUsage);
    std::optional<Peer> peer;
    if (parsed.has("peer")) {
        peer = parse_peer(parsed.text("peer"));
        if (!peer) return complain("tune", "--peer must be HOST or HOST:PORT", kUsage);
        if (parsed.has("rate") || parsed.has("latency"))
            return complain("tune", "--peer measures the rate and the latency: give it, or --rate and --latency",
                            kUsage);
    }
    if (const std::string problem = wrong_key(parsed); !problem.empty()) return complain("tune", problem, kUsage);
    try {
        const std::optional<Network> network = network_of(parsed, peer);
        if (!network) {
            if (parsed.has("key-file")) std::cerr << "shunt tune: another host measures and writes the file\n";
            return kDone;
        }
        if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
            complain("tune", "one core alone: the times are those of two processes that take turns on it", kDone);
        return write_text(parsed, text_of(measure_node(kSeconds, steps_of(parsed)), *network));
    } catch (const std::runtime_error& problem) { return complain("tune", problem.what(), kFailed); }
}

}  // namespace shunt::tools
