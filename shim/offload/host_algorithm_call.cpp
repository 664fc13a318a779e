#include "shim/offload/host_algorithm_call.hpp"

#include <algorithm>
#include <climits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "shim/host/algorithm_quirks.hpp"
#include "shim/objects/operation.hpp"
#include "shim/offload/offload.hpp"
#include "shim/offload/private_comm.hpp"
#include "shim/offload/team_cache.hpp"
#include "shim/offload/vector_buffers.hpp"

namespace shunt {

/// Our communicators for one communicator of the program, in the order in which calls first requested them. Equal on
/// all members.   Thread: that of the call.
struct AlgorithmComms {
    struct One {
        Operation operation;
        std::string algorithm;
        std::int64_t segment;
        bool rounded;  ///< only for reductions whose bits depend on the order of combining: requests of `auto` for
                       ///< other calls must not affect them
        bool is_wanted = true;  ///< false: it was made, or could not be
        MPI_Comm comm = MPI_COMM_NULL;
    };
    std::vector<One> all;
};

namespace {

using One = AlgorithmComms::One;

/// The maximum for one communicator of the program: each costs the host memory, and one of the few numbers of MPICH and
/// others.
constexpr std::ptrdiff_t kMostOfOne = 32;  // rounded ones and others are counted apart
/// When a process has this many private communicators, only rounded reductions may get more: the number that `auto` has
/// requested must not affect their bits.
constexpr std::uint64_t kMostMeasured = 96;
/// The maximum in MPI_Init, where each takes a millisecond or so.
constexpr std::size_t kMostAtFirst = 8;

/// Whether the members of such a reduction may be combined in any order that the algorithm uses. Not all algorithms of
/// the hosts check whether the operation commutes. Alike on all members.
bool allows_any_order(const CollectiveArguments& arguments) {
    if (shape_of(arguments.operation()) != Shape::reduction) return true;
    int commutes = 0;
    return host.MPI_Op_commutative(arguments.op, &commutes) == MPI_SUCCESS && commutes;
}

/// The entry for the choice; null: no call has requested it yet.
One* known(const CommRecord& record, Operation operation, const HostChoice& choice, bool rounded) {
    if (!record.algorithms) return nullptr;
    for (One& one : record.algorithms->all)
        if (one.operation == operation && one.segment == choice.segment && one.algorithm == choice.algorithm &&
            one.rounded == rounded)
            return &one;
    return nullptr;
}

bool has_room(const CommRecord& record, bool rounded) {
    return !record.algorithms || std::ranges::count(record.algorithms->all, rounded, &One::rounded) < kMostOfOne;
}

/// Null: there are too many.
One* ask_for(CommRecord& record, Operation operation, const HostChoice& choice, bool rounded) {
    if (!has_room(record, rounded)) return nullptr;
    if (!record.algorithms) record.algorithms = new AlgorithmComms;
    std::vector<One>& all = record.algorithms->all;
    return &all.emplace_back(One{operation, std::string(choice.algorithm), choice.segment, rounded});
}

void make(Session& s, const CommRecord& record, One& one) {
    const HostAlgorithm* algorithm = s.offload->algorithms.find(one.operation, one.algorithm);
    const AlgorithmInForce in_force(s.offload->algorithms, one.operation, *algorithm, one.segment);
    // A communicator that the host makes in the background meanwhile would keep the algorithm too, only on some ranks.
    const bool has_room = one.rounded || s.offload->open_private_comms.load() < kMostMeasured;
    const bool may = has_room && in_force.is_in_force() && !s.makes_comms_behind.load(std::memory_order_relaxed);
    one.comm = new_private_comm(s, record, may);
    one.is_wanted = false;
}

/// Among what trials have cost, unless it is for a rounded reduction.
void make_in_call(Session& s, CommRecord& record, One& one) {
    const PreparingTime timing(s.offload->learns && !one.rounded ? &memory_of(record) : nullptr);
    make(s, record, one);
}

/// The communicator for this call; MPI_COMM_NULL: there is none, and `why` is the reason. `is_asked_by_all`: only
/// want_host_algorithm() may request it.
MPI_Comm comm_for(Session& s, const CollectiveArguments& arguments, CommRecord& record, const HostChoice& choice,
                  bool is_asked_by_all, Reason& why) {
    const Operation operation = arguments.operation();
    const std::int64_t bytes = equal_bytes(arguments, record);
    const bool rounded = combines(operation) && !is_exact(arguments, bytes);
    One* one = known(record, operation, choice, rounded);
    if (!one && is_asked_by_all) {
        why = has_room(record, rounded) ? Reason::host_algorithm_soon : Reason::no_host_algorithm;
        return MPI_COMM_NULL;
    }
    if (!one) one = ask_for(record, operation, choice, rounded);
    if (one && one->is_wanted) {
        if (synchronises(operation, bytes)) make_in_call(s, record, *one);
        else record.wants.algorithm = true;
    }
    if (!one || one->comm == MPI_COMM_NULL)
        why = one && one->is_wanted ? Reason::host_algorithm_soon : Reason::no_host_algorithm;
    return one ? one->comm : MPI_COMM_NULL;
}

/// Broadcasts the bytes of the elements, whose number is equal on all members whatever their types.
int broadcast_bytes(const Session& s, const CollectiveArguments& arguments, const CommRecord& record) {
    BcastBuffers buffers(arguments, record);
    CollectiveArguments as_bytes = arguments;
    const std::span<std::byte> bytes = buffers.call().receive;
    as_bytes.receive = CollectiveBuffer(bytes.data(), static_cast<MPI_Count>(bytes.size()), MPI_BYTE);
    const int packed = buffers.pack(s.world);  // the peers rely on this member even if this fails
    if (const int code = arguments.function->call(as_bytes); code != MPI_SUCCESS) return code;
    const int delivered = buffers.deliver(s.world);
    return packed != MPI_SUCCESS ? packed : delivered;
}

int call_on(MPI_Comm comm, const Session& s, const CollectiveArguments& arguments, const CommRecord& record) {
    CollectiveArguments elsewhere = arguments;
    elsewhere.comm = comm;
    const bool as_it_is = may_differ_in_types(true, arguments.operation());
    const int code = as_it_is ? arguments.function->call(elsewhere) : broadcast_bytes(s, elsewhere, record);
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
    return code;
}

}  // namespace

namespace {

std::vector<HostCandidate> candidates_of(const HostAlgorithms& algorithms, Operation operation) {
    constexpr std::int64_t kSegments[] = {8 << 10, 64 << 10};
    std::vector<HostCandidate> found;
    const bool is_ready = !algorithms.needs_communicator();
    for (const HostAlgorithm& one : algorithms.list(operation)) {
        if (one.waits) continue;
        found.push_back({{one.name, 0}, one.ranks, is_ready});
        const bool is_measured_cut = operation == Operation::bcast || operation == Operation::reduce;
        if (!is_measured_cut || !algorithms.has_segments(operation)) continue;
        for (const std::int64_t segment : kSegments) found.push_back({{one.name, segment}, one.ranks, is_ready});
    }
    return found;
}

}  // namespace

void find_host_candidates(Session& s) {
    if (!s.agreement.same_host_algorithms || s.gentle_collectives) return;
    for (std::size_t place = 0; place < kOperationCount; ++place)
        s.offload->host_candidates[place] = candidates_of(s.offload->algorithms, static_cast<Operation>(place));
}

void settle_host_choice(const Session& s, Decision& decision) {
    const HostAlgorithms& algorithms = s.offload->algorithms;
    const Facts& facts = decision.facts;
    const HostAlgorithm* algorithm =
        s.agreement.same_host_algorithms ? algorithms.find(facts.operation, decision.choice.algorithm) : nullptr;
    const bool fits = algorithm && (algorithm->ranks == 0 || algorithm->ranks == facts.ranks);
    if (!fits || facts.block_bytes > INT_MAX) {  // counts of bytes are ints
        decision.choice = {};
        decision.because.reason = Reason::no_host_algorithm;
    } else if (!algorithms.has_segments(facts.operation)) {
        decision.choice.segment = 0;
    }
}

int call_by_host_algorithm(Session& s, const CollectiveArguments& arguments, CommRecord& record, Carried& carried) {
    const HostChoice choice = carried.choice;
    const bool is_asked_by_all = carried.candidate >= kFirstHostCandidate &&
                                 !synchronises(arguments.operation(), equal_bytes(arguments, record));
    Reason& why = carried.because.reason;
    HostAlgorithms& algorithms = s.offload->algorithms;
    const HostAlgorithm* algorithm = algorithms.find(arguments.operation(), choice.algorithm);
    if (!is_acceptable(arguments, record)) why = Reason::arguments;
    else if (!algorithm || !allows_any_order(arguments)) why = Reason::no_host_algorithm;
    else if (!algorithms.needs_communicator()) {
        const AlgorithmInForce in_force(algorithms, arguments.operation(), *algorithm, choice.segment);
        carried.is_by_choice = in_force.is_in_force();
        if (!carried.is_by_choice) why = Reason::no_host_algorithm;
        return arguments.function->call(arguments);
    } else if (const MPI_Comm comm = comm_for(s, arguments, record, choice, is_asked_by_all, why);
               comm != MPI_COMM_NULL) {
        carried.is_by_choice = true;
        return call_on(comm, s, arguments, record);
    }
    return arguments.function->call(arguments);
}

void want_host_algorithm(Session& s, CommRecord& record, const Learning::Kind& kind, const HostChoice& choice) {
    if (!s.offload->algorithms.needs_communicator()) return;
    const bool rounded = combines(kind.operation) && !kind.exact;
    One* one = known(record, kind.operation, choice, rounded);
    if (!one) one = ask_for(record, kind.operation, choice, rounded);
    if (one && one->is_wanted) record.wants.algorithm = true;
}

void make_wanted_algorithms(Session& s, CommRecord& record) {
    record.wants.algorithm = false;
    if (!record.algorithms) return;
    for (One& one : record.algorithms->all)
        if (one.is_wanted) make_in_call(s, record, one);
}

void make_first_algorithms(Session& s, CommRecord& world) {
    const KnowledgeSection* const knowledge = s.offload->knowledge.known();
    if (!knowledge || !world.all_ours || world.size == 1 || !s.offload->algorithms.needs_communicator()) return;
    std::size_t counts[2] = {};  // rounded ones are counted apart, so that others do not affect them
    for (const KnowledgeEntry& entry : knowledge->entries) {
        const std::vector<HostCandidate>& candidates =
            s.offload->host_candidates[static_cast<std::size_t>(entry.operation)];
        const std::vector<Trial::Timed> times = times_in(entry, candidates);
        const int number = times.empty() || entry.blocks > 0 ? 0 : times.front().candidate;
        if (entry.ranks != world.size || entry.nodes != world.nodes || number < kFirstHostCandidate) continue;
        const HostChoice& choice = candidates[static_cast<std::size_t>(number - kFirstHostCandidate)].choice;
        if (known(world, entry.operation, choice, entry.rounded)) continue;
        if (counts[entry.rounded]++ >= kMostAtFirst) continue;
        if (One* one = ask_for(world, entry.operation, choice, entry.rounded)) make(s, world, *one);
    }
}

void free_algorithm_comms(CommRecord& record) {
    const std::unique_ptr<AlgorithmComms> freed(std::exchange(record.algorithms, nullptr));
    if (!freed) return;
    for (One& one : freed->all) free_private_comm(one.comm);
}

}  // namespace shunt
