#include "shim/offload/host_exchange.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "shim/host/log.hpp"
#include "shim/host/own_errors.hpp"
#include "shim/host/world_tags.hpp"
#include "shim/host/yielding.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/offload.hpp"

namespace shunt {
namespace {

constexpr int kProbesAtOnce = 4;  // a waiting host does nothing else; engines do their own work after each progress()

}  // namespace

bool HostExchange::has_work() const { return session_.host_work.any(); }

HostExchange::~HostExchange() {
    for (Watch& watch : watches_) {
        if (watch.request == MPI_REQUEST_NULL) continue;
        host.MPI_Cancel(&watch.request);
        host.MPI_Wait(&watch.request, MPI_STATUS_IGNORE);
    }
}

void HostExchange::propose(const TeamProposal& mine, Accepts accepts) {
    proposal_ = mine;
    accepts_ = std::move(accepts);
}

Status HostExchange::all_gather(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile) {
    if (refused_) return Status::declined;
    return accepts_ ? gather_with_proposal(mine, bytes, all, meanwhile) : gather(mine, bytes, all, meanwhile);
}

Status HostExchange::gather(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile) {
    if (staged_) return staged_->all_gather(mine, bytes, all, meanwhile);
    const MPI_Comm comm = record_ ? record_->handle : MPI_COMM_NULL;
    if (comm == MPI_COMM_NULL) return Status::peer_lost;
    const OwnErrors own_errors(comm, session_.multithreaded);
    const int count = static_cast<int>(bytes);
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, comm, request);
    };
    code_ = session_.waits_gently(record_) ? run_gently(session_.patience, gently)
                                           : host.MPI_Allgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, comm);
    return code_ == MPI_SUCCESS ? Status::ok : Status::peer_lost;
}

Status HostExchange::gather_with_proposal(const void* mine, std::size_t bytes, void* all, const Meanwhile& meanwhile) {
    const std::size_t members = world_ranks_.size(), each = sizeof(TeamProposal) + bytes;
    std::vector<std::byte> told(each), heard(each * members);
    std::memcpy(told.data(), &proposal_, sizeof proposal_);
    std::memcpy(told.data() + sizeof proposal_, mine, bytes);
    const Status status = gather(told.data(), each, heard.data(), meanwhile);
    if (status != Status::ok) return status;
    for (std::size_t member = 0; member < members; ++member) {
        TeamProposal theirs;
        std::memcpy(&theirs, heard.data() + member * each, sizeof theirs);
        std::memcpy(static_cast<std::byte*>(all) + member * bytes, heard.data() + member * each + sizeof theirs, bytes);
        if (member == 0) agreed_.number = theirs.number;
        agreed_.open_teams = std::max(agreed_.open_teams, theirs.open_teams);
        agreed_.own_bytes = std::max(agreed_.own_bytes, theirs.own_bytes);
        agreed_.lacks_files = std::max(agreed_.lacks_files, theirs.lacks_files);
    }
    refused_ = !std::exchange(accepts_, {})(agreed_);
    return refused_ ? Status::declined : Status::ok;
}

namespace {

void call_host(const Session& s) {
    int found = 0;  // only a probe that finds nothing progresses the host
    host.MPI_Iprobe(MPI_ANY_SOURCE, kFramesTag, s.world, &found, MPI_STATUS_IGNORE);
    if (!found || !s.messages) [[likely]]
        return;
    if (s.offload->mail) s.offload->mail->note_arrival();
    s.messages->look_at_mail();
}

}  // namespace

void progress_host(const Session& s) {
    const WithoutYielding quick(s.host_yield_switch);
    for (int calls = s.host_work.any() ? kProbesAtOnce : 1; calls > 0; --calls) call_host(s);
    if (s.messages) s.messages->look_at_mail();
}

void call_host(const Session& s, std::uint64_t calls) {
    const WithoutYielding quick(s.host_yield_switch);
    for (; calls > 0; --calls) call_host(s);
}

void before_buffered_send(Session& s) {
    if (s.overtaken.any()) [[unlikely]]
        let_host_catch_up(s, [] { return false; });
    s.overtaken.add_buffered_send();
}

void end_vain_test(const Session& s) {
    progress_host(s);
    if (s.host_yield_switch) sched_yield();
}

void HostExchange::progress() {
    if (!thread_state.makes_no_calls) progress_host(session_);
}

void HostExchange::progress_once() {
    if (!thread_state.makes_no_calls) call_host(session_, 1);
}

Status HostExchange::ask_about(int rank) {
    if (thread_state.makes_no_calls) return Status::ok;
    auto watch = std::find_if(watches_.begin(), watches_.end(), [&](const Watch& known) { return known.rank == rank; });
    if (watch == watches_.end()) {
        watches_.push_back({rank, MPI_REQUEST_NULL});
        watch = watches_.end() - 1;
        const int from = world_ranks_[static_cast<std::size_t>(rank)];
        code_ = host.MPI_Irecv(nullptr, 0, MPI_BYTE, from, kWatchTag, session_.world, &watch->request);
        if (code_ != MPI_SUCCESS) return Status::peer_lost;
    }
    int ended = 0;
    code_ = host.MPI_Test(&watch->request, &ended, MPI_STATUS_IGNORE);
    return code_ == MPI_SUCCESS ? Status::ok : Status::peer_lost;
}

void HostExchange::warn(const char* text) {
    if (!refused_ && !is_silent_) SHUNT_WARN("%s", text);
}

AllGather all_gather_of_world(const Session& s) {
    return [world = s.world](const void* mine, std::size_t bytes, void* all) {
        const int count = static_cast<int>(bytes);
        return host.MPI_Allgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, world) == MPI_SUCCESS
                   ? Status::ok
                   : Status::peer_lost;
    };
}

}  // namespace shunt
