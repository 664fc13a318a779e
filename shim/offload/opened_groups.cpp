// Groups that the program opens for MPI_Scatterv, in the team of an engine.
#include <algorithm>
#include <memory>
#include <vector>

#include "shim/offload/carry.hpp"
#include "shim/offload/reasons.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {
namespace {

std::vector<std::uint64_t> block_sizes(const CollectiveBuffer& buffer, int ranks) {
    std::vector<std::uint64_t> sizes;
    for (int rank = 0; rank < ranks; ++rank) sizes.push_back(buffer.block_bytes(rank));
    return sizes;
}

Reason host_reason_of(Session& s, const OpenedGroup& group) {
    return group.bound.empty() ? Reason::none : with_clause(s, Reason::model, std::string(group.bound));
}

}  // namespace

int open_scatterv_group(const int* send_counts, MPI_Datatype send_type, int root, CommRecord& record,
                        ScattervGroup*& opened) {
    Session& s = *session.load(std::memory_order_relaxed);
    int code = MPI_SUCCESS;
    if (!is_rank(root, record)) code = MPI_ERR_ROOT;
    else if (root == record.rank && !send_counts) code = MPI_ERR_ARG;
    else if (root == record.rank && send_type == MPI_DATATYPE_NULL) code = MPI_ERR_TYPE;
    else if (root == record.rank &&
             std::any_of(send_counts, send_counts + record.size, [](int count) { return count < 0; }))
        code = MPI_ERR_COUNT;
    const Decision decision = decide(s, record, Operation::scatterv, kBytesDiffer, false, Form::nonblocking);
    CommTeam* team = code == MPI_SUCCESS && decision.engine ? team_of(s, record, decision) : nullptr;
    if (team && team->groups) {
        std::vector<std::uint64_t> sizes;
        if (root == record.rank) sizes = block_sizes({nullptr, send_counts, send_type}, record.size);
        CollectiveCall call;
        call.operation = Operation::scatterv;
        call.root = root;
        call.sizes = sizes;
        auto made = std::make_unique<ScattervGroup>();
        OpenedGroup group;
        const Status status = team->groups->open_group(call, group);
        *made = {record.handle, root, team, group.number, group.block_bytes, host_reason_of(s, group)};
        if (status == Status::declined) switch_off(record, *team);
        else if (status != Status::ok)
            code = team->exchange.code() != MPI_SUCCESS ? team->exchange.code() : MPI_ERR_OTHER;
        else opened = made.release();
    }
    if (code != MPI_SUCCESS) host.MPI_Comm_call_errhandler(record.handle, code);
    return code;
}

void close_scatterv_group(ScattervGroup* group, CommRecord* record) {
    if (record && has_team(*record, group->team)) group->team->groups->close_group(group->number);
    delete group;
}

}  // namespace shunt
