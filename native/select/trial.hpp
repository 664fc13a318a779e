#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/select/turns.hpp"

namespace shunt {

/// Measures, in the program's own calls, which candidate carries calls of one kind fastest: the host or an engine.
///
/// Turns: the candidates carry blocks of kBlock calls each, in an order that no period of the program can follow. The
/// first calls of a block do not count, because the candidate before it decides when members enter them.
/// Times: each member adds up its own time in the calls of a block. A member's late arrival at one call and early
/// arrival at the next cancel out. The members' sums are combined without waiting (mine(), settle()). All members then
/// have the same sums, and choose alike. Where no member can leave a call before all have entered it, the least sum of
/// a block counts, that of the member that waits least for others, and what a candidate keeps the others longer than
/// that (Candidate::delay); in other operations the greatest.
/// Choice: medians are compared. A candidate that is much slower than the best is not tried after its first block. The
/// host gives way only to a candidate that is faster by kMargin. The choice is measured again, more and more rarely,
/// and changed when it was worse twice running. Candidates without a promising estimate are first tried in these later
/// measurements, one in each.
/// Knowledge of an earlier run carries the first calls. It holds unless they take kOtherTimes as long, or as short.
/// So does the word of a model for what is near the least that the ports allow, within kAsModelled: nothing else could
/// gain much, so nothing else is tried at first.
/// Source: STAR-MPI (Faraj, Yuan, Lowenthal 2006), "delayed finalization"; without its barriers and own clocks.
///
/// Every member makes the same calls of next(), took(), drop() and settle(), so their states are equal but for the
/// times. Where a member may leave a call before all have come (broadcasts), MPI's hosts survive a program that gives
/// another length on one member, whose trial then misses a call. So the turns of such calls, and the ends of their
/// rounds, follow the communicator's ordinals (Turns), never the number of calls; and a round begins where all members
/// have compared their states (Learning).   Thread: that of the calls.   Fails: std::bad_alloc.
class Trial {
public:
    enum class State : std::uint8_t {
        waiting,    ///< for start()
        trying,     ///< candidates are still to carry calls
        combining,  ///< the members' times are on their way: settle() is awaited; never where is_scheduled()
        chosen,     ///< until a later look at the choice
    };

    /// The most candidates beside the host that are tried at first, and later; and blocks of each in a round, in which
    /// the host and one that was remembered may be tried beside the first.
    static constexpr std::size_t kMostFirst = 4, kMostLater = 24, kMostBlocks = 10;
    static constexpr std::size_t kMostTimes = (2 + kMostFirst) * kMostBlocks;
    /// Calls of a block that count.
    static constexpr std::size_t kBlock = 3;
    /// An engine must be so much faster than the host to be preferred, as a part of the host's time.
    static constexpr double kMargin = 0.03;
    /// What was remembered does not hold where it is wrong by this factor; what a model says, by this one.
    static constexpr double kOtherTimes = 2, kAsModelled = 1.2;

    /// How long a call by a candidate takes.   Units: ns.
    struct Timed {
        int candidate = 0;
        double ns = 0;
    };
    /// Before the first call: what calls by candidates take by a model (Timed), of those that the constructor was
    /// given as `later`. One is looked at without delay where calls are kLongNs long or longer and the model says that
    /// it takes less than the choice even if it is wrong by the factor `doubt`. Each such look that shows no gain
    /// makes that kMoreDoubt times as great.
    void model(std::span<const Timed> modelled, double doubt);
    static constexpr double kLongNs = 1e6, kMoreDoubt = 1.5;
    /// Before the first call: these of the `later` are looked at only where what model() says of them promises a gain.
    void look_only_if_hopeful(std::span<const Timed> modelled);
    /// Before the first call: nothing has to be made for the candidates that the constructor was given as `later`, so
    /// that looks at them cost no more than their calls.
    void need_nothing_made() { is_ready_ = true; }
    /// So many of these looks have shown no gain.
    int lost_hopes() const { return lost_hopes_; }

    /// Where a choice comes from that carries the first calls.
    enum class Source : std::uint8_t { earlier_run, plan, model };
    /// What became of it.
    enum class Memory : std::uint8_t {
        none,     ///< there was none, or it was compared anew since
        unsure,   ///< the choice carries calls, which are timed
        holds,    ///< the choice stands
        dropped,  ///< calls by it take another time now, or it can carry none: all is tried anew, it among the first
    };

    /// `first`: the numbers of the candidates (Decision::candidate) that are expected to be faster than the host, the
    /// most promising first. `later`: of those that nothing is known of; with them alone the host is timed first, to
    /// find out how rare looks at them have to be. `synchronises`: no member leaves such a call before all have come.
    /// With no candidates the host is chosen.
    Trial(std::span<const int> first, bool synchronises, std::span<const int> later = {});

    /// Before the first call: what an earlier run has found, its choice first. Others than candidates are left out.
    /// Nothing changes where the choice is none.
    void remember(std::span<const Timed> found) { begin_with(found, Source::earlier_run); }
    Memory memory() const { return memory_; }
    /// As remember(), with what a plan expects; nothing of it was measured.
    void expect(std::span<const Timed> planned) { begin_with(planned, Source::plan); }
    /// As remember(), with what candidates take by a model, the first of them near the least that is possible. It alone
    /// carries the first calls; of the others model() is told too.
    void trust(std::span<const Timed> modelled);
    /// Which of the three had an effect; Source::earlier_run also where none had.
    Source source() const { return source_; }

    /// What has been found out when a run ends before the choice: of how many blocks of each candidate, and the
    /// medians.
    struct Unfinished {
        std::vector<Timed> times;  ///< the fastest first; empty: nothing that a later run could go on from
        std::size_t blocks = 0;
    };
    /// This member's times of the round under way, as far as all its candidates have had equally many blocks; as many
    /// on all members.   Units: ns.
    std::vector<std::uint64_t> begun() const;
    /// `all`: begun() of all members, one after the other; empty: it was not combined, only earlier rounds count.
    Unfinished unfinished(std::span<const std::uint64_t> all) const;
    /// Before the first call: goes on from there. Where that is enough for a choice it is as if it were remembered.
    /// Nothing changes where it lacks one of the candidates to be tried first.
    void resume(const Unfinished& found);
    /// Of what was remembered, planned or modelled: by whom calls take so long; if it was dropped: how long they took
    /// now; 0: none was timed.
    struct Dropped {
        Timed remembered;
        double now_ns = 0;
    };
    const Dropped& dropped() const { return dropped_; }

    State state() const { return state_; }
    /// Who carries the call with that ordinal: a candidate's number; 0: the host. A look at the choice that is due
    /// begins.
    int next(std::uint32_t ordinal);
    /// Who carries calls that are not timed. While candidates are tried: the host at first, then the last choice.
    int choice() const { return choice_; }
    /// The ordinal of the last call that next() answers alike.
    std::uint32_t holds_until(std::uint32_t ordinal) const;

    /// A call has ended that next() was asked about: `who` carried it, which is the host where an engine has no
    /// team yet, in `ns` on this member.
    void took(int who, std::int64_t ns);
    /// The candidate cannot carry such calls, as its engine can make no team.
    void drop(int candidate);
    /// The candidate cannot carry such calls yet, and nothing is on its way that it waits for: the others are compared
    /// without it. It gets its turn in a later look.
    void set_aside(int candidate);
    /// The engine that next() named has no team yet: the ordinal of the last call of which that is to be taken for
    /// granted, as each look for it costs.
    std::uint32_t without_team_until(std::uint32_t ordinal) const;

    /// This member's times, to be sent to all; as many on all members, kMostTimes at most. In state `combining`. Units:
    /// ns.
    std::vector<std::uint64_t> mine();
    /// Whether a call is to be told by took() or, where no times are missing any more, mine() is to be asked after it.
    bool needs_calls() const;
    /// mine() of all members, one after the other. `ordinal`: of the call in which all members do this.
    void settle(std::span<const std::uint64_t> all, std::uint32_t ordinal);

    /// Whether turns and rounds follow the ordinals. The functions below are for such a trial.
    bool is_scheduled() const { return !synchronises_; }
    /// Whether start() is worth it: it waits, and there was more than one call.
    bool is_called_again() const { return state_ == State::waiting && calls_ > 1; }
    /// The first round begins after the call with that ordinal, in which all members do this.
    void start(std::uint32_t ordinal);
    /// A look that is due begins, also where none of the calls has come since.
    void advance(std::uint32_t ordinal);
    /// The last ordinal of the round under way, or of the next look; UINT32_MAX: there is none. From then on settle()
    /// is awaited.
    std::uint32_t round_end() const;
    /// How many times mine() has then.
    std::size_t round_times() const;
    /// So many rounds have shown something.
    std::uint32_t concluded() const { return concluded_; }
    /// Of all that decides about the next calls and is not combined: equal on all members after the same calls.
    std::uint64_t digest() const;
    /// The candidates that carry calls of the round under way, or had to be left out of the last one.
    std::vector<int> awaited() const;

    /// Of calls by the choice, and by the host or, where that is the choice, by the one that it is compared with, when
    /// they were last timed.
    struct Comparison {
        int other = 0;
        double choice_ns = 0, other_ns = 0;  ///< 0: not compared
    };
    Comparison comparison() const;
    /// The number of the clause in which the caller tells of this; 0: none yet. It has no meaning here.
    std::uint8_t told_as() const { return told_as_; }
    void tell_as(std::uint8_t number) { told_as_ = number; }
    /// The candidates that were compared.
    std::vector<Timed> timed() const;
    /// What all calls by candidates that were slower than the best of their round have cost.   Units: ns.
    double cost_ns() const { return cost_ns_; }
    /// The ordinal of the call after which the choice fell that stands.
    std::uint32_t chosen_at() const { return chosen_at_; }

private:
    static constexpr int kNobody = -1;
    static constexpr double kShortNs =
        1e6;                                ///< a block that is shorter is repeated: one interruption must not judge it
    static constexpr int kMostRepeats = 8;  ///< ... so often
    /// Blocks of a round that follows one in which a block by the best took so long.
    static std::size_t blocks_for(double block_ns);
    struct Candidate {
        int number = 0;
        bool is_later = false;
        bool is_tried = true;             ///< in this round
        bool is_possible = true;          ///< it has a team, or may get one
        bool needs_hope = false;          ///< look_only_if_hopeful()
        std::vector<std::uint64_t> sums;  ///< ns, of its blocks in this round
        double median = 0;                ///< of a block, as combined
        double previous = 0;              ///< the same in the round before
        bool was_compared = false;
        double apart = 0;         ///< ns, of a block: what members spend in it on average, beyond the least of them
        double delay = 0;         ///< ns: what of that the candidate is to blame for
        double modelled = 0;      ///< ns, of a block; 0: no model knows it
        int looks = 0;            ///< so often it was the rival of a later look
        bool was_missed = false;  ///< it could not carry calls of the last round that it was meant to

        /// What candidates are compared by.   Units: ns, of a block.
        double cost() const { return median + delay; }
        /// How long its blocks took, as combined.
        void note(std::vector<std::uint64_t>& block_ns);
    };
    enum class Round : std::uint8_t { first, second, look, recall };

    /// The first calls of a block, which do not count: how the candidate before has left the members lasts longer where
    /// they need not meet, as one passes its lateness on to those that it next sends to.
    std::uint32_t untimed() const { return synchronises_ ? 1 : 3; }
    std::size_t block_calls() const { return untimed() + kBlock; }
    Candidate* candidate(int number);
    const Candidate* candidate(int number) const;
    void add(std::span<const int> numbers, std::size_t most, bool is_later);
    bool is_open(const Candidate& one) const { return one.is_tried && one.sums.size() < blocks_; }
    const Candidate* next_candidate() const;
    void leave_out(Candidate& one);
    int pick_rival() const;
    void plan_look();
    void take(int choice, std::uint32_t ordinal);
    void begin(Round round, std::size_t blocks);
    void end_when_full();
    void take_medians(std::span<const std::uint64_t> all);
    static std::uint64_t mean(std::span<const std::uint64_t> all, std::size_t of_member, std::size_t place);
    void add_what_keeps_apart();
    Candidate& best(bool with_host);
    bool is_warming() const;
    void add_cost();
    void leave_out_slow();
    void choose(std::uint32_t ordinal);
    void look_again(std::uint32_t ordinal);
    std::uint32_t interval_to_known() const;
    std::uint32_t interval_to_unknown() const;
    bool is_hopeful(const Candidate& one) const;
    void conclude(std::uint32_t ordinal);
    void choose_for_good();
    void begin_with(std::span<const Timed> found, Source source);
    void begin_anew();
    bool has_any() const;
    int next_in_turn(std::uint32_t ordinal);
    std::uint32_t turn_holds_until(std::uint32_t ordinal) const;
    std::uint32_t calls_to_missed() const;
    void drop_in_turn(int number);
    std::vector<std::uint64_t> times_in_turn() const;
    void plan_turns();
    void settle_turns(std::span<const std::uint64_t> all);
    bool has_times(const Turns::Block& block) const { return block.carried > untimed(); }
    bool has_times(const Candidate& one) const;
    bool has_enough(const Turns::Block& block) const;
    bool is_sparse() const;
    bool fit_length();
    void take_turns(std::span<const std::uint64_t> all);
    void leave_out_missed();
    void put_off(std::uint32_t calls);
    void end_recall(std::uint32_t ordinal);
    bool still_beats_host(double ns) const;
    bool is_confirmed_by(double ns) const;
    std::size_t blocks_of_all() const;
    std::vector<std::uint64_t> sums_so_far(const Candidate& one) const;
    std::vector<std::uint64_t> sums_in_turn(int number) const;
    std::uint64_t sum_of(const Turns::Block& block) const;
    static double median_of(std::vector<std::uint64_t>& values);
    std::uint64_t combined(std::span<const std::uint64_t> all, std::size_t of_member, std::size_t place) const;

    std::vector<Candidate> candidates_;  ///< the host first
    bool synchronises_;
    State state_ = State::trying;
    std::uint8_t told_as_ = 0;
    bool is_sent_ = false;  ///< mine() has been asked in this round
    Round round_ = Round::first;
    Memory memory_ = Memory::none;
    Dropped dropped_;  ///< its `remembered` is kept from the beginning
    Source source_ = Source::earlier_run;
    bool is_resumed_ = false;         ///< resume() has had an effect
    std::size_t resumed_blocks_ = 0;  ///< of a trial whose turns follow the ordinals: that earlier runs have timed
    int repeats_ = 0;                 ///< of the second round, or of that in which what was remembered is timed
    std::size_t blocks_ = 1;          ///< of each candidate in this round
    std::uint32_t turn_ = 0;          ///< blocks so far, for the order of the candidates
    int current_ = kNobody;           ///< whose block it is
    std::size_t in_block_ = 0;        ///< calls so far, the one that does not count included
    std::uint64_t sum_ = 0;           ///< ns, of the others
    std::uint32_t without_team_ = 0;  ///< calls running that an engine without a team was meant to carry
    int choice_ = 0, rival_ = 0;
    bool is_ready_ = false;  ///< need_nothing_made()
    double doubt_ = 1;       ///< the model may be wrong by this factor
    int lost_hopes_ = 0;
    bool is_rival_hopeful_ = false;         ///< the look that is planned, or under way, is at a hopeful one
    std::uint32_t strikes_ = 0;             ///< looks running in which the rival was faster
    bool is_rival_known_ = false;           ///< it was compared before the look that is planned
    std::size_t look_blocks_ = 1;           ///< of each of the two in the look that is planned, or under way
    std::uint32_t interval_ = 0;            ///< calls until the next look
    std::uint32_t next_look_ = UINT32_MAX;  ///< ordinal
    std::uint32_t chosen_at_ = 0;           ///< likewise
    double cost_ns_ = 0;

    // Where is_scheduled().
    Turns turns_;                  ///< of this round, or the last one
    std::uint32_t length_ = 0;     ///< ordinals of a block; 0: not known yet
    std::uint32_t now_ = 0;        ///< the ordinal after which a round begins
    std::uint32_t delay_ = 0;      ///< ordinals until it does
    std::uint32_t calls_ = 0;      ///< while it waits, two at most
    std::uint32_t last_call_ = 0;  ///< ordinal of the last of these
    std::uint32_t concluded_ = 0;
    int put_off_ = 0;       ///< so often running
    int missed_looks_ = 0;  ///< likewise: looks whose rival could carry nothing
};

}  // namespace shunt
