#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "native/base/operation.hpp"
#include "shim/observe/record/call_traffic.hpp"
#include "shim/observe/record/image.hpp"
#include "tools/analysis/arrivals.hpp"

namespace shunt::tools {

/// The operation of a blocking, nonblocking or persistent MPI function: "MPI_Ialltoallv_c" -> alltoallv.
std::optional<Operation> operation_of(std::string_view function);

/// Adds the traffic of collectives to the matrix of ranks, and counts the nodes of each communicator.
/// Thread: any one at a time.   Fails: members whose record is missing have no traffic.
class CollectiveTraffic {
public:
    using Pairs = std::map<std::pair<std::int32_t, std::int32_t>, double>;

    /// Owner: keeps nothing of `images`.
    explicit CollectiveTraffic(std::span<const record::Image> images);

    /// Adds the calls of one row.   Returns the bytes they moved, each counted with one rank only.
    double add(const record::Image& image, const record::Cell& cell, Operation operation);

    /// Bytes between each two ranks of the world, by (from, to).
    Pairs pairs() const;
    /// Whether communicators too large for a matrix were left out of pairs().
    bool left_out() const { return left_out_; }
    /// Maximum number of nodes of a communicator of that name and size; at least 1.
    std::int32_t nodes_of(const CommKind& kind) const;

private:
    struct Members {
        std::vector<std::int32_t> world;  ///< by rank of the communicator; -1: no record
        std::vector<double> to_each;      ///< bytes to each other member, by its rank; empty: none so far
    };
    using Key = std::pair<std::uint64_t, std::int32_t>;  ///< id and leader, which together identify a communicator
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return key.first * 0x9e3779b97f4a7c15u ^ static_cast<std::uint32_t>(key.second);
        }
    };
    void place(Members& members, const record::CommEntry& comm, std::int32_t own, std::int32_t root,
               const record::CallTraffic& call);

    std::unordered_map<Key, Members, KeyHash> members_;
    std::map<CommKind, std::int32_t> nodes_;
    Pairs direct_;
    bool left_out_ = false;
};

}  // namespace shunt::tools
