#include "shim/offload/offload.hpp"

#include "shim/offload/message_service.hpp"
#include "shim/offload/private_comm.hpp"
#include "shim/offload/team_cache.hpp"

namespace shunt {

Offload::Offload(Session& s) : background(s.under_way, s.pool), chores(s.under_way) {
    s.offload = this;
    s.advance_background = advance_and_count;
    s.owes_messages = [](Session& of) { return of.messages && of.messages->has_unsent(); };
    s.comms.set_hooks({leave_teams, end_teams, free_private_comms, decide_on_messages, close_messages});
}

void end_offload(Session& s, OtherRanks others) {
    if (others == OtherRanks::late) return s.offload->background.thread().drive_always();
    const bool all_have_come = others == OtherRanks::here;
    end_messages(s);
    s.offload->background.release(s, all_have_come);
    if (all_have_come) leave_messages(s);
    const CommRecord* const world = all_have_come && s.world_size > 1 ? s.comms.find(MPI_COMM_WORLD) : nullptr;
    if (world) s.offload->knowledge.gather_begun(s, *world);
    s.comms.release(all_have_come);
    s.offload->chores.release(s, all_have_come);
    s.offload->knowledge.write();
}

}  // namespace shunt
