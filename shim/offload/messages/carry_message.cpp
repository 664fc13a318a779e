#include "shim/offload/messages/carry_message.hpp"

#include <new>

#include "shim/offload/carry.hpp"
#include "shim/offload/message_check.hpp"
#include "shim/offload/messages/messages.hpp"

namespace shunt {
namespace {

/// The handling of one direction of a call.
enum class Direction {
    none,  ///< the call has no such direction, or its peer is MPI_PROC_NULL
    ours,
    refused,  ///< the host will refuse it
    failed    ///< the host has refused its datatype
};

bool is_rank(const CommRecord& record, int rank) { return rank >= 0 && rank < record.size; }
bool is_tag(const Session& s, int tag) { return tag >= 0 && tag <= s.tag_upper_bound; }

Direction look_at(const Session& s, const CommRecord& record, const MessageBuffer& buffer, bool receives, int& code) {
    if (buffer.peer == MPI_PROC_NULL) return Direction::none;
    const Acceptance acceptance = check_message(record, buffer, receives, s.tag_upper_bound);
    if (acceptance == Acceptance::refused) return Direction::refused;
    if (acceptance == Acceptance::depends_on_type) code = ask_about_type(buffer, record.handle);
    return code == MPI_SUCCESS ? Direction::ours : Direction::failed;
}

/// One call whose parts have been checked.
class MessageCall {
public:
    MessageCall(Session& s, CommRecord& record, const MessageFunction& function, const MessageArguments& arguments,
                CarriedParts* parts)
        : session_(s), record_(record), function_(function), arguments_(arguments), parts_(parts) {}

    int send(SendMode mode) {
        if (!looks_right(true, false)) return to_host();
        return messages().send(record_, arguments_.send, mode, parts_);
    }
    int receive() {
        if (is_missing(arguments_.status) || !looks_right(false, true)) return to_host();
        return messages().receive(record_, arguments_.receive, arguments_.status, parts_);
    }
    int exchange(bool copies) {
        if (is_missing(arguments_.status) || !looks_right(true, true)) return to_host();
        if (!received() && arguments_.status != MPI_STATUS_IGNORE) fill_null(arguments_.status);
        return messages().exchange(record_, sent(), received(), copies, arguments_.status, parts_);
    }
    /// `mode`: of the send, if there is one.
    int begin(bool sends, bool receives, Lifetime lifetime, SendMode mode = SendMode::standard, bool copies = false) {
        if (!arguments_.request || !looks_right(sends, receives)) return to_host();
        return messages().begin(record_, {sent(), received(), mode, copies, receives && !received()},
                                arguments_.request, lifetime);
    }
    int probe() {
        const MessageBuffer& from = arguments_.receive;
        const bool names_rank = is_rank(record_, from.peer) || from.peer == MPI_ANY_SOURCE;
        const bool is_matched = function_.number == Function::MPI_Mprobe || function_.number == Function::MPI_Improbe;
        const bool waits = function_.number == Function::MPI_Mprobe || function_.number == Function::MPI_Probe;
        const bool has_tag = is_tag(session_, from.tag) || from.tag == MPI_ANY_TAG;
        if (!names_rank || !has_tag || is_missing(arguments_.status)) return to_host();
        if ((is_matched && !arguments_.message) || (!waits && !arguments_.flag)) return to_host();
        return messages().probe(record_, from, waits ? nullptr : arguments_.flag,
                                is_matched ? arguments_.message : nullptr, arguments_.status);
    }

    int to_host() {
        by_host_ = true;
        return code_ == MPI_SUCCESS ? function_.call(arguments_) : code_;
    }
    bool by_host() const { return by_host_; }

private:
    Messages& messages() { return *session_.messages; }
    const MessageBuffer* sent() const { return sent_ == Direction::ours ? &arguments_.send : nullptr; }
    const MessageBuffer* received() const { return received_ == Direction::ours ? &arguments_.receive : nullptr; }

    bool looks_right(bool sends, bool receives) {
        if (sends) sent_ = look_at(session_, record_, arguments_.send, false, code_);
        if (sent_ == Direction::refused || sent_ == Direction::failed) return false;
        if (receives) received_ = look_at(session_, record_, arguments_.receive, true, code_);
        return received_ != Direction::refused && received_ != Direction::failed && (sent() || received());
    }

    Session& session_;
    CommRecord& record_;
    const MessageFunction& function_;
    const MessageArguments& arguments_;
    CarriedParts* parts_;
    Direction sent_ = Direction::none, received_ = Direction::none;
    int code_ = MPI_SUCCESS;
    bool by_host_ = false;
};

/// The host refuses the call, and the message stays the program's. MPICH calls the handler of MPI_COMM_WORLD; Open MPI
/// that of the message's communicator, which is one of ours whose errors are returned.
int refuse_matched(const CommRecord& record, const MessageFunction& function, const MessageArguments& arguments) {
    const CallFailure how{record.handle, function.call(arguments)};
    if (host_quirks.is_open_mpi) how.report();
    return how.code;
}

MessageOutcome receive_matched(Session& s, const MessageFunction& function, const MessageArguments& arguments,
                               CarriedParts* parts) {
    MessageBuffer buffer = arguments.receive;
    buffer.peer = MPI_ANY_SOURCE;
    buffer.tag = MPI_ANY_TAG;
    const CommRecord& record = s.messages->record_of(*arguments.message);
    const bool has_request = function.number == Function::MPI_Imrecv || function.number == Function::MPI_Imrecv_c;
    if ((has_request && !arguments.request) || is_missing(arguments.status) ||
        !is_accepted(record, buffer, true, s.tag_upper_bound, s.world))
        return {refuse_matched(record, function, arguments), true};
    return {s.messages->receive_matched(arguments.message, buffer, has_request ? arguments.request : nullptr,
                                        arguments.status, parts)};
}

int carry(MessageCall& call, Function function) {
    constexpr auto once = Lifetime::once, persistent = Lifetime::persistent;
    switch (function) {
        case Function::MPI_Send:
        case Function::MPI_Send_c:
        case Function::MPI_Rsend:
        case Function::MPI_Rsend_c: return call.send(SendMode::standard);
        case Function::MPI_Ssend:
        case Function::MPI_Ssend_c: return call.send(SendMode::synchronous);
        case Function::MPI_Bsend:
        case Function::MPI_Bsend_c: return call.send(SendMode::buffered);
        case Function::MPI_Isend:
        case Function::MPI_Isend_c:
        case Function::MPI_Irsend:
        case Function::MPI_Irsend_c: return call.begin(true, false, once);
        case Function::MPI_Issend:
        case Function::MPI_Issend_c: return call.begin(true, false, once, SendMode::synchronous);
        case Function::MPI_Ibsend:
        case Function::MPI_Ibsend_c: return call.begin(true, false, once, SendMode::buffered);
        case Function::MPI_Send_init:
        case Function::MPI_Send_init_c:
        case Function::MPI_Rsend_init:
        case Function::MPI_Rsend_init_c: return call.begin(true, false, persistent);
        case Function::MPI_Ssend_init:
        case Function::MPI_Ssend_init_c: return call.begin(true, false, persistent, SendMode::synchronous);
        case Function::MPI_Bsend_init:
        case Function::MPI_Bsend_init_c: return call.begin(true, false, persistent, SendMode::buffered);
        case Function::MPI_Recv:
        case Function::MPI_Recv_c: return call.receive();
        case Function::MPI_Irecv:
        case Function::MPI_Irecv_c: return call.begin(false, true, once);
        case Function::MPI_Recv_init:
        case Function::MPI_Recv_init_c: return call.begin(false, true, persistent);
        case Function::MPI_Sendrecv:
        case Function::MPI_Sendrecv_c: return call.exchange(false);
        case Function::MPI_Sendrecv_replace:
        case Function::MPI_Sendrecv_replace_c: return call.exchange(true);
        case Function::MPI_Isendrecv:
        case Function::MPI_Isendrecv_c: return call.begin(true, true, once);
        case Function::MPI_Isendrecv_replace:
        case Function::MPI_Isendrecv_replace_c: return call.begin(true, true, once, SendMode::standard, true);
        case Function::MPI_Probe:
        case Function::MPI_Iprobe:
        case Function::MPI_Mprobe:
        case Function::MPI_Improbe: return call.probe();
        default: return call.to_host();  // partitioned calls
    }
}

bool is_of_matched(Function function) {
    switch (function) {
        case Function::MPI_Mrecv:
        case Function::MPI_Mrecv_c:
        case Function::MPI_Imrecv:
        case Function::MPI_Imrecv_c: return true;
        default: return false;
    }
}

}  // namespace

bool are_messages_ours(Session& s, const MessageArguments& arguments) {
    if (arguments.comm == MPI_COMM_NULL) return s.messages->has(arguments.message);
    const CommRecord* record = s.comms.find(arguments.comm);
    return record && record->carries_messages;
}

MessageOutcome carry_message(Session& s, const MessageFunction& function, const MessageArguments& arguments,
                             std::optional<CarriedParts>* carried) {
    CarriedParts* const parts = carried ? &carried->emplace() : nullptr;
    try {
        if (is_of_matched(function.number)) return receive_matched(s, function, arguments, parts);
        CommRecord& record = *s.comms.find(arguments.comm);
        const KeptRecord kept(s.multithreaded ? &record : nullptr);
        MessageCall call(s, record, function, arguments, parts);
        const int code = carry(call, function.number);
        if (!arguments.request) s.overtaken.heard();  // the begin of a call overtakes nothing
        return {code, call.by_host()};
    } catch (const std::bad_alloc&) { end_without_memory(); }
}

}  // namespace shunt
