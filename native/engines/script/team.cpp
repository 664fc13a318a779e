#include "native/engines/script/team.hpp"

#include <sys/random.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "native/base/clock.hpp"
#include "native/engines/script/link_meter.hpp"
#include "native/engines/script/places.hpp"
#include "native/engines/script/programs.hpp"
#include "native/engines/script/run.hpp"
#include "native/engines/script/size_exchange.hpp"
#include "native/engines/shared/begun_calls.hpp"
#include "native/engines/shared/fabric.hpp"
#include "native/engines/shared/waiting.hpp"

namespace shunt::script_engine {
namespace {

constexpr std::int64_t kSpinNs = 500'000;
constexpr std::uint64_t kBlockBytes = 64 << 10;
constexpr unsigned kVainLooks = 32;  // before checking whether another member has failed

/// A name that lives as long as the process, as counters require.
const char* kept_name(const std::string& name) {
    static std::mutex mutex;
    static auto& names = *new std::set<std::string>;
    const std::lock_guard<std::mutex> locked(mutex);
    return names.insert(name).first->c_str();
}

/// Memory registered for sending in place, while this lives.
class Lent {
public:
    void lend(memory::RemoteMemory& memory, Place& place, std::uint64_t bytes) {
        if (!place.memory || bytes == 0) return;
        memory_ = memory.register_memory({place.memory, bytes}, registration_).ok() ? &memory : nullptr;
        if (memory_) place.lent = &registration_;
    }
    Lent() = default;
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    ~Lent() {
        if (memory_) memory_->deregister(registration_);
    }

private:
    memory::RemoteMemory* memory_ = nullptr;
    memory::Registration registration_;
};

class ScriptTeam final : public Team, public Explaining, public Preparing {
public:
    ScriptTeam(const TeamSetup& setup, std::unique_ptr<Programs> programs, Fabric fabric, std::uint64_t ring_bytes,
               std::uint64_t nonce)
        : group_(setup.group),
          exchange_(*setup.exchange),
          waiting_(waiting_of(setup)),
          far_(fabric.far),
          memory_(std::move(fabric.memory)),
          rings_(*memory_, group_.rank, group_.size, ring_bytes, nonce),
          layout_(group_),
          programs_(std::move(programs)),
          exchanges_sizes_(setup.options->get<ScriptOptions>().sizes == UnknownSizes::exchange) {
        programs_->use(rings_);
        programs_->measure_by([this, node_of = setup.node_of](std::vector<script::Link>& links) {
            return measure_links(
                group_, node_of, exchange_, [this](const program::Program& each) { return carry_alone(each); }, links);
        });
        programs_->reserve_by([this](const Plan& plan) { make_room(plan); });
        if (fabric.by_verbs) rings_.expect_torn_words();
        if (exchanges_sizes_) sizes_.reserve();
        const auto least = static_cast<std::uint64_t>(setup.options->get<ScriptOptions>().direct_bytes);
        direct_.least_bytes = memory_->traits().reads_peers ? least : 0;
        for (int member = 0; member < group_.size; ++member)
            direct_.reaches.push_back(setup.node_of[static_cast<std::size_t>(member)] == own_node(setup));
    }

    Status carry(const CollectiveCall& call) override {
        // The host carries it, and it must not wait for calls that only have begun.
        if (!exchanges_sizes_ && has_unknown_sizes(call.operation)) return leave_unknown_sizes(call);
        if (begun_.any()) [[unlikely]]
            begun_.finish();
        if (broken_ != Status::ok) return broken_;
        is_mistaken_ = false;
        const Entry* entry = nullptr;
        const Status status = entry_for(call, Meets::where_it_waits, entry);
        if (status != Status::ok || !entry) return status;
        const std::int64_t start = entry->timed.empty() ? 0 : monotonic_ns();
        OneCall one(*this, call, *entry);
        const Status ended = run_call(one, *memory_, exchange_, waiting_);
        if (ended != Status::ok) return give_up(ended);
        if (!entry->timed.empty()) note_time(*entry, monotonic_ns() - start);
        return is_mistaken_ ? Status::bug : ended;
    }

    std::unique_ptr<Pending> begin(const CollectiveCall& call) override {
        const Entry* entry = nullptr;
        if (broken_ == Status::ok && (entry_for(call, Meets::later, entry) != Status::ok || !entry)) return nullptr;
        return begun_.add(std::make_unique<Begun>(*this, call, entry));
    }
    /// Makes and agrees on its program now, as MPI_Start must not wait for other members.
    std::unique_ptr<Prepared> prepare(const CollectiveCall& call, std::span<const std::uint64_t>) override {
        const Entry* entry = nullptr;
        if (broken_ == Status::ok) static_cast<void>(entry_for(call, Meets::now, entry));
        return nullptr;
    }
    bool carries(const CollectiveCall& call) override {
        const Entry* entry = nullptr;
        return broken_ == Status::ok && entry_for(call, Meets::later, entry) == Status::ok && entry;
    }
    bool needs_progress() const override { return true; }
    bool holds_givers() const override { return true; }  // while its rings are full
    bool may_hold(Operation operation, int root, std::uint64_t bytes) override {
        if (has_unknown_sizes(operation)) return false;  // the host carries it, or it meets other members anyway
        if (begun_.any()) return true;                   // the rings are in use then
        const Entry* const entry = programs_->last_of(operation);
        const bool is_same = entry && entry->key.root == root && entry->given_bytes == bytes;
        return !is_same || !entry->gives_freely ||
               !std::ranges::all_of(entry->plan.outs, [](PairRings::Out* out) { return out->has_plenty(); });
    }

    // Within a node all data owed are in memory that stays until the last member has left it.
    bool leave() override { return memory_->finish(); }

    Status meet() override {
        wants_to_meet_ = false;
        if (begun_.any()) begun_.finish();  // plans are made for rings that these calls use
        return programs_->agree();
    }
    bool meets_apart() const override { return true; }
    std::string_view clause() const override { return clause_; }

    bool tell_peers() override {
        return begun_.apart([&] { return broken_ != Status::bug || poison(); });
    }

    std::vector<EngineCounter> counters() const override {
        std::vector<EngineCounter> all{{"script.operations", operations_},
                                       {"script.bytes", moved_.bytes},
                                       {"script.direct-bytes", moved_.direct_bytes},
                                       {"script.programs", programs_->made()},
                                       {"script.runs", programs_->times_run()}};
        for (const TimedCalls& timed : programs_->timed()) {
            all.push_back({kept_name(joined({"script.", timed.name, "-calls"})), timed.calls});
            all.push_back(
                {kept_name(joined({"script.", timed.name, "-us"})), static_cast<std::uint64_t>(timed.ns / 1000)});
        }
        return all;
    }

private:
    static int own_node(const TeamSetup& setup) { return setup.node_of[static_cast<std::size_t>(setup.group.rank)]; }
    /// Members of a node with a core each poll closely; others yield to the members that they wait for.
    static Waiting waiting_of(const TeamSetup& setup) {
        const bool has_core = std::ranges::count(setup.node_of, own_node(setup)) <= setup.cores;
        const bool is_one_node = std::ranges::count(setup.node_of, own_node(setup)) == setup.group.size;
        return {has_core && is_one_node ? kSpinNs : 0, has_core, is_one_node ? kTurns : 0};
    }

    /// Whether a call without a program may wait for all members: later (never), if it synchronises anyway, or now.
    enum class Meets : std::uint8_t { later, where_it_waits, now };

    /// The entry that carries the call. Null where the host does, or there is nothing to do: the status tells which.
    Status entry_for(const CollectiveCall& call, Meets meets, const Entry*& entry) {
        CallKey key;
        if (const Status status = key_of(call, group_, key); status != Status::ok) return give_up(status);
        if (!call.parameters.empty()) key.file = static_cast<int>(call.parameters[0]);
        clause_ = {};
        const bool has_met = has_unknown_sizes(call.operation);
        if (has_met) {
            const bool may_exchange = meets == Meets::where_it_waits && exchanges_sizes_;
            clause_ = may_exchange ? kNoCreator : kMustNotWait;
            if (!may_exchange || !programs_->may_have(call.operation, key.file)) return Status::left_to_host;
            clause_ = kSizesDiffer;
            if (const Status status = learn_sizes(call, key); status != Status::ok)
                return status == Status::left_to_host ? status : give_up(status);
            clause_ = {};
        }
        if (key.is_empty()) return is_mistaken_ ? Status::bug : Status::ok;
        const Entry* found = programs_->find(key);
        if (!found) {
            programs_->want(key);
            wants_to_meet_ = true;
            if (meets == Meets::now || has_met || (meets == Meets::where_it_waits && key.synchronises())) {
                if (const Status status = meet(); status != Status::ok) return give_up(status);
                found = programs_->find(key);
            }
        }
        clause_ = found ? std::string_view(found->clause) : kNotYet;
        if (!found || !found->is_carried) return Status::left_to_host;
        entry = found;
        programs_->note_last(*found);
        return Status::ok;
    }

    /// One call of the team, as run_call() drives it.   Owner: the team outlives this.
    class OneCall {
    public:
        OneCall(ScriptTeam& team, const CollectiveCall& call, const Entry& entry)
            : team_(team), call_(call), entry_(entry) {}
        OneCall(const OneCall&) = delete;
        OneCall& operator=(const OneCall&) = delete;

        /// Fails: bug, peer_lost; no_memory for a copy of the program's data.
        Status advance() {
            try {
                if (!run_) start();
            } catch (const std::bad_alloc&) { return Status::no_memory; }  // a thread of ours may be here
            const Status status = run_->advance();
            if (status == Status::ok) team_.operations_ += 1;
            if (status != Status::again || run_->moved() || ++vain_looks_ % kVainLooks != 0) return status;
            return team_.rings_.is_poisoned() ? Status::bug : status;
        }
        bool moved() const { return run_ && run_->moved(); }
        int waits_for() const { return run_ ? run_->waits_for() : -1; }

    private:
        void start() {
            const Plan& plan = entry_.plan;
            team_.layout_.lay_out(call_, entry_.key, plan.copies_input, places_);
            Place& scratch = places_[program::Buffer::scratch];
            scratch.memory = team_.make_room(plan);
            if (entry_.has_far_sends) {
                lent_[0].lend(*team_.memory_, places_[program::Buffer::send], entry_.send_bytes);
                lent_[1].lend(*team_.memory_, places_[program::Buffer::receive], entry_.receive_bytes);
                lent_[2].lend(*team_.memory_, scratch, plan.scratch_bytes);
            }
            const std::uint64_t block = block_bytes(plan);
            run_.emplace(plan, places_, call_.reducer, *team_.memory_, team_.direct_,
                         std::span(team_.block_.of(block), block), team_.progress_, team_.moved_);
        }

        ScriptTeam& team_;
        const CollectiveCall& call_;
        const Entry& entry_;
        Places places_;
        std::array<Lent, 3> lent_;
        std::optional<Run> run_;
        unsigned vain_looks_ = 0;
    };

    /// A call in the background.
    class Begun final : public BegunCall {
    public:
        /// `entry` null: there is nothing to do.
        Begun(ScriptTeam& team, const CollectiveCall& call, const Entry* entry) : team_(team), call_(call) {
            if (entry) one_.emplace(team, call_, *entry);
        }
        Status advance() override {
            if (team_.broken_ != Status::ok) return team_.broken_;
            return one_ ? one_->advance() : Status::ok;
        }
        bool moved() const override { return one_ && one_->moved(); }
        int waits_for() const override { return one_ ? one_->waits_for() : -1; }
        Status fail(Status why) override { return team_.broken_ != Status::ok ? team_.broken_ : team_.give_up(why); }

    private:
        ScriptTeam& team_;
        const CollectiveCall call_;
        std::optional<OneCall> one_;
    };

    Status leave_unknown_sizes(const CollectiveCall& call) {
        clause_ = kSizesUnknown;
        const int file = call.parameters.empty() ? 0 : static_cast<int>(call.parameters[0]);
        programs_->tell_of_unknown_sizes(call.operation, file);
        return Status::left_to_host;
    }

    Status learn_sizes(const CollectiveCall& call, CallKey& key) {
        try {
            return sizes_.learn(call, key, is_mistaken_);
        } catch (const std::bad_alloc&) { return Status::no_memory; }
    }

    /// Carries a program that only uses scratch.
    Status carry_alone(const program::Program& program) {
        const Plan plan = plan_of(program, group_.rank, 1, rings_);
        Places places;
        places[program::Buffer::scratch].memory = scratch_.of(plan.scratch_bytes);
        return carry_plan(plan, places);
    }

    /// Carries a plan without a call of the program.
    Status carry_plan(const Plan& plan, const Places& places) {
        progress_.make_room(plan);
        Run run(plan, places, nullptr, *memory_, direct_, std::span(block_.of(kBlockBytes), kBlockBytes), progress_,
                moved_);
        struct Alone {
            Run& run;
            PairRings& rings;
            Status advance() {
                const Status status = run.advance();
                return status == Status::again && !run.moved() && rings.is_poisoned() ? Status::bug : status;
            }
            bool moved() const { return run.moved(); }
            int waits_for() const { return run.waits_for(); }
        } alone{run, rings_};
        return run_call(alone, *memory_, exchange_, waiting_);
    }

    void note_time(const Entry& entry, std::int64_t ns) {
        for (const std::uint32_t place : entry.timed) {
            TimedCalls& timed = programs_->timed()[place];
            timed.calls += 1;
            timed.ns += ns;
        }
    }

    static std::uint64_t block_bytes(const Plan& plan) { return std::max(kBlockBytes, plan.element_bytes); }
    /// Reserves the memory of the team that a call needs.   Returns the scratch.
    std::byte* make_room(const Plan& plan) {
        static_cast<void>(block_.of(block_bytes(plan)));
        progress_.make_room(plan);
        return scratch_.of(plan.scratch_bytes);
    }

    // A call under way cannot go to the host any more: its peers are in it.
    Status give_up(Status status) {
        broken_ = status == Status::declined || status == Status::no_memory ? Status::bug : status;
        if (broken_ == Status::bug) poison();
        memory_->keep_posted();  // the program may free its vectors now
        return broken_;
    }
    /// Returns whether all peers have been told that the team is broken.
    bool poison() { return rings_.poison() && memory_->progress() != Status::again; }

    static constexpr std::string_view kNoCreator = "the script has nothing for such calls";
    static constexpr std::string_view kSizesDiffer = "the ranks' sizes do not match";
    static constexpr std::string_view kMustNotWait = "not all ranks know its sizes, and it must not wait for them";
    static constexpr std::string_view kSizesUnknown = "not all ranks know its sizes (script.sizes)";
    static constexpr std::string_view kNotYet = "the ranks have not agreed on its program yet";

    Group group_;
    Exchange& exchange_;
    Waiting waiting_;
    const memory::InternodeMemory* far_;  // of memory_
    std::unique_ptr<memory::RemoteMemory> memory_;
    PairRings rings_;
    Layout layout_;
    std::unique_ptr<Programs> programs_;
    const bool exchanges_sizes_;
    SizeExchange sizes_{group_, rings_,
                        [this](const Plan& plan, const Places& places) { return carry_plan(plan, places); }};
    Direct direct_;
    Progress progress_;
    Room scratch_, block_;
    Moved moved_;
    std::uint64_t operations_ = 0;
    bool is_mistaken_ = false;  // about the size of its block in the call that it carries
    std::string_view clause_;
    Status broken_ = Status::ok;
    BegunCalls begun_{*memory_, exchange_, waiting_.has_core};
};

/// The first message between members.   Plain bytes.
struct Greeting {
    std::uint64_t nonce = 0;  ///< a random number; that of rank 0 counts
    std::int64_t core = -1;   ///< the core that the member is bound to
};

/// The first exchange of a team.   Fails: the exchange's status.
Status greet(const TeamSetup& setup, std::uint64_t& nonce, std::vector<int>& cores) {
    Greeting mine{0, own_core()};
    if (getrandom(&mine.nonce, sizeof mine.nonce, 0) != sizeof mine.nonce)
        mine.nonce = static_cast<std::uint64_t>(monotonic_ns());
    std::vector<Greeting> all(static_cast<std::size_t>(setup.group.size));
    const Status status = setup.exchange->all_gather(&mine, sizeof mine, all.data());
    nonce = all[0].nonce;
    for (const Greeting& each : all) cores.push_back(static_cast<int>(each.core));
    return status;
}

}  // namespace

std::unique_ptr<Team> join_script(const TeamSetup& setup) {
    const ScriptOptions& set = setup.options->get<ScriptOptions>();
    std::uint64_t nonce = 0;
    std::vector<int> cores;
    if (greet(setup, nonce, cores) != Status::ok) return nullptr;
    auto programs = std::make_unique<Programs>(setup, cores);
    if (!programs->open(setup.texts)) return nullptr;
    const std::uint64_t ring = PairRings::ring_bytes(static_cast<std::uint64_t>(set.ring_bytes), setup.group.size);
    memory::Setup remote = memory_setup_of(setup);
    remote.window_bytes = PairRings::window_bytes(ring, setup.group.size);
    Fabric fabric;
    const FabricChoice choice{.engine = "script", .interface = set.interface, .way = set.way, .is_bursty = true};
    const Outcome opened = open_fabric(setup, choice, remote, fabric);
    if (opened.ok()) return std::make_unique<ScriptTeam>(setup, std::move(programs), std::move(fabric), ring, nonce);
    warn_of_refusal(setup, "script", opened);
    return nullptr;
}

}  // namespace shunt::script_engine
