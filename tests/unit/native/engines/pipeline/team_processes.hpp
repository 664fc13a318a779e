#pragma once
// Members of pipeline teams that are processes, and the reductions that they use.
#include <malloc.h>

#include <memory>
#include <span>
#include <vector>

#include "native/engines/pipeline/engine.hpp"
#include "native/engines/pipeline/options.hpp"
#include "native/net/hosts.hpp"
#include "native/net/liveness.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/unit/native/memory/members.hpp"

namespace pipeline_test {

using namespace shunt;
using remote_test::Board;
using remote_test::run_members;

inline constexpr int kPlenty = 64;     // cores
inline constexpr int kOneNode = 1000;  // more members than any team has

/// Adds 64-bit numbers; or keeps the leftmost operand, for which the order must be kept.
class Numbers final : public Reducer {
public:
    explicit Numbers(bool commutes) : commutes_(commutes) {}
    std::uint64_t element_bytes() const override { return sizeof(std::uint64_t); }
    bool is_commutative() const override { return commutes_; }
    Status combine(const std::byte* left, std::byte* right, std::uint64_t elements) override {
        const auto* from = reinterpret_cast<const std::uint64_t*>(left);
        auto* into = reinterpret_cast<std::uint64_t*>(right);
        for (std::uint64_t i = 0; i < elements; ++i)
            into[i] = commutes_ ? from[i] + into[i] : from[i];  // the leftmost operand: associative
        return Status::ok;
    }

private:
    bool commutes_;
};

class BoardExchange final : public Exchange {
public:
    explicit BoardExchange(AllGather gather) : gather_(std::move(gather)) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& = {}) override {
        return gather_(mine, bytes, all);
    }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char*) override {}

private:
    AllGather gather_;
};

/// One member with its team.
struct Member {
    /// `on_node`: the number of members on each node. `ring_bytes`: pipeline.ring; 0: its default.
    Member(const memory::Setup& setup, int on_node, int cores, std::int64_t ring_bytes = 0)
        : exchange(setup.all_gather), one_node(on_node >= setup.size), rank(setup.rank), size(setup.size) {
        // Each call allocates and frees vectors of megabytes. Their pages are kept, because mapping them anew takes
        // half of the time.
        mallopt(M_MMAP_THRESHOLD, 32 << 20);
        mallopt(M_TRIM_THRESHOLD, 512 << 20);
        TeamSetup team_setup;
        team_setup.group = {setup.rank, setup.size};
        for (int r = 0; r < setup.size; ++r) team_setup.node_of.push_back(r / on_node);
        team_setup.cores = cores;
        auto& set = options.edit<pipeline::PipelineOptions>();
        set.interface = "127.0.0.0/8";
        if (ring_bytes > 0) set.ring_bytes = ring_bytes;
        set.short_bytes = 48 << 10;  // from all others together: with five members, vectors of up to 12 KB
        team_setup.options = &options;
        team_setup.patience_ns = net::kUsualPatienceNs;
        team_setup.exchange = &exchange;
        team_setup.hosts = &hosts;
        team_setup.host_of.resize(team_setup.node_of.size());
        team = pipeline::PipelineEngine().join(team_setup);
    }
    Status carry(Operation operation, int root, Numbers& numbers, std::span<const std::uint64_t> send,
                 std::span<std::uint64_t> receive) {
        CollectiveCall call;
        call.operation = operation;
        call.root = root;
        call.reducer = &numbers;
        call.send = std::as_bytes(send);
        call.receive = std::as_writable_bytes(receive);
        return team->carry(call);
    }
    bool is_on_one_node() const { return one_node; }
    /// On one node no member waits for the others. Elsewhere each team lives until all members have left.
    void leave() {
        char left = team->leave();
        std::vector<char> all(static_cast<std::size_t>(size));
        if (!left) static_cast<void>(exchange.all_gather(&left, 1, all.data()));
        team.reset();
    }
    OptionValues options = default_engine_options();
    net::Hosts hosts = net::Hosts::repeated(1, {"127.0.0.0/8"});
    BoardExchange exchange;
    bool one_node;
    int rank, size;
    std::unique_ptr<Team> team;
};

inline std::vector<std::uint64_t> values(int rank, std::size_t count, std::uint64_t turn) {
    const std::uint64_t first = 1000 * static_cast<std::uint64_t>(rank + 1) + turn;
    std::vector<std::uint64_t> made(count);
    for (std::size_t i = 0, rest = 0; i < count; ++i, rest = rest == 96 ? 0 : rest + 1) made[i] = first + rest;
    return made;
}

inline bool is_sum(std::span<const std::uint64_t> found, int ranks, std::uint64_t turn) {
    const auto n = static_cast<std::uint64_t>(ranks);
    const std::uint64_t first = 1000 * n * (n + 1) / 2 + n * turn;
    for (std::size_t i = 0, rest = 0; i < found.size(); ++i, rest = rest == 96 ? 0 : rest + 1)
        if (found[i] != first + n * rest) return false;
    return true;
}

}  // namespace pipeline_test
