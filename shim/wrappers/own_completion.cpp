#include "shim/wrappers/own_completion.hpp"

#include "shim/host/quirks.hpp"
#include "shim/offload/host_exchange.hpp"

namespace shunt {
namespace {

constexpr std::uint32_t kLooksBetweenAll = 64;  // in a wait: between checks of all of ours; a later one may have failed
constexpr std::uint32_t kLooksBetweenHost = 4;  // in a wait for both: between calls of the host, while ours are active

/// Whether the host has refused a handle that is no request.
bool is_wrong_handle(int code) {
    int error_class = MPI_SUCCESS;
    if (code != MPI_SUCCESS) host.MPI_Error_class(code, &error_class);
    return error_class == MPI_ERR_REQUEST;
}

/// The host's code, for a program that wants no statuses, if some of several requests have failed.
int code_without_statuses(int first_error) {
    return host_quirks.names_first_error ? first_error : int{MPI_ERR_IN_STATUS};
}

}  // namespace

void fill(const OwnRequest& call, MPI_Status* status) {
    if (status != MPI_STATUS_IGNORE) call.fill(status);
}

int TestOneByOne::operator()(int* flag) {
    *flag = 0;
    for (; next_ < count_; ++next_) {
        int ended = 0;
        MPI_Status status;
        const int code = host.MPI_Test(&requests_[next_], &ended, &status);
        if (code == MPI_SUCCESS && !ended) return MPI_SUCCESS;
        if (is_wrong_handle(code)) return code;  // a Waitall refuses it before it waits
        keep(next_, status, code);
        if (code == MPI_SUCCESS) continue;
        for (int i = next_ + 1; i < count_; ++i) keep(i, {}, MPI_ERR_PENDING);
        return MPI_ERR_IN_STATUS;
    }
    *flag = 1;
    return MPI_SUCCESS;
}

void TestOneByOne::keep(int index, const MPI_Status& status, int code) {
    if (statuses_ == MPI_STATUSES_IGNORE) return;
    statuses_[index] = status;
    statuses_[index].MPI_ERROR = code;
}

/// Nothing has ended. In a test the host progresses, which checks of our requests alone would prevent.
int MixedRequests::say_no(int* flag) const {
    if (is_test_) end_vain_test(session_);
    *flag = 0;
    return MPI_SUCCESS;
}

MixedRequests::Ours MixedRequests::look_and_bring_on() {
    const Ours ours = look();
    if (!is_test_ || !ours.any_active) return ours;
    session_.bring_on();
    first_active_ = 0;
    return look();
}

/// In a wait, requests that were found to have ended are not checked again. Of the others only the first that has not
/// ended is checked each time; the rest now and then.
MixedRequests::Ours MixedRequests::look() {
    Ours ours;
    const bool at_all = is_test_ || looks_++ % kLooksBetweenAll == 0;
    if (at_all) first_active_ = 0;
    for (int i = first_active_; i < count_; ++i) {
        if (!at_all && ours.any_active) break;
        if (!ours.any_active) first_active_ = i;
        const OwnRequest* call = find(i);
        if (!call) continue;
        const CallState state = call->state();
        ours.any_active |= state == CallState::active;
        ours.any_failed |= state == CallState::failed;
    }
    return ours;
}

/// Reports the end of one of ours to the program.   Returns: its code.
int MixedRequests::take(OwnRequest& call, int index) {
    session_.overtaken.heard();
    const CallFailure how = call.take(&requests_[index]);
    if (how.code != MPI_SUCCESS && first_.code == MPI_SUCCESS) first_ = how;
    return how.code;
}

/// The return code of a call with several requests: the host's, or ours if only requests of ours have failed.
int MixedRequests::code_for(int host_code) const {
    first_.report();
    if (host_code != MPI_SUCCESS || first_.code == MPI_SUCCESS) return host_code;
    return ignores() ? code_without_statuses(first_.code) : int{MPI_ERR_IN_STATUS};
}

int MixedRequests::test(int* flag) {
    OwnRequest& call = *find(0);
    if (call.state() == CallState::active && is_test_) session_.bring_on();
    if (call.state() == CallState::active) return say_no(flag);
    *flag = 1;
    fill(call, status(0));
    take(call, 0);
    first_.report();
    return first_.code;
}

int MixedRequests::test_all(int* flag) {
    const Ours ours = look_and_bring_on();
    if (ours.any_active && !ours.any_failed) return say_no(flag);
    host_ended_ = 1;
    if (has_hosts_ || !ignored_) host_code_ = host.MPI_Testall(count_, requests_, &host_ended_, statuses_);
    *flag = host_ended_ || ours.any_failed || host_code_ != MPI_SUCCESS;
    return *flag ? finish_all(ours.any_failed) : int{MPI_SUCCESS};
}

/// None is the host's: each request is completed as soon as it is found to have ended.
int MixedRequests::test_rest_of_ours(int* flag) {
    *flag = 0;
    for (; first_active_ < count_; ++first_active_) {
        const CallState state = end_if_over(first_active_);
        if (state == CallState::failed) return fail_ours(flag);
        if (state == CallState::active) break;
    }
    if (first_active_ == count_) {
        session_.overtaken.heard();
        *flag = 1;
        return MPI_SUCCESS;
    }
    if (++looks_ % kLooksBetweenAll != 0) return MPI_SUCCESS;
    for (int i = first_active_ + 1; i < count_; ++i)
        if (const OwnRequest* const call = find(i); call && call->state() == CallState::failed) return fail_ours(flag);
    return MPI_SUCCESS;
}

/// Completes the request at `index`, unless it is active or has failed.   Returns: its state before; failed, if its
/// data could not be delivered.
CallState MixedRequests::end_if_over(int index) {
    OwnRequest* const call = find(index);
    CallFailure how;
    CallState state = CallState::idle;
    if (ignores()) {
        if (call) state = call->take_if_over(&requests_[index], how);
    } else {
        if (call) state = call->state();
        if (state == CallState::active || state == CallState::failed) return state;
        tell_status(call, index);
        if (call) how = call->take(&requests_[index]);
    }
    if (how.code == MPI_SUCCESS) [[likely]]
        return state;
    session_.overtaken.heard();
    first_ = how;
    undelivered_ = index;
    return CallState::failed;
}

int MixedRequests::fail_ours(int* flag) {
    reported_ = first_active_;
    for (int i = first_active_; i < count_ && !ignores(); ++i)
        if (!find(i) && i != undelivered_) tell_status(nullptr, i);
    *flag = 1;
    return finish_all(true);
}

/// `call` is null if the request is.
void MixedRequests::tell_status(const OwnRequest* call, int index) {
    if (call) call->fill(status(index));
    else fill_empty(false, status(index));
}

int MixedRequests::test_rest(int* flag) {
    if (!has_hosts_) return test_rest_of_ours(flag);
    const Ours ours = look();
    const bool ours_are_over = !ours.any_active || ours.any_failed;
    const bool asks = ours_are_over || looks_ % kLooksBetweenHost == 0;
    if (!host_ended_ && asks)
        host_code_ = host_quirks.testall_is_sound ? host.MPI_Testall(count_, requests_, &host_ended_, statuses_)
                                                  : one_by_one_(&host_ended_);
    *flag = (host_ended_ && !ours.any_active) || ours.any_failed || host_code_ != MPI_SUCCESS;
    return *flag ? finish_all(ours.any_failed) : int{MPI_SUCCESS};
}

/// All have ended, or some have failed: then each status shows the state of its request.
int MixedRequests::finish_all(bool ours_failed) {
    bool has_failed = ours_failed || host_code_ != MPI_SUCCESS;
    for (int i = 0; i < count_; ++i) {
        const bool is_reported = i < reported_ || i == undelivered_;
        OwnRequest* const call = is_reported ? nullptr : find(i);
        int code = MPI_SUCCESS;
        if (is_reported) {
            if (i == undelivered_) code = first_.code;
        } else if (call && call->state() == CallState::active) {
            code = MPI_ERR_PENDING;
        } else if (call) {
            if (!ignores()) fill(*call, status(i));
            code = take(*call, i);
            if (code != MPI_SUCCESS && !has_failed) {  // its data could not be delivered
                has_failed = true;
                for (int before = 0; before < i && !ignores(); ++before) statuses_[before].MPI_ERROR = MPI_SUCCESS;
            }
        } else if (host_code_ != MPI_SUCCESS) {
            continue;  // the host has filled in the status itself
        } else if (!host_ended_ && requests_[i] != MPI_REQUEST_NULL) {
            code = MPI_ERR_PENDING;
        }
        if (has_failed && !ignores()) statuses_[i].MPI_ERROR = code;
    }
    return code_for(host_code_);
}

int MixedRequests::test_any(int* index, int* flag) {
    if (is_test_) session_.bring_on();
    bool any_active = false;
    for (int i = 0; i < count_; ++i) {
        OwnRequest* const call = find(i);
        if (!call) continue;
        const CallState state = call->state();
        any_active |= state == CallState::active;
        if (!has_ended(state)) continue;
        *index = i;
        *flag = 1;
        fill(*call, statuses_);
        take(*call, i);
        first_.report();
        return first_.code;
    }
    if (!has_hosts_ && any_active) return say_no(flag);
    const int code = host.MPI_Testany(count_, requests_, index, flag, statuses_);
    const bool host_has_none = code == MPI_SUCCESS && *flag && *index == MPI_UNDEFINED;
    return host_has_none && any_active ? say_no(flag) : code;
}

int MixedRequests::test_some(int* done, int* indices, int* flag) {
    const bool ours_failed = look_and_bring_on().any_failed;
    *done = MPI_UNDEFINED;  // on an error the host may leave it unset
    const int host_code =
        has_hosts_ ? host.MPI_Testsome(count_, requests_, done, indices, statuses_) : int{MPI_SUCCESS};
    *flag = 1;
    const int by_host = *done == MPI_UNDEFINED ? 0 : *done;
    if (host_code != MPI_SUCCESS && by_host == 0) return host_code;
    bool has_failed = ours_failed || host_code != MPI_SUCCESS;
    bool any_active = false;
    int ended = by_host;
    for (int i = 0; i < count_; ++i) {
        OwnRequest* const call = find(i);
        if (!call) continue;
        const CallState state = call->state();
        const bool failed_since = !has_failed && state == CallState::failed;  // left to the next call
        any_active |= state == CallState::active || failed_since;
        if (!has_ended(state) || failed_since) continue;
        indices[ended] = i;
        fill(*call, status(ended));
        const int code = take(*call, i);
        if (code != MPI_SUCCESS && !has_failed) {  // its data could not be delivered
            has_failed = true;
            for (int k = by_host; k < ended && !ignores(); ++k) statuses_[k].MPI_ERROR = MPI_SUCCESS;
        }
        if (has_failed && !ignores()) statuses_[ended].MPI_ERROR = code;
        ended += 1;
    }
    for (int k = 0; k < by_host && has_failed && host_code == MPI_SUCCESS && !ignores(); ++k)
        statuses_[k].MPI_ERROR = MPI_SUCCESS;
    if (ended == 0 && *done == MPI_UNDEFINED && !any_active) return host_code;
    *done = ended;
    return ended == 0 ? say_no(flag) : code_for(host_code);
}

}  // namespace shunt
