#include "shim/offload/staged_team.hpp"

#include <atomic>
#include <utility>

#include "native/staged_join.hpp"
#include "shim/carry.hpp"
#include "shim/session.hpp"

namespace shunt {
namespace {

constexpr std::uint32_t kFirstWord = 16;   // calls

/// What a gathering in the background has brought.
struct Gathered {
    std::atomic<bool> complete{false};
    std::vector<std::byte> all;
};

}  // namespace

/// A team on its way.
struct StagedTeam {
    std::unique_ptr<CommTeam> team;
    std::unique_ptr<StagedJoin> join;        ///< destroyed before `team`, whose exchange it uses
    std::shared_ptr<Gathered> gathered;      ///< of the exchange under way
    std::uint32_t stage = 0;
    std::uint32_t begun = 0;                 ///< number of the collective in which that was begun
};

namespace {

void begin_exchange(Session& s, CommRecord& record, StagedTeam& staged) {
    const auto result = std::make_shared<Gathered>();
    staged.gathered = result;
    staged.begun = record.collective_sequence;
    record.next_word = staged.begun + kFirstWord;
    const auto mine = staged.join->mine();
    Chore chore;
    chore.world_ranks = staged.team->exchange.world_ranks();
    const GatherKey key{record.id, staged.stage++};
    chore.begin = [key, rank = record.rank, size = record.size, bytes = std::vector<std::byte>(mine.begin(), mine.end())] {
        return BackgroundGather(rank, size, key, bytes);
    };
    chore.done = [result](const BackgroundGather& gather) {
        result->all.assign(gather.all().begin(), gather.all().end());
        result->complete.store(true, std::memory_order_release);
    };
    s.chores.add(std::move(chore));
    s.chores.advance_now(s);
}

void drop(CommRecord& record) {
    delete std::exchange(record.staged, nullptr);
    record.next_word = 0;
}

/// Begins the exchange that the join wants now, or takes what it has ended with.
void go_on(Session& s, CommRecord& record) {
    StagedTeam& staged = *record.staged;
    if (!staged.join->has_ended()) return begin_exchange(s, record, staged);
    staged.team->team = staged.join->team();
    staged.team->exchange.gather_by({});
    keep_team(s, record, std::move(staged.team));
    drop(record);
}

/// One step of the join, once all members are known to have given their part of the exchange under way.
/// Blocks: until what they have sent has come.
void step(Session& s, CommRecord& record) {
    StagedTeam& staged = *record.staged;
    for (GentleWait wait(s.patience); !staged.gathered->complete.load(std::memory_order_acquire); wait.pause()) s.chores.advance_now(s);
    if (staged.join->gathered(staged.gathered->all) != Status::ok) end_without_memory(record);
    go_on(s, record);
}

/// A byte from `root`, over the program's communicator, in a call in which the receivers wait for it anyway.
bool root_says(const Session& s, const CommRecord& record, int root, bool word) {
    char byte = word;
    const OwnErrors own_errors(record.handle);
    const auto gently = [&](MPI_Request* request) { return host.MPI_Ibcast(&byte, 1, MPI_CHAR, root, record.handle, request); };
    const int code = s.gentle_collectives ? run_gently(s.patience, gently) : host.MPI_Bcast(&byte, 1, MPI_CHAR, root, record.handle);
    return code == MPI_SUCCESS && byte != 0;
}

}  // namespace

void begin_staged(Session& s, CommRecord& record, const Choice& choice) {
    if (record.staged || !record.id_is_agreed || !choice.engine->joins_by_exchanges(choice.facts, setup_of(s, record).settings)) return;
    auto made = std::make_unique<StagedTeam>();
    made->team = new_team(s, record, choice, 0);
    StagedTeam* const staged = record.staged = made.release();
    staged->team->exchange.gather_by([staged](const void* mine, std::size_t bytes, void* all) { return staged->join->all_gather(mine, bytes, all); });
    staged->join = std::make_unique<StagedJoin>();
    if (staged->join->begin(*choice.engine, setup_of(s, record), staged->team->exchange) != Status::ok) end_without_memory(record);
    go_on(s, record);
}

void hear_root(Session& s, CommRecord& record, int root) {
    if (!record.staged || record.collective_sequence < record.next_word) return;
    StagedTeam& staged = *record.staged;
    if (root == record.rank) s.chores.advance_now(s);
    const bool complete = staged.gathered->complete.load(std::memory_order_acquire);
    const std::uint32_t waited = record.collective_sequence - staged.begun;
    if (root_says(s, record, root, complete)) step(s, record);
    else record.next_word = record.collective_sequence + waited;
}

void finish_staged(Session& s, CommRecord& record) {
    while (record.staged) step(s, record);
}

void abandon_staged(CommRecord& record) {
    if (!record.staged) return;
    record.staged->team->exchange.be_silent();
    drop(record);
}

}  // namespace shunt
