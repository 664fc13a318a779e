#include "shim/offload/staged_team.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "native/engines/staged_join.hpp"
#include "shim/objects/thread_state.hpp"
#include "shim/offload/carry.hpp"
#include "shim/offload/figures.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/root_word.hpp"

namespace shunt {
namespace {

constexpr std::uint32_t kFirstWord = 16;        // calls
constexpr std::uint32_t kMostStages = 1 << 16;  // exchanges of one join or meeting

}  // namespace

/// A team that is being joined, or a meeting of an existing team.   Owner: shared by its communicator and the chore
/// that makes its exchanges, which may end later. Thread: any.
struct StagedTeam {
    std::mutex mutex;
    std::unique_ptr<CommTeam> team;   ///< null: it is owned by the communicator; see `meeting`
    CommTeam* meeting = nullptr;      ///< whose members meet; null: they are joining
    Status met = Status::ok;          ///< the result of the meeting, once it has ended
    StagedJoin join;                  ///< destroyed before `team`, whose exchange it uses
    std::vector<std::byte> gathered;  ///< by the exchange that ended last
    std::uint32_t stage = 0;          ///< number of the exchange under way, or next
    std::uint32_t begun = 0;          ///< number of the collective in which this began
    bool is_abandoned = false;        ///< its communicator is freed

    CommTeam& its_team() const { return meeting ? *meeting : *team; }
    /// Ends the exchange with that number, unless it has ended.
    void take(std::uint32_t of_stage, std::span<const std::byte> all) {
        const std::lock_guard<std::mutex> guard(mutex);
        if (of_stage != stage || join.state() != StagedJoin::State::exchanging) return;
        gathered.assign(all.begin(), all.end());
        ++stage;
        join.gathered(all);
    }
    /// The same for the last of all exchanges.   Blocks: until the join has ended.
    void take_last(std::span<const std::byte> all) {
        if (join.settled_state() == StagedJoin::State::exchanging) take(stage, all);
        while (join.settled_state() != StagedJoin::State::ended) {}
    }
};

namespace {

/// Makes the exchanges of a join in the background. If the communicator is freed meanwhile, it continues until the join
/// has ended, as the other members rely on this one; then the team is left.
class StagedExchanges final : public Chore {
public:
    StagedExchanges(Session& s, const CommRecord& record, std::shared_ptr<StagedTeam> staged)
        : Chore(staged->its_team().exchange.world_ranks()),
          session_(s),
          id_(record.id),
          first_(record.stagings * kMostStages),
          rank_(record.rank),
          size_(record.size),
          staged_(std::move(staged)) {}

    Now now() override {
        if (departure_) return departure_->now();
        const std::lock_guard<std::mutex> guard(staged_->mutex);
        const StagedJoin::State state = staged_->join.state();
        if (state == StagedJoin::State::ended) return staged_->is_abandoned ? depart() : Now::end;
        return state == StagedJoin::State::exchanging && next_ == staged_->stage ? Now::begin : Now::wait;
    }
    BackgroundGather begin() override {
        if (departure_) return departure_->begin();
        const std::lock_guard<std::mutex> guard(staged_->mutex);
        return {rank_, size_, {id_, first_ + next_++}, staged_->join.mine()};
    }
    void done(const BackgroundGather& gather) override {
        if (departure_) departure_->done(gather);
        else staged_->take(next_ - 1, gather.all());
    }

private:
    Now depart() {
        if (!staged_->team) return Now::end;
        if (!staged_->meeting) {
            staged_->team->take(staged_->join.team());
            if (staged_->team->team) session_.offload->open_teams.fetch_add(1);
        }
        departure_ = std::make_unique<Departure>(id_, rank_, size_, std::move(staged_->team));
        return departure_->now();
    }

    Session& session_;
    std::uint64_t id_;
    std::uint32_t first_;  ///< number of the first exchange, unique in the communicator
    int rank_, size_;
    std::uint32_t next_ = 0;  ///< number of the next exchange to begin, from 0
    std::shared_ptr<StagedTeam> staged_;
    std::unique_ptr<Departure> departure_;
};

/// Begins the join or meeting of `staged`; from now on `join` makes its exchanges.
void begin_exchanges(Session& s, CommRecord& record, std::shared_ptr<StagedTeam> staged) {
    staged->begun = record.collective_sequence;
    s.offload->chores.add(std::make_unique<StagedExchanges>(s, record, staged));
    record.stagings += 1;
    record.next_word = staged->begun + kFirstWord;
    record.staged = std::move(staged);
}

void begin_meeting(Session& s, CommRecord& record, CommTeam& team) {
    const auto staged = std::make_shared<StagedTeam>();
    staged->meeting = &team;
    switch_off(record, team);
    team.is_meeting = true;
    team.exchange.stage(&staged->join);
    const auto meet = [&met = staged->met, &team] {
        const bool before = std::exchange(thread_state.makes_no_calls, true);
        met = team.team->meet();
        thread_state.makes_no_calls = before;
    };
    staged->join.begin(meet);
    begin_exchanges(s, record, staged);
}

/// The members of a team have met, as in use_team().
void go_on(CommRecord& record, CommTeam& team, Status met) {
    team.exchange.stage(nullptr);
    team.is_meeting = false;
    team.wants_since = 0;
    if (met != Status::declined) switch_on(record, team);
}

/// The join or meeting has ended, on all members in the same call: its team is used from now on.
void use_team(Session& s, CommRecord& record) {
    const std::shared_ptr<StagedTeam> staged = std::exchange(record.staged, nullptr);
    record.next_word = next_word_of_figures(record);
    if (staged->join.has_no_memory()) end_without_memory(record);
    if (staged->meeting) return go_on(record, *staged->meeting, staged->met);
    staged->team->take(staged->join.team());
    staged->team->exchange.stage(nullptr);
    keep_team(s, record, std::move(staged->team));
}

/// Takes the team from the communicator.
std::unique_ptr<CommTeam> taken_out(CommRecord& record, CommTeam& team) {
    CommTeam** place = &record.teams;
    while (*place != &team) place = &(*place)->next;
    *place = team.next;
    return std::unique_ptr<CommTeam>(&team);
}

}  // namespace

void begin_staged(Session& s, CommRecord& record, const Decision& decision) {
    if (record.staged || !record.id_is_agreed || record.collective_sequence <= kCallsBeforeStaged) return;
    const TeamSetup setup = setup_of(s, record, decision.index);
    if (!decision.engine->joins_apart(setup)) return;
    const auto staged = std::make_shared<StagedTeam>();
    staged->team = new_team(s, record, decision, 0);
    staged->team->exchange.stage(&staged->join);
    staged->join.begin(*decision.engine, setup, staged->team->exchange);
    begin_exchanges(s, record, staged);
}

void note_wish_to_meet(Session& s, CommRecord& record, CommTeam& team, bool may_be_staged) {
    if (!team.team->wants_to_meet()) return;
    record.wants.meeting = true;
    if (team.wants_since == 0) team.wants_since = record.collective_sequence;
    if (!may_be_staged || record.staged || !record.id_is_agreed || !team.team->meets_apart()) return;
    // Such a meeting ends at a call that depends on times, and rounded reductions must not.
    if (record.memory && (record.memory->settled_teams & std::uint32_t{1} << team.engine)) return;
    if (record.collective_sequence - team.wants_since >= kCallsBeforeStaged) begin_meeting(s, record, team);
}

void hear_root(Session& s, CommRecord& record, int root) {
    if (!record.staged || record.collective_sequence < record.next_word) return;
    StagedTeam& staged = *record.staged;
    bool is_over = false;
    std::vector<std::byte> all;
    if (root == record.rank) {
        s.offload->chores.advance_now(s);
        is_over = staged.join.state() == StagedJoin::State::ended;
        if (is_over && staged.join.has_no_memory()) end_without_memory(record);  // others may be in another exchange
        if (is_over) all = staged.gathered;
    }
    switch (hear_word(s, record, root, is_over, all)) {
        case RootWord::unheard: return;
        case RootWord::not_yet:
            record.next_word = record.collective_sequence + (record.collective_sequence - staged.begun);
            return;
        case RootWord::over: break;
    }
    staged.take_last(all);
    use_team(s, record);
}

void finish_staged(Session& s, CommRecord& record) {
    if (!record.staged) return;
    StagedJoin& join = record.staged->join;
    join.come_together();
    GentleWait wait(s.patience);
    const auto advance = [&] {
        s.offload->chores.advance_now(s);
        wait.pause();
    };
    join.run_without_thread(advance);
    while (join.state() != StagedJoin::State::ended) advance();
    use_team(s, record);
}

void abandon_staged(CommRecord& record) {
    if (!record.staged) return;
    {
        StagedTeam& staged = *record.staged;
        const std::lock_guard<std::mutex> guard(staged.mutex);
        staged.is_abandoned = true;
        staged.its_team().exchange.be_silent();
        staged.join.give_up();
        if (staged.meeting) {
            staged.meeting->exchange.forget_communicator();
            staged.team = taken_out(record, *staged.meeting);
        }
    }
    record.staged = nullptr;
    record.next_word = 0;
}

void cut_staged(CommRecord& record) {
    if (!record.staged || !record.staged->meeting) return abandon_staged(record);
    {
        StagedTeam& staged = *record.staged;
        const std::lock_guard<std::mutex> guard(staged.mutex);
        staged.is_abandoned = true;
        staged.meeting->exchange.be_silent();
        staged.join.cut();
        staged.meeting->exchange.stage(nullptr);
    }
    record.staged = nullptr;
    record.next_word = 0;
}

}  // namespace shunt
