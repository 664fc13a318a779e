#pragma once
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "native/program/checker.hpp"
#include "native/script/creators.hpp"

namespace shunt::script::test {

/// The scripts for users that the source tree contains.
inline constexpr const char* kReadyScripts[] = {"binomial", "bruck", "chain",   "dissemination",
                                                "doubling", "flat",  "halving", "leaders",
                                                "magpie",   "ring",  "timed",   "two_level"};

inline std::string ready_script(std::string_view name) {
    std::ifstream file(std::string(SHUNT_SOURCE_DIR "/tools/scripts/") + std::string(name) + ".lua");
    std::stringstream text;
    text << file.rdbuf();
    REQUIRE(!text.str().empty());
    return text.str();
}

inline Call call_of(Operation operation, std::uint64_t count, int root = 0) {
    Call call;
    call.operation = operation;
    call.count = count;
    call.root = root;
    call.element_bytes = 8;
    return call;
}

/// Nodes of `per_node` ranks each, in three clusters of addresses, as in CoMPI's experiment.
inline Topology clusters_of(int ranks, int per_node) {
    Topology topology;
    for (int rank = 0; rank < ranks; ++rank) {
        Place place;
        place.node = rank / per_node;
        place.core = rank % per_node;
        const int cluster = 1 + place.node % 3;
        place.subnet = "10." + std::to_string(cluster) + ".0.0/16";
        place.address = "10." + std::to_string(cluster) + ".0." + std::to_string(1 + place.node);
        place.switch_name = "s" + std::to_string(place.node / 4);
        topology.places.push_back(place);
    }
    return topology;
}

/// Loads `text` as "test.lua" for `ranks` ranks on one node.
inline std::string error_of(std::string_view text, int ranks = 4, const Limits& limits = {}) {
    Creators creators(one_node(ranks), limits);
    return creators.add(text, "test.lua");
}

/// Loads `text` and makes a program of `call`, which must succeed.
inline Made made_by(std::string_view text, const Call& call, int ranks = 4) {
    Creators creators(one_node(ranks));
    REQUIRE(creators.add(text, "test.lua") == "");
    return creators.make(call);
}

/// The error of a script with these steps of one rank, in a Bcast of 10 elements among 4 ranks.
inline std::string error_of_steps(const std::string& steps, Operation operation = Operation::bcast) {
    return made_by("creator('any', function(call) return function(me)\n" + steps + "\nend end)",
                   call_of(operation, operation == Operation::barrier ? 0 : 10))
        .error;
}

}  // namespace shunt::script::test
