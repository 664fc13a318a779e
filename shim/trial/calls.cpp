#include "shim/trial/calls.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "shim/trial/values.hpp"

namespace shunt::trial {
namespace {

/// One call to be made: its memory, and the expected contents afterwards.
struct Trial {
    MPI_Comm comm = MPI_COMM_NULL;
    int rank = 0, ranks = 0, root = 0;
    std::uint64_t count = 0;
    bool in_place = false;
    const Type* type = nullptr;
    const Combination* combination = nullptr;
    std::vector<int> counts, displacements;  // in the v forms
    Bytes input, output, wanted;             // `wanted`: expected contents of `output`

    bool is_root() const { return rank == root; }
    int elements() const { return static_cast<int>(count); }
    std::uint64_t all() const { return count * static_cast<std::uint64_t>(ranks); }
    std::uint64_t from(int of) const { return count * static_cast<std::uint64_t>(of); }
    /// Stores in elements `index`... of `into` the values that rank `of` contributes from `first` on.
    void give(Bytes& into, std::uint64_t index, int of, std::uint64_t first, std::uint64_t number) const {
        fill(into, *type, index, of, first, number);
    }
    /// In the v forms: elements of the block of `rank`, and those before it.
    std::uint64_t number(int rank) const { return static_cast<std::uint64_t>(counts[rank]); }
    std::uint64_t place(int rank) const { return static_cast<std::uint64_t>(displacements[rank]); }
    void* in() { return in_place ? MPI_IN_PLACE : input.data(); }
};

int total(const std::vector<int>& counts) {
    int sum = 0;
    for (const int count : counts) sum += count;
    return sum;
}

void share_out(Trial& t) {
    for (int rank = 0; rank < t.ranks; ++rank) {
        t.displacements.push_back(total(t.counts));
        t.counts.push_back(t.elements() * (rank % 3));
    }
}

/// Expects the contributions of ranks 0 to `last`, from `first` on, combined in their order.
void want_combined(Trial& t, std::uint64_t index, int last, std::uint64_t first, std::uint64_t count) {
    const std::size_t numbers = t.type->offsets.size();
    std::vector<double> sum(numbers), next(numbers);
    for (std::uint64_t i = 0; i < count; ++i) {
        for (int rank = 0; rank <= last; ++rank) {
            for (std::size_t n = 0; n < numbers; ++n) next[n] = value_of(rank, first + i, n);
            if (rank == 0) sum = next;
            else t.combination->combine(sum, next);
        }
        for (std::size_t n = 0; n < numbers; ++n) store(t.wanted, *t.type, index + i, n, sum[n]);
    }
}

/// Memory of a reduction: the input is this rank's vector of `count` elements; the output has room for `result`.
void prepare_reduction(Trial& t, std::uint64_t count, std::uint64_t result) {
    t.input = blank(*t.type, count);
    t.give(t.input, 0, t.rank, 0, count);
    t.output = t.in_place ? t.input : blank(*t.type, result);
    t.wanted = t.output;
}

int run_barrier(Trial& t) { return MPI_Barrier(t.comm); }

int run_bcast(Trial& t) {
    t.output = blank(*t.type, t.count);
    t.wanted = t.output;
    t.give(t.wanted, 0, t.root, 0, t.count);
    if (t.is_root()) t.output = t.wanted;
    return MPI_Bcast(t.output.data(), t.elements(), t.type->handle, t.root, t.comm);
}

int run_gather(Trial& t) {
    t.in_place = t.in_place && t.is_root();
    t.input = blank(*t.type, t.count);
    t.give(t.input, 0, t.rank, 0, t.count);
    t.output = blank(*t.type, t.is_root() ? t.all() : 0);
    if (t.in_place) t.give(t.output, t.from(t.rank), t.rank, 0, t.count);
    t.wanted = t.output;
    for (int rank = 0; t.is_root() && rank < t.ranks; ++rank) t.give(t.wanted, t.from(rank), rank, 0, t.count);
    return MPI_Gather(t.in(), t.elements(), t.type->handle, t.output.data(), t.elements(), t.type->handle, t.root,
                      t.comm);
}

int run_scatter(Trial& t) {
    t.in_place = t.in_place && t.is_root();
    t.input = blank(*t.type, t.is_root() ? t.all() : 0);
    if (t.is_root()) t.give(t.input, 0, t.root, 0, t.all());
    t.output = blank(*t.type, t.count);
    t.wanted = t.output;
    if (!t.in_place) t.give(t.wanted, 0, t.root, t.from(t.rank), t.count);
    return MPI_Scatter(t.input.data(), t.elements(), t.type->handle, t.in_place ? MPI_IN_PLACE : t.output.data(),
                       t.elements(), t.type->handle, t.root, t.comm);
}

int run_allgather(Trial& t) {
    t.input = blank(*t.type, t.count);
    t.give(t.input, 0, t.rank, 0, t.count);
    t.output = blank(*t.type, t.all());
    if (t.in_place) t.give(t.output, t.from(t.rank), t.rank, 0, t.count);
    t.wanted = t.output;
    for (int rank = 0; rank < t.ranks; ++rank) t.give(t.wanted, t.from(rank), rank, 0, t.count);
    return MPI_Allgather(t.in(), t.elements(), t.type->handle, t.output.data(), t.elements(), t.type->handle, t.comm);
}

int run_allgatherv(Trial& t) {
    share_out(t);
    t.input = blank(*t.type, t.number(t.rank));
    t.give(t.input, 0, t.rank, 0, t.number(t.rank));
    t.output = blank(*t.type, static_cast<std::uint64_t>(total(t.counts)));
    if (t.in_place) t.give(t.output, t.place(t.rank), t.rank, 0, t.number(t.rank));
    t.wanted = t.output;
    for (int rank = 0; rank < t.ranks; ++rank) t.give(t.wanted, t.place(rank), rank, 0, t.number(rank));
    return MPI_Allgatherv(t.in(), t.counts[t.rank], t.type->handle, t.output.data(), t.counts.data(),
                          t.displacements.data(), t.type->handle, t.comm);
}

int run_alltoall(Trial& t) {
    t.input = blank(*t.type, t.all());
    t.give(t.input, 0, t.rank, 0, t.all());
    t.output = t.in_place ? t.input : blank(*t.type, t.all());
    t.wanted = t.output;
    for (int rank = 0; rank < t.ranks; ++rank) t.give(t.wanted, t.from(rank), rank, t.from(t.rank), t.count);
    return MPI_Alltoall(t.in(), t.elements(), t.type->handle, t.output.data(), t.elements(), t.type->handle, t.comm);
}

int run_gatherv(Trial& t) {
    share_out(t);
    t.in_place = t.in_place && t.is_root();
    const std::uint64_t own = t.number(t.rank);
    t.input = blank(*t.type, own);
    t.give(t.input, 0, t.rank, 0, own);
    t.output = blank(*t.type, t.is_root() ? static_cast<std::uint64_t>(total(t.counts)) : 0);
    if (t.in_place) t.give(t.output, t.place(t.rank), t.rank, 0, own);
    t.wanted = t.output;
    for (int rank = 0; t.is_root() && rank < t.ranks; ++rank) t.give(t.wanted, t.place(rank), rank, 0, t.number(rank));
    return MPI_Gatherv(t.in(), static_cast<int>(own), t.type->handle, t.output.data(), t.counts.data(),
                       t.displacements.data(), t.type->handle, t.root, t.comm);
}

int run_scatterv(Trial& t) {
    share_out(t);
    t.in_place = t.in_place && t.is_root();
    const std::uint64_t own = t.number(t.rank);
    t.input = blank(*t.type, t.is_root() ? static_cast<std::uint64_t>(total(t.counts)) : 0);
    if (t.is_root()) t.give(t.input, 0, t.root, 0, static_cast<std::uint64_t>(total(t.counts)));
    t.output = blank(*t.type, own);
    t.wanted = t.output;
    if (!t.in_place) t.give(t.wanted, 0, t.root, t.place(t.rank), own);
    return MPI_Scatterv(t.input.data(), t.counts.data(), t.displacements.data(), t.type->handle,
                        t.in_place ? MPI_IN_PLACE : t.output.data(), static_cast<int>(own), t.type->handle, t.root,
                        t.comm);
}

/// Two ranks exchange blocks of one size, as MPI_IN_PLACE requires.
int run_alltoallv(Trial& t) {
    for (int rank = 0; rank < t.ranks; ++rank) {
        t.displacements.push_back(total(t.counts));
        t.counts.push_back(t.elements() * ((rank + t.rank) % 3));
    }
    const auto all = static_cast<std::uint64_t>(total(t.counts));
    t.input = blank(*t.type, all);
    for (int rank = 0; rank < t.ranks; ++rank) t.give(t.input, t.place(rank), t.rank, t.from(rank), t.number(rank));
    t.output = t.in_place ? t.input : blank(*t.type, all);
    t.wanted = t.output;
    for (int rank = 0; rank < t.ranks; ++rank) t.give(t.wanted, t.place(rank), rank, t.from(t.rank), t.number(rank));
    return MPI_Alltoallv(t.in(), t.counts.data(), t.displacements.data(), t.type->handle, t.output.data(),
                         t.counts.data(), t.displacements.data(), t.type->handle, t.comm);
}

int run_reduce(Trial& t) {
    // MPICH 4.0 ends the process if the root of a longer one is not rank 0 and passes MPI_IN_PLACE.
    const bool is_short = t.count * t.type->extent <= 2048;
    t.in_place = t.in_place && t.is_root() && (t.root == 0 || is_short);
    prepare_reduction(t, t.count, t.is_root() ? t.count : 0);
    if (t.is_root()) want_combined(t, 0, t.ranks - 1, 0, t.count);
    return MPI_Reduce(t.in(), t.output.data(), t.elements(), t.type->handle, t.combination->op, t.root, t.comm);
}

int run_allreduce(Trial& t) {
    prepare_reduction(t, t.count, t.count);
    want_combined(t, 0, t.ranks - 1, 0, t.count);
    return MPI_Allreduce(t.in(), t.output.data(), t.elements(), t.type->handle, t.combination->op, t.comm);
}

int run_scan(Trial& t) {
    prepare_reduction(t, t.count, t.count);
    want_combined(t, 0, t.rank, 0, t.count);
    return MPI_Scan(t.in(), t.output.data(), t.elements(), t.type->handle, t.combination->op, t.comm);
}

int run_exscan(Trial& t) {
    prepare_reduction(t, t.count, t.count);
    if (t.rank > 0) want_combined(t, 0, t.rank - 1, 0, t.count);
    const int error = MPI_Exscan(t.in(), t.output.data(), t.elements(), t.type->handle, t.combination->op, t.comm);
    if (t.rank == 0) t.output = t.wanted;  // MPI leaves it undefined
    return error;
}

/// In place, the result after the own block is undefined.
int reduced(Trial& t, int error, std::uint64_t count) {
    const std::size_t bytes = count * t.type->extent;
    if (t.in_place)
        std::copy(t.wanted.begin() + static_cast<std::ptrdiff_t>(bytes), t.wanted.end(),
                  t.output.begin() + static_cast<std::ptrdiff_t>(bytes));
    return error;
}

int run_reduce_scatter_block(Trial& t) {
    prepare_reduction(t, t.all(), t.count);
    want_combined(t, 0, t.ranks - 1, t.from(t.rank), t.count);
    return reduced(
        t, MPI_Reduce_scatter_block(t.in(), t.output.data(), t.elements(), t.type->handle, t.combination->op, t.comm),
        t.count);
}

int run_reduce_scatter(Trial& t) {
    share_out(t);
    const auto own = static_cast<std::uint64_t>(t.counts[t.rank]);
    prepare_reduction(t, static_cast<std::uint64_t>(total(t.counts)), own);
    want_combined(t, 0, t.ranks - 1, static_cast<std::uint64_t>(t.displacements[t.rank]), own);
    return reduced(
        t, MPI_Reduce_scatter(t.in(), t.output.data(), t.counts.data(), t.type->handle, t.combination->op, t.comm),
        own);
}

/// How to try one operation.
struct Row {
    std::string_view name;
    int (*run)(Trial&);
    bool has_root, combines, has_in_place, has_data = true;
};

constexpr Row kRows[] = {{"barrier", run_barrier, false, false, false, false},
                         {"bcast", run_bcast, true, false, false},
                         {"gather", run_gather, true, false, true},
                         {"scatter", run_scatter, true, false, true},
                         {"allgather", run_allgather, false, false, true},
                         {"allgatherv", run_allgatherv, false, false, true},
                         {"alltoall", run_alltoall, false, false, true},
                         {"gatherv", run_gatherv, true, false, true},
                         {"scatterv", run_scatterv, true, false, true},
                         {"alltoallv", run_alltoallv, false, false, true},
                         {"reduce", run_reduce, true, true, true},
                         {"allreduce", run_allreduce, false, true, true},
                         {"reduce_scatter", run_reduce_scatter, false, true, true},
                         {"reduce_scatter_block", run_reduce_scatter_block, false, true, true},
                         {"scan", run_scan, false, true, true},
                         {"exscan", run_exscan, false, true, true}};

const Row* row_of(std::string_view operation) {
    const auto* const found = std::ranges::find(kRows, operation, &Row::name);
    return found == std::end(kRows) ? nullptr : found;
}

void run_one(const Row& row, Trial trial, const std::string& what, Tally& tally) {
    const int error = row.run(trial);
    ++tally.calls;
    const std::string wrong =
        error != MPI_SUCCESS ? "it gives an error" : difference(trial.output, trial.wanted, *trial.type);
    if (wrong.empty()) return;
    if (tally.wrong++ > 0) return;
    tally.first = std::to_string(trial.count) + " x " + what +
                  (row.has_root ? ", root " + std::to_string(trial.root) : "") + (trial.in_place ? ", in place" : "") +
                  ", rank " + std::to_string(trial.rank) + ": " + wrong;
}

/// Tries each kind of element, count, root, in place and not, once.
void one_turn(const Row& row, const Plan& plan, Trial& trial, Tally& tally) {
    static const std::vector<Type> types = types_moved();
    static const std::vector<Combination> combined = combinations();
    const std::size_t kinds = row.combines ? combined.size() : row.has_data ? types.size() : 1;
    const std::vector<std::uint64_t> counts = row.has_data ? plan.counts : std::vector<std::uint64_t>{0};
    const std::vector<int> roots = row.has_root ? plan.roots : std::vector<int>{0};
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        trial.combination = row.combines ? &combined[kind] : nullptr;
        trial.type = row.combines ? &combined[kind].type : &types[kind];
        const std::string& name = row.combines ? combined[kind].name : types[kind].name;
        for (const std::uint64_t count : counts)
            for (const int root : roots)
                for (int in_place = 0; in_place < (row.has_in_place ? 2 : 1) && root < trial.ranks; ++in_place) {
                    trial.count = count;
                    trial.root = root;
                    trial.in_place = in_place == 1;
                    run_one(row, trial, name, tally);
                }
    }
}

}  // namespace

bool is_tried(std::string_view operation) { return row_of(operation) != nullptr; }

Tally try_operation(std::string_view operation, const Plan& plan, MPI_Comm comm) {
    const Row& row = *row_of(operation);
    Tally tally;
    Trial trial;
    trial.comm = comm;
    MPI_Comm_rank(comm, &trial.rank);
    MPI_Comm_size(comm, &trial.ranks);
    // In the first turn, of one length, a team is made, in the second the programs: both where all ranks meet.
    const auto some = std::ranges::find_if(plan.counts, [](std::uint64_t count) { return count > 0; });
    Plan first = plan;
    if (some != plan.counts.end()) first.counts = {*some};
    for (const Plan* turn : {&std::as_const(first), &plan, &plan}) {
        MPI_Barrier(comm);
        one_turn(row, *turn, trial, tally);
        MPI_Barrier(comm);
    }
    return tally;
}

}  // namespace shunt::trial
