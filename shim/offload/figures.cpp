#include "shim/offload/figures.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "native/base/clock.hpp"
#include "native/select/promise.hpp"
#include "shim/host/log.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/root_word.hpp"
#include "shim/offload/team_call.hpp"

namespace shunt {

/// The times of one trial while they are exchanged.   Owner: shared by the communicator and the chore, which may end
/// later.
/// Thread: any.
struct Figures {
    std::mutex mutex;
    std::vector<std::byte> all;  ///< of all members
    bool is_complete = false;    ///< `all` has been received

    Trial* trial = nullptr;  ///< of the communicator's memory, which the chore does not access; null: it is an exchange
                             ///< of Learning
    std::uint32_t begun = 0;      ///< ordinal of the collective after which this began
    std::uint32_t next_word = 0;  ///< as CommRecord::next_word

    bool has_come() {
        const std::lock_guard<std::mutex> guard(mutex);
        return is_complete;
    }
};

namespace {

constexpr std::uint32_t kCallsBeforeWord = 2;       // calls: all have sent their few hundred bytes by then
constexpr std::uint64_t kKey = 0x9fb21c651e98df25;  // separates its messages from those of a team's join

/// Gathers the times. It continues when the communicator is freed, as other members rely on this one.
class FiguresGather final : public Chore {
public:
    FiguresGather(const Session& s, const CommRecord& record, std::shared_ptr<Figures> figures, std::uint32_t number,
                  std::vector<std::byte> mine)
        : Chore(world_ranks_of(s, record)),
          key_{record.id ^ kKey, number},
          rank_(record.rank),
          size_(record.size),
          figures_(std::move(figures)),
          mine_(std::move(mine)) {}

    Now now() override { return figures_->has_come() ? Now::end : Now::begin; }
    BackgroundGather begin() override { return {rank_, size_, key_, mine_}; }
    void done(const BackgroundGather& gather) override {
        const std::lock_guard<std::mutex> guard(figures_->mutex);
        figures_->all.assign(gather.all().begin(), gather.all().end());
        figures_->is_complete = true;
    }

private:
    GatherKey key_;
    int rank_, size_;
    std::shared_ptr<Figures> figures_;
    std::vector<std::byte> mine_;
};

/// One member's message. Its length does not depend on the times, as members that do not make the same calls may send
/// times of different trials.
struct Message {
    std::uint64_t trial = 0;  ///< Learning::Due::number
    std::uint64_t count = 0;  ///< 0: a round is asked for
    Budget::Figures figures;
    std::uint64_t times[Trial::kMostTimes] = {};
};

Budget::Figures own_figures(const Session& s, CallMemory& memory) {
    const auto count = [](std::int64_t ns) { return static_cast<std::uint64_t>(std::max<std::int64_t>(0, ns)); };
    return {s.offload->trying_ns.load(std::memory_order_relaxed), count(monotonic_ns() - s.offload->begin_ns),
            count(std::exchange(memory.preparing_ns, 0))};
}

std::vector<std::byte> message_of(const Learning::Due& due, const Budget::Figures& figures) {
    const std::vector<std::uint64_t> times = due.trial->mine();
    Message message;
    message.trial = due.number;
    message.figures = figures;
    message.count = std::min(times.size(), Trial::kMostTimes);
    std::copy_n(times.begin(), message.count, message.times);
    std::vector<std::byte> bytes(sizeof message);
    std::memcpy(bytes.data(), &message, sizeof message);
    return bytes;
}

/// What all members have sent, one after the other.
struct Received {
    std::vector<std::uint64_t> times;
    std::vector<Budget::Figures> figures;  ///< empty: of different trials
};

Received received_in(std::span<const std::byte> all) {
    Received received;
    Message first, message;
    for (std::size_t at = 0; at + sizeof message <= all.size(); at += sizeof message) {
        std::memcpy(&message, all.data() + at, sizeof message);
        if (at == 0) first = message;
        if (message.trial != first.trial || message.count != first.count || message.count > Trial::kMostTimes)
            return {};
        received.times.insert(received.times.end(), message.times, message.times + message.count);
        received.figures.push_back(message.figures);
    }
    return received;
}

/// `trial`: see Figures.
void send(Session& s, CommRecord& record, Trial* trial, std::vector<std::byte> message) {
    CallMemory& memory = memory_of(record);
    const auto figures = std::make_shared<Figures>();
    figures->trial = trial;
    figures->begun = record.collective_sequence;
    figures->next_word = record.collective_sequence + kCallsBeforeWord;
    s.offload->chores.add(
        std::make_unique<FiguresGather>(s, record, figures, memory.figures_sent++, std::move(message)));
    memory.figures = figures;
    record.wants.figures = true;
    if (!record.staged) record.next_word = figures->next_word;
}

/// Sends the times of a trial that are complete; one trial at a time.
void begin_due(Session& s, CommRecord& record) {
    CallMemory& memory = memory_of(record);
    const Learning::Due due = memory.figures ? Learning::Due{} : memory.learning.due();
    if (!due.trial) return;
    const PreparingTime timing(&memory);
    send(s, record, due.trial, message_of(due, own_figures(s, memory)));
}

void tell_of_dropped(const CommRecord& record, Trial::Memory before, const Trial& trial) {
    const bool is_news = before == Trial::Memory::unsure && trial.memory() == Trial::Memory::dropped;
    if (!is_news || record.rank != 0) return;
    SHUNT_INFO("calls for which auto remembers %s take %s now: it measures anew which candidate is fastest",
               show_us(trial.dropped().remembered.ns).c_str(), show_us(trial.dropped().now_ns).c_str());
}

/// Applies the times of `trial`, which is of calls in which all members meet.   Returns: whether they are of the same
/// calls.
bool take_up_times(CommRecord& record, Trial& trial, std::span<const std::byte> all) {
    const Received received = received_in(all);
    Learning& learning = memory_of(record).learning;
    if (received.figures.empty()) {
        learning.give_up();
        return false;
    }
    const Trial::Memory before = trial.memory();
    learning.settle(trial, received.times, received.figures, record.collective_sequence);
    tell_of_dropped(record, before, trial);
    return true;
}

bool take_up_exchange(CommRecord& record, std::span<const std::byte> all) {
    Learning& learning = memory_of(record).learning;
    const Trial* const subject = learning.subject();
    const Trial::Memory before = subject ? subject->memory() : Trial::Memory::none;
    std::vector<std::uint64_t> words(all.size() / sizeof(std::uint64_t));
    std::memcpy(words.data(), all.data(), words.size() * sizeof(std::uint64_t));
    if (!learning.take_up(words, record.collective_sequence)) return false;
    if (subject) tell_of_dropped(record, before, *subject);
    return true;
}

/// Requests what the turns of a round need. All members do so in the same call, whatever calls they have made.
void want_awaited(Session& s, CommRecord& record) {
    memory_of(record).learning.for_each([&](const Learning::Kind& kind, const Trial& trial) {
        if (!trial.is_scheduled()) return;
        for (const int candidate : trial.awaited()) want_candidate(s, record, kind, candidate);
    });
}

void take_up(Session& s, CommRecord& record, std::span<const std::byte> all) {
    CallMemory& memory = memory_of(record);
    const std::shared_ptr<Figures> figures = std::exchange(memory.figures, nullptr);
    record.wants.figures = false;
    if (!record.staged) record.next_word = 0;
    const PreparingTime timing(&memory);
    const double before_ns = memory.learning.budget().here_ns();
    const bool are_same = figures->trial ? take_up_times(record, *figures->trial, all) : take_up_exchange(record, all);
    s.offload->trying_ns += static_cast<std::uint64_t>(memory.learning.budget().here_ns() - before_ns);
    if (!are_same && record.rank == 0)
        SHUNT_WARN(
            "members of a communicator of %d ranks make different calls (a broadcast whose lengths differ?): auto "
            "leaves its calls to the host",
            record.size);
    memory.decisions.clear();
    want_awaited(s, record);
    begin_due(s, record);
    record.next_exchange = memory.learning.next_exchange();
}

}  // namespace

void note_timed(Session& s, CommRecord& record, Trial& trial, int who, std::int64_t ns) {
    trial.took(who, ns);
    begin_due(s, record);
}

void note_not_carried(Session& s, CommRecord& record, const Carried& carried) {
    if (carried.because.reason == Reason::arguments) return;  // the host may refuse: not all members call
    const bool is_possible_later =
        carried.because.reason == Reason::host_algorithm_soon || carried.because.reason == Reason::host_algorithm_waits;
    if (is_possible_later) carried.trial->set_aside(carried.candidate);
    else carried.trial->drop(carried.candidate);
    if (carried.trial->is_scheduled()) carried.trial->took(0, 0);
    memory_of(record).decisions.clear();
    begin_due(s, record);
}

void plan_exchanges(const Session& s, CommRecord& record) {
    constexpr std::uint32_t kCallsFirst = 16;  // many programs make many communicators for a few calls each
    if (std::exchange(memory_of(record).plans_exchanges, true)) return;
    constexpr Operation kMeasured[] = {Operation::bcast,  Operation::scatter, Operation::gather,
                                       Operation::reduce, Operation::scan,    Operation::exscan};
    if (std::ranges::none_of(kMeasured, [&](Operation one) { return may_be_measured(s, record, one); })) return;
    const std::uint32_t first = record.handle == MPI_COMM_WORLD ? 1 : kCallsFirst;
    memory_of(record).learning.plan_exchanges(std::max(record.collective_sequence + 1, first));
    record.next_exchange = memory_of(record).learning.next_exchange();
}

void begin_exchange(Session& s, CommRecord& record) {
    CallMemory& memory = memory_of(record);
    if (memory.figures) return;
    const PreparingTime timing(&memory);
    const std::vector<std::uint64_t> words =
        memory.learning.mine(record.collective_sequence, monotonic_ns(), own_figures(s, memory));
    const std::span<const std::byte> bytes = std::as_bytes(std::span(words));
    record.next_exchange = Learning::kNever;
    send(s, record, nullptr, {bytes.begin(), bytes.end()});
}

void finish_figures(Session& s, CommRecord& record) {
    CallMemory& memory = memory_of(record);
    const std::shared_ptr<Figures> figures = memory.figures;
    const PreparingTime timing(&memory);
    for (GentleWait wait(s.patience); !figures->has_come(); wait.pause()) s.offload->chores.advance_now(s);
    take_up(s, record, figures->all);
}

void hear_figures(Session& s, CommRecord& record, int root) {
    if (record.collective_sequence < record.next_word) return;
    const std::shared_ptr<Figures> figures = memory_of(record).figures;
    bool has_come = false;
    std::vector<std::byte> all;
    if (root == record.rank) {
        s.offload->chores.advance_now(s);
        has_come = figures->has_come();
        if (has_come) all = figures->all;
    }
    switch (hear_word(s, record, root, has_come, all)) {
        case RootWord::unheard: return;
        case RootWord::not_yet:
            figures->next_word = record.collective_sequence + (record.collective_sequence - figures->begun);
            record.next_word = figures->next_word;
            return;
        case RootWord::over: return take_up(s, record, all);
    }
}

std::uint32_t next_word_of_figures(const CommRecord& record) {
    return record.wants.figures ? record.memory->figures->next_word : 0;
}

}  // namespace shunt
