#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "native/select/budget.hpp"
#include "native/select/turns.hpp"

namespace shunt {

/// Measures, in the program's own calls, which candidate carries calls of one kind fastest: the host or an engine.
///
/// Turns: the candidates carry blocks of kBlock calls each, in an order that no period of the program can follow. The
/// first calls of a block do not count, because the previous candidate decides when members enter them.
/// Times: each member adds up its own time in the calls of a block. A member's late arrival at one call and early
/// arrival at the next cancel out. The members' sums are combined without waiting (mine(), settle()). All members then
/// have the same sums, and choose alike. If no member can leave a call before all have entered it, a block's time is
/// the least sum, that of the member that waits least for others. The additional time for which a candidate keeps the
/// other members is added to it (Candidate::delay). In other operations a block's time is the greatest sum.
/// Choice: medians are compared. A candidate that is much slower than the best is not tried after its first block. The
/// host gives way only to a candidate that is faster by kMargin. The choice is measured again, more and more rarely,
/// and changed when it was worse twice running. Candidates without a promising estimate are first tried in these later
/// measurements, one in each.
/// Knowledge: the choice of an earlier run carries the first calls. It holds unless they are longer or shorter by
/// kOtherTimes. A model is trusted likewise, within kAsModelled, if its time is near the least that the ports allow: no
/// other candidate could gain much, so none is tried at first.
/// Source: STAR-MPI (Faraj, Yuan, Lowenthal 2006), "delayed finalization"; without its barriers and own clocks.
///
/// Every member makes the same calls of next(), took(), drop() and settle(), so their states are equal but for the
/// times. There is an exception: operations in which a member may leave a call before all have entered it (broadcasts).
/// MPI's hosts survive a program that passes another length on one member; that member's trial then misses a call. So
/// the turns of such calls, and the ends of their rounds, follow the communicator's ordinals (Turns), never the number
/// of calls. A round begins where all members have compared their states (Learning).   Thread: that of the calls.
/// Fails: std::bad_alloc.
class Trial {
public:
    enum class State : std::uint8_t {
        waiting,    ///< for start(), or until the budget may allow the first round
        asking,     ///< whether the budget allows a round: settle() is awaited; never if is_scheduled()
        trying,     ///< candidates still have calls to carry
        combining,  ///< the members' times are being sent: settle() is awaited; never if is_scheduled()
        chosen,     ///< until a later look at the choice
    };

    /// The most candidates beside the host that are tried at first, and later; and the most blocks of each in a round.
    /// Beside the first candidates a round may contain the host and a remembered one.
    static constexpr std::size_t kMostFirst = 4, kMostLater = 24, kMostBlocks = 10;
    static constexpr std::size_t kMostTimes = (2 + kMostFirst) * kMostBlocks;
    /// Calls of a block that count.
    static constexpr std::size_t kBlock = 3;
    /// A candidate must be faster than the host by this part of the host's time to be preferred.
    static constexpr double kMargin = 0.03;
    /// A remembered time does not hold if it is wrong by the first factor; a modelled time, by the second.
    static constexpr double kOtherTimes = 2, kAsModelled = 1.2;

    /// How long a call by a candidate takes.   Units: ns.
    struct Timed {
        int candidate = 0;
        double ns = 0;
    };
    /// Before the first call: modelled times of the candidates that the constructor was given as `later`. One of them
    /// is looked at without delay if calls take at least kLongNs and it is faster than the choice even if the model is
    /// wrong by the factor `doubt`. Each such look without a gain multiplies that factor by kMoreDoubt.
    void model(std::span<const Timed> modelled, double doubt);
    static constexpr double kLongNs = 1e6, kMoreDoubt = 1.5;
    /// Before the first call: these `later` candidates are looked at only if their time in model() promises a gain.
    void look_only_if_hopeful(std::span<const Timed> modelled);
    /// Before the first call: the `later` candidates of the constructor need no team or communicator of their own, so
    /// looks at them cost no more than their calls.
    void need_nothing_made() { is_ready_ = true; }
    /// Before any other function: rounds begin only if the budget allows what they are expected to cost.   Owner of
    /// `budget`: the caller, longer than this.
    void limit(Budget& budget);
    /// Preparations for this trial have cost that much.   Units: ns.
    void add_cost(double ns);
    /// How many of these looks have shown no gain.
    int lost_hopes() const { return lost_hopes_; }

    /// Source of a choice that carries the first calls.
    enum class Source : std::uint8_t { earlier_run, plan, model };
    /// State of that choice.
    enum class Memory : std::uint8_t {
        none,     ///< there was none, or it was compared anew since
        unsure,   ///< the choice carries calls, which are timed
        holds,    ///< the choice stands
        dropped,  ///< its calls take another time now, or it can carry none: all candidates are tried anew, it among
                  ///< the first
    };

    /// `first`: the numbers of the candidates (Decision::candidate) that are expected to be faster than the host, the
    /// most promising first. `later`: candidates without an estimate. If there are only these, the host is timed first,
    /// to find out how rare looks at them must be. `synchronises`: no member leaves such a call before all have entered
    /// it. Without candidates the host is chosen.
    Trial(std::span<const int> first, bool synchronises, std::span<const int> later = {});

    /// Before the first call: times that an earlier run has measured, its choice first. Numbers that are no candidates
    /// are ignored. Nothing changes if the choice is no candidate.
    void remember(std::span<const Timed> found) { begin_with(found, Source::earlier_run); }
    Memory memory() const { return memory_; }
    /// As remember(), with the expected times of a plan; none of them was measured.
    void expect(std::span<const Timed> planned) { begin_with(planned, Source::plan); }
    /// Before the first call, if no times are known: this candidate carries the calls before the first round, in place
    /// of the host.
    void prefer(int number) { choice_ = candidate(number) ? number : 0; }
    /// As remember(), with modelled times, the first of them near the least that is possible. That candidate alone
    /// carries the first calls; the other times are used as by model().
    void trust(std::span<const Timed> modelled);
    /// Which of the three had an effect; Source::earlier_run also if none had.
    Source source() const { return source_; }

    /// State of a trial when a run ends before the choice: how many blocks each candidate has had, and their medians.
    struct Unfinished {
        std::vector<Timed> times;  ///< the fastest first; empty: no times from which a later run could continue
        std::size_t blocks = 0;
    };
    /// This member's times of the round under way, up to the number of blocks that all its candidates have had; equally
    /// many on all members.   Units: ns.
    std::vector<std::uint64_t> begun() const;
    /// `all`: begun() of all members, one after the other; empty: not combined, so only earlier rounds count.
    Unfinished unfinished(std::span<const std::uint64_t> all) const;
    /// Before the first call: continues from there. If that is enough for a choice, the effect is that of remember().
    /// Nothing changes if it lacks one of the `first` candidates.
    void resume(const Unfinished& found);
    /// A remembered, planned or modelled choice and its time. `now_ns`: how long its calls took when it was dropped; 0:
    /// none was timed.
    struct Dropped {
        Timed remembered;
        double now_ns = 0;
    };
    const Dropped& dropped() const { return dropped_; }

    State state() const { return state_; }
    /// Number of the candidate that carries the call with that ordinal; 0: the host. Begins a look at the choice if one
    /// is due.
    int next(std::uint32_t ordinal);
    /// The carrier of calls that are not timed. While candidates are tried: the host at first, then the last choice.
    int choice() const { return choice_; }
    /// The ordinal of the last call for which next() returns the same.
    std::uint32_t holds_until(std::uint32_t ordinal) const;

    /// Reports the end of a call for which next() was called: `who` carried it in `ns` on this member. `who` is the
    /// host if an engine has no team yet.
    void took(int who, std::int64_t ns);
    /// The candidate cannot carry such calls, as its engine cannot make a team.
    void drop(int candidate);
    /// The candidate cannot carry such calls yet, and nothing is under way that would make it ready: the others are
    /// compared without it. It gets its turn in a later look.
    void set_aside(int candidate);
    /// Called when the engine that next() named has no team yet. Returns: the ordinal of the last call up to which the
    /// caller should assume so, because each check costs time.
    std::uint32_t without_team_until(std::uint32_t ordinal) const;

    /// This member's times, to be sent to all members; equally many on all of them, kMostTimes at most. In state
    /// `combining`. Units: ns.
    std::vector<std::uint64_t> mine();
    /// Whether calls must be reported by took() or, if no times are missing, mine() must be called after the call.
    bool needs_calls() const;
    /// Processes `all`, mine() of all members one after the other. `ordinal`: of the call in which all members do this.
    void settle(std::span<const std::uint64_t> all, std::uint32_t ordinal);

    /// Whether turns and rounds follow the ordinals. The functions below are for such a trial.
    bool is_scheduled() const { return !synchronises_; }
    /// Whether start() is worthwhile: the trial waits, and has had more than one call.
    bool is_called_again() const { return state_ == State::waiting && calls_ > 1; }
    /// The first round begins after the call with that ordinal, in which all members call this.
    void start(std::uint32_t ordinal);
    /// Begins a look that is due, even if none of the calls was made since.
    void advance(std::uint32_t ordinal);
    /// The last ordinal of the round under way, or of the next look; UINT32_MAX: there is none. From then on settle()
    /// is awaited.
    std::uint32_t round_end() const;
    /// How many times mine() contains then.
    std::size_t round_times() const;
    /// How many rounds have had a result.
    std::uint32_t concluded() const { return concluded_; }
    /// A digest of all state that decides about the next calls and is not combined: equal on all members after the same
    /// calls.
    std::uint64_t digest() const;
    /// The candidates that carry calls of the round under way, or that the last one had to leave out.
    std::vector<int> awaited() const;

    /// Times of the choice and of the candidate that it is compared with, when they were last timed. That candidate is
    /// the host, or the choice's rival if the host is the choice.
    struct Comparison {
        int other = 0;
        double choice_ns = 0, other_ns = 0;  ///< 0: not compared
    };
    Comparison comparison() const;
    /// The number that the caller gave the clause about this trial; 0: none yet. It has no meaning here.
    std::uint8_t told_as() const { return told_as_; }
    void tell_as(std::uint8_t number) { told_as_ = number; }
    /// The candidates that were compared.
    std::vector<Timed> timed() const;
    /// What trying has cost: the time by which candidates' calls took longer than those of the choice at that time
    /// would have, and add_cost().   Units: ns.
    double cost_ns() const { return cost_ns_; }
    /// The ordinal of the call after which the present choice was made.
    std::uint32_t chosen_at() const { return chosen_at_; }

private:
    static constexpr int kNobody = -1;
    static constexpr double kShortNs = 1e6;  ///< a shorter block is repeated: one interruption must not judge it
    static constexpr int kMostRepeats = 8;   ///< at most so many times
    /// Blocks of the round after one in which the best candidate's block took that long.
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
        double apart = 0;         ///< ns, of a block: the members' average time in it, minus that of the member that
                                  ///< waits least
        double delay = 0;         ///< ns: the part of `apart` that the candidate causes
        double modelled = 0;      ///< ns, of a block; 0: no model
        int looks = 0;            ///< how often it was the rival in a later look
        bool was_missed = false;  ///< it could not carry its calls of the last round

        /// The figure by which candidates are compared.   Units: ns, of a block.
        double cost() const { return median + delay; }
        /// Records the times of its blocks, as combined.
        void note(std::vector<std::uint64_t>& block_ns);
    };
    enum class Round : std::uint8_t { first, second, look, recall };

    /// The first calls of a block, which do not count. The lateness that the previous candidate left among the members
    /// lasts longer if they need not meet, as each member passes it on to those to which it next sends.
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
    double calls_of(const Candidate& one) const;
    double excess_of(const Candidate& one) const;
    double expected_cost(Round round, std::size_t blocks) const;
    bool may_begin(Round round, std::size_t blocks) const;
    std::size_t affordable(std::size_t blocks);
    void reserve(double ns);
    void ask();
    void settle_asked(std::uint32_t ordinal);
    void begin_asked();
    void put_off_until(std::uint32_t ordinal);
    void settle_look_in_turn();
    bool is_rival_expected() const;
    double ratio_to_unknown() const;
    bool is_hopeless(const Candidate& one) const;
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
    bool is_sent_ = false;  ///< mine() has been called in this round
    Round round_ = Round::first;
    Memory memory_ = Memory::none;
    Dropped dropped_;  ///< its `remembered` is set at the beginning and stays
    Source source_ = Source::earlier_run;
    bool is_resumed_ = false;         ///< resume() has had an effect
    std::size_t resumed_blocks_ = 0;  ///< blocks that earlier runs have timed, if is_scheduled()
    int repeats_ = 0;                 ///< of the second round, or of the round that times a remembered choice
    std::size_t blocks_ = 1;          ///< of each candidate in this round
    std::uint32_t turn_ = 0;          ///< blocks so far, for the order of the candidates
    int current_ = kNobody;           ///< the candidate whose block is under way
    std::size_t in_block_ = 0;        ///< calls so far, untimed ones included
    std::uint64_t sum_ = 0;           ///< ns, of the timed calls
    std::uint32_t without_team_ = 0;  ///< consecutive calls that an engine without a team should have carried
    int choice_ = 0, rival_ = 0;
    bool is_ready_ = false;  ///< need_nothing_made()
    double doubt_ = 1;       ///< the model may be wrong by this factor
    int lost_hopes_ = 0;
    bool is_rival_hopeful_ = false;         ///< the rival of the look that is planned, or under way, is hopeful
    std::uint32_t strikes_ = 0;             ///< consecutive looks in which the rival was faster
    bool is_rival_known_ = false;           ///< it was compared before the look that is planned
    std::size_t look_blocks_ = 1;           ///< of each of the two in the look that is planned, or under way
    std::uint32_t interval_ = 0;            ///< calls until the next look
    std::uint32_t next_look_ = UINT32_MAX;  ///< ordinal
    std::uint32_t chosen_at_ = 0;           ///< likewise
    double cost_ns_ = 0;
    Budget* budget_ = nullptr;   ///< null: no limit
    double reserved_ = 0;        ///< ns of the budget, for the round under way
    Round asked_ = Round::look;  ///< the round for which the budget is asked
    std::uint32_t refused_ = 0;  ///< consecutive refusals

    // Used if is_scheduled().
    Turns turns_;                  ///< of this round, or the last one
    std::uint32_t length_ = 0;     ///< ordinals of a block; 0: not known yet
    std::uint32_t now_ = 0;        ///< the ordinal after which a round begins
    std::uint32_t delay_ = 0;      ///< ordinals until it begins
    std::uint32_t calls_ = 0;      ///< while it waits, two at most
    std::uint32_t last_call_ = 0;  ///< ordinal of the last of these
    std::uint32_t concluded_ = 0;
    int put_off_ = 0;       ///< consecutive rounds put off
    int missed_looks_ = 0;  ///< consecutive looks whose rival carried no call
};

}  // namespace shunt
