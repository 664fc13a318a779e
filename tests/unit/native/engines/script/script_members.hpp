#pragma once
// Members of script teams that are processes, and the calls that they carry.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "native/engines/script/engine.hpp"
#include "native/engines/script/options.hpp"
#include "native/net/hosts.hpp"
#include "native/net/liveness.hpp"
#include "native/select/vocabulary.hpp"
#include "tests/number_reducer.hpp"
#include "tests/unit/native/memory/members.hpp"

namespace script_test {

using namespace shunt;
using remote_test::Board;
using remote_test::run_members;

/// A temporary folder, removed by the destructor.
class Folder {
public:
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "shunt-script-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::string& path() const { return path_; }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path_ + "/" + name) << text; }

private:
    std::string path_;
};

class SayingExchange final : public Exchange {
public:
    explicit SayingExchange(AllGather gather) : gather_(std::move(gather)) {}
    Status all_gather(const void* mine, std::size_t bytes, void* all, const std::function<void()>& = {}) override {
        exchanges += 1;
        return gather_(mine, bytes, all);
    }
    void progress() override {}
    Status ask_about(int) override { return Status::ok; }
    void warn(const char* text) override { said.emplace_back(text); }
    std::vector<std::string> said;
    int exchanges = 0;

private:
    AllGather gather_;
};

/// How the members are placed: `nodes_of` gives the node of each rank, for each number of members.
enum class Where { one_node, own_nodes, two_nodes };

/// One member with its team.
struct Member {
    Member(const memory::Setup& setup, Where where, const std::string& folder, std::vector<std::string> texts,
           int cores = 64, const std::function<void(script_engine::ScriptOptions&)>& edit = {})
        : exchange(setup.all_gather), rank(setup.rank), size(setup.size), is_near(where == Where::one_node) {
        TeamSetup team_setup;
        team_setup.group = {rank, size};
        for (int r = 0; r < size; ++r)
            team_setup.node_of.push_back(where == Where::one_node ? 0 : where == Where::own_nodes ? r : r / 2);
        const int nodes = 1 + team_setup.node_of.back();
        team_setup.cores = cores;
        auto& set = options.edit<script_engine::ScriptOptions>();
        set.interface = "127.0.0.0/8";
        if (edit) edit(set);
        team_setup.options = &options;
        team_setup.patience_ns = net::kUsualPatienceNs;
        team_setup.exchange = &exchange;
        team_setup.hosts = &hosts;
        team_setup.host_of.resize(static_cast<std::size_t>(nodes));
        team_setup.texts = std::move(texts);
        team_setup.folders = {folder};
        team = script_engine::ScriptEngine().join(team_setup);
    }
    /// Carries a call. Where its program is not made yet, the members meet first.
    Status carry(CollectiveCall& call, std::int64_t file = 1) {
        const std::int64_t parameters[] = {file};
        call.parameters = parameters;
        Status status = team->carry(call);
        if (status == Status::left_to_host && team->wants_to_meet()) {
            if (team->meet() != Status::ok) return Status::bug;
            status = team->carry(call);
        }
        return status;
    }
    std::string clause() const { return std::string(dynamic_cast<Explaining&>(*team).clause()); }
    std::uint64_t counter(const std::string& name) const {
        for (const EngineCounter& each : team->counters())
            if (each.name == name) return each.value;
        return UINT64_MAX;
    }
    /// On one node no member waits for the others. Elsewhere each team lives until all members have left.
    void leave() {
        char left = team->leave();
        std::vector<char> all(static_cast<std::size_t>(size));
        if (!left || !is_near) static_cast<void>(exchange.all_gather(&left, 1, all.data()));
        team.reset();
    }

    OptionValues options = default_engine_options();
    net::Hosts hosts = net::Hosts::repeated(1, {"127.0.0.0/8"});
    SayingExchange exchange;
    int rank, size;
    bool is_near;
    std::unique_ptr<Team> team;
};

/// Element `i` of the block of `rank` for `other`; it differs in each turn.
inline std::uint64_t value(int rank, int other, std::size_t i, std::uint64_t turn) {
    return (std::uint64_t{2} * static_cast<std::uint64_t>(rank) + 3) << 32 |
           (1'000'000 * static_cast<std::uint64_t>(rank + 1) + 10'000 * static_cast<std::uint64_t>(other) + 100 * turn +
            i % 97);
}

inline std::vector<std::uint64_t> values(int rank, int other, std::size_t count, std::uint64_t turn) {
    std::vector<std::uint64_t> made(count);
    for (std::size_t i = 0; i < count; ++i) made[i] = value(rank, other, i, turn);
    return made;
}

/// Makes one call of `operation` with `count` numbers (as Program::count) and checks its result. `in_place`: with
/// MPI_IN_PLACE. `gap`: numbers between the blocks of a gather or all-to-all. `commutes`: whether the reduction
/// commutes.
/// Returns: 0; 1: the call failed; 2: its result is wrong; 3: it wrote outside its buffer; 4: it was left to the host.
int call_and_look(Member& member, Operation operation, int root, std::size_t count, std::int64_t file,
                  std::uint64_t turn, bool in_place, std::size_t gap = 0, bool commutes = true);

}  // namespace script_test
