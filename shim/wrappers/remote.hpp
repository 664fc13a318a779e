#pragma once
// One-sided calls and file access.
#include "shim/wrappers/message.hpp"

namespace shunt {

/// Records an access to `target`'s window; `incoming`: this rank receives the data.
template <class Host>
int note_access(Session& s, Function function, Host&& host_call, bool incoming, int target, MPI_Win win,
                std::uint64_t count_, MPI_Datatype datatype) {
    if (!s.recording()) return host_call();
    CallTimer timer(s, function, CallTimer::Need::sampled);
    const int code = host_call();
    timer.stop();
    const CommRecord* record = s.windows.find(handle_value(win));
    const Extent extent = extent_of(code, count_, datatype);
    unsigned flags = record::kCall | record::kOneSided | extent.contiguous;
    flags |= traffic_after(code, record, target);
    if (incoming) flags |= record::kReceive;
    const record::Recorder::Locked locked(*s.recorder);
    count(s, key_of(function, record, peer_after(code, record, target), extent.bytes, flags), record, timer);
    return code;
}

template <class Host, class Count>
int on_rma(Function function, Host&& host_call, bool incoming, int target, Count count_, MPI_Datatype datatype,
           MPI_Win win) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    return note_access(*s, function, host_call, incoming, target, win,
                       count_ > 0 ? static_cast<std::uint64_t>(count_) : 0, datatype);
}

/// Rput and similar functions.
template <class Host, class Count>
int on_rma_request(Function function, Host&& host_call, bool incoming, int target, Count count_, MPI_Datatype datatype,
                   MPI_Win win, const MPI_Request* request) {
    Session* s = active_session();
    const int code = on_rma(function, host_call, incoming, target, count_, datatype, win);
    return s ? begun(*s, code, request) : code;
}

/// Fetch_and_op and Compare_and_swap: one element each way; counted once, towards the target.
template <class Host>
int on_rma_one(Function function, Host&& host_call, int target, MPI_Datatype datatype, MPI_Win win) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    return note_access(*s, function, host_call, false, target, win, 1, datatype);
}

template <class Host>
int on_rma_sync(Function function, Host&& host_call, MPI_Win win) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    if (!s->recording()) return host_call();
    CallTimer timer(*s, function, CallTimer::Need::always);
    const int code = host_call();
    timer.stop();
    const CommRecord* record = s->windows.find(handle_value(win));
    const record::Recorder::Locked locked(*s->recorder);
    count(*s, key_of(function, record, record::kNoPeer, 0, record::kCall), record, timer);
    touch_clock_after(*s, timer.elapsed());
    return code;
}

template <class Host, class Count>
int on_io(Function function, Host&& host_call, MPI_File file, Count count_, MPI_Datatype datatype) {
    Session* s = active_session();
    if (!s) return host_call();
    const InsideCall inside;
    if (!s->recording()) return host_call();
    CallTimer timer(*s, function, CallTimer::Need::always);
    const int code = host_call();
    timer.stop();
    const CommRecord* record = s->files.find(handle_value(file));
    const Extent extent = extent_of(code, count_, datatype);
    const record::Recorder::Locked locked(*s->recorder);
    count(*s, key_of(function, record, record::kNoPeer, extent.bytes, record::kCall | extent.contiguous), record,
          timer);
    touch_clock_after(*s, timer.elapsed());
    return code;
}

/// File_iread and similar functions.
template <class Host, class Count>
int on_io_request(Function function, Host&& host_call, MPI_File file, Count count_, MPI_Datatype datatype,
                  const MPI_Request* request) {
    Session* s = active_session();
    const int code = on_io(function, host_call, file, count_, datatype);
    return s ? begun(*s, code, request) : code;
}

}  // namespace shunt
