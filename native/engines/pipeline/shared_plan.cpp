#include "native/engines/pipeline/shared_plan.hpp"

namespace shunt::pipeline {
namespace {

SharedPlan broadcast(int root, int rank) {
    SharedPlan plan;
    plan.first = plan.last = root;
    plan.work = rank == root ? Work::write : Work::none;
    plan.tells_all = rank == root;
    plan.delivers = plan.releases = rank != root;
    return plan;
}

/// Turns in descending order of rank that end at `last`.
SharedPlan descending(int last, int rank, int size) {
    SharedPlan plan;
    plan.first = (last + size - 1) % size;
    plan.last = last;
    plan.work = rank == plan.first ? Work::write : Work::combine;
    plan.before = rank == plan.first ? kNobody : (rank + 1) % size;
    plan.next = rank == last ? kNobody : (rank + size - 1) % size;
    return plan;
}

SharedPlan reduce(int root, int rank, int size, bool commutative) {
    SharedPlan plan = descending(commutative ? root : 0, rank, size);
    if (plan.last == root) {
        plan.releases = rank == root;
        if (rank == root) plan.work = Work::take;
        return plan;
    }
    plan.delivers = plan.releases = rank == root;
    if (rank == plan.last) plan.tells_one = root;
    return plan;
}

SharedPlan reduce_to_all(int rank, int size) {
    SharedPlan plan = descending(0, rank, size);
    plan.delivers = plan.releases = true;
    plan.tells_all = rank == plan.last;
    return plan;
}

SharedPlan prefix(Work work, int rank, int size) {
    SharedPlan plan;
    plan.first = 0;
    plan.last = size - 1;
    plan.work = rank == 0 ? Work::write : work;
    plan.writes_copy = work == Work::scan;
    plan.before = rank == 0 ? kNobody : rank - 1;
    plan.next = rank == plan.last ? kNobody : rank + 1;
    plan.releases = rank == plan.last;
    return plan;
}

}  // namespace

SharedPlan shared_plan(Operation operation, int root, int rank, int size, bool commutative) {
    switch (operation) {
        case Operation::bcast: return broadcast(root, rank);
        case Operation::reduce: return reduce(root, rank, size, commutative);
        case Operation::scan: return prefix(Work::scan, rank, size);
        case Operation::exscan: return prefix(Work::exscan, rank, size);
        default: return reduce_to_all(rank, size);
    }
}

SharedPlan handing_over(int writer, int reader, int rank) {
    SharedPlan plan;
    plan.first = plan.last = writer;
    plan.work = rank == writer ? Work::write : Work::none;
    if (rank == writer) plan.tells_one = reader;
    plan.delivers = rank == reader;
    plan.releases = rank != writer;
    return plan;
}

}  // namespace shunt::pipeline
