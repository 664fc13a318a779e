#include "shim/observe/merge.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <span>

#include "config/environment.hpp"
#include "shim/host/log.hpp"
#include "shim/host/process_facts.hpp"
#include "shim/observe/gather_records.hpp"
#include "shim/observe/port_measure.hpp"
#include "shim/observe/record/profile_file.hpp"
#include "shim/observe/row.hpp"

namespace shunt {
namespace {

/// Calls `use(rank, image)` for each image, until it returns false.
template <class Use>
bool for_each_image(const Bytes& collected, Use use) {
    for (std::size_t at = 0; at + 16 <= collected.size();) {
        std::uint64_t frame[2];
        std::memcpy(frame, collected.data() + at, sizeof frame);
        at += sizeof frame;
        if (!use(static_cast<std::int32_t>(frame[0]), std::span(collected.data() + at, frame[1]))) return false;
        at += frame[1];
    }
    return true;
}

/// Where a profile is to be written. `path` is replaced by the name the file got.
struct Place {
    std::string path;
    record::Placing placing;
};

bool write_images(const Session& s, Place& place, const Bytes& collected, std::string& error) {
    record::ProfileWriter writer;
    const bool good =
        writer.open(place.path, static_cast<std::uint32_t>(s.world_size), static_cast<std::uint32_t>(s.world_size),
                    s.agreement.run_id, place.placing) &&
        for_each_image(collected,
                       [&](std::int32_t rank, std::span<const std::byte> image) { return writer.add(rank, image); }) &&
        writer.finish(0);
    if (good) place.path = writer.path();
    else error = writer.error();
    return good;
}

/// Logs, once for all ranks, that files of records could not grow while the program ran.
void say_stuck(const Bytes& collected) {
    int count = 0;
    std::int32_t first = 0;
    for_each_image(collected, [&](std::int32_t rank, std::span<const std::byte> image) {
        std::uint64_t flags;
        std::memcpy(&flags, image.data() + offsetof(record::SpoolHeader, flags), sizeof flags);
        if ((flags & record::kFileStuck) != 0 && (count++ == 0 || rank < first)) first = rank;
        return true;
    });
    if (count != 0)
        SHUNT_WARN(
            "the record's file could not grow on %d of the ranks (the lowest is %d): the disk was full, or ulimit -f "
            "reached; calls of kinds that first occurred later are only in the totals by function: raise the limit, or "
            "set SHUNT_SPOOL to a folder with room",
            count, first);
}

/// `<program>.shunt`, in a job of Slurm's `<program>.job<id>.step<id>.shunt`, or the first free number of it: a profile
/// without a name from the user replaces no file.
Place own_place(const Session& s, const std::string& folder) {
    const std::string label = record::job_label(config::environment_value);
    return {folder + s.program + (label.empty() ? "" : "." + label) + ".shunt", record::Placing::keep};
}

std::atomic<bool> has_written_profile{false};  // this process, at the end of an earlier session

/// The name the user gave, unless it is taken: by an earlier job of this run (a script under one `shunt run` that
/// launches several), by an earlier session of this process, or by the world that spawned this one.
Place profile_place(const Session& s) {
    const std::string& named = s.options.profile;
    if (named.empty()) return own_place(s, "");
    if (!s.spawned) return {named, has_written_profile ? record::Placing::keep : record::Placing::replace_other_run};
    const bool has_ending = named.ends_with(".shunt");
    return {(has_ending ? named.substr(0, named.size() - 6) : named) + ".spawned.shunt", record::Placing::keep};
}

bool write_profile(Session& s, const Bytes& collected) {
    Place place = profile_place(s);
    std::string error;
    if (write_images(s, place, collected, error)) {
        has_written_profile = true;
        SHUNT_INFO("profile written to %s", place.path.c_str());
        return true;
    }
    const std::string& spool = s.spool.path();
    const std::string folder = spool.empty() ? "/tmp/" : spool.substr(0, spool.find_last_of('/') + 1);
    Place fallback = own_place(s, folder);
    std::string second_error;
    if (write_images(s, fallback, collected, second_error)) {
        SHUNT_WARN("%s; the profile is in %s instead: name a file that can be written with SHUNT_PROFILE",
                   error.c_str(), fallback.path.c_str());
        return true;
    }
    if (spool.empty())
        SHUNT_WARN(
            "%s; nor in %s. This rank's record was in memory and is lost: set SHUNT_PROFILE to a place with room",
            error.c_str(), folder.c_str());
    else SHUNT_WARN("%s; the records stay in %s: run shunt recover", error.c_str(), folder.c_str());
    return false;
}

/// Rank 0 tells all ranks whether the profile is safe.
bool everyone_hears(const Session& s, bool written, Deadline& deadline) {
    Kept<int> word;
    *word = written;
    MPI_Request request = MPI_REQUEST_NULL;
    const bool heard =
        host.MPI_Ibcast(&*word, 1, MPI_INT, 0, s.world, &request) == MPI_SUCCESS && complete(s, request, deadline);
    return word.done(heard) && *word;
}

void say_incomplete(const Session& s) {
    if (s.world_rank != lowest_rank_of_node(s) && s.everyone) return;
    const std::string& path = s.spool.path();
    SHUNT_WARN(
        "some rank ended without MPI_Finalize, or is late to call it; the records stay in %s: run shunt recover %s",
        path.empty() ? "memory and are lost" : path.c_str(), path.substr(0, path.find_last_of('/')).c_str());
}

/// Once: a program may begin and end many MPI sessions.
void say_not_merged(const Session& s) {
    static std::atomic_flag is_said = ATOMIC_FLAG_INIT;
    if (is_said.test_and_set()) return;
    SHUNT_WARN("without MPI_COMM_WORLD records are not merged; the ranks' records stay in %s: run shunt recover",
               s.spool.path().substr(0, s.spool.path().find_last_of('/')).c_str());
}

void merge(Session& s, Deadline& deadline) {
    Kept<Bytes> collected;
    const bool gathered = collected.done(gather_records(s, *collected, deadline));
    if (gathered && s.world_rank == 0) say_stuck(*collected);
    const bool written = gathered && s.world_rank == 0 && !(*collected).empty() && write_profile(s, *collected);
    if (s.world_size == 1 ? written : gathered && everyone_hears(s, written, deadline)) s.spool.remove_file();
    else if (!gathered) say_incomplete(s);
}

/// Waits until every rank has reached MPI_Finalize. Without this, a message to a rank that is gone could never be
/// cancelled.
bool all_have_come(const Session& s, Deadline& deadline) {
    if (s.world_size == 1) return true;
    MPI_Request request = MPI_REQUEST_NULL;
    return host.MPI_Ibarrier(s.world, &request) == MPI_SUCCESS && complete(s, request, deadline);
}

/// Measures the ports, for the report and for plans. All ranks decide alike whether to.   Fails: as measure_ports().
bool measure_ports_once(Session& s, Deadline& deadline) {
    if (s.ports || !s.options.record.enabled || !s.options.record.ports || !s.agreement.same_settings) return true;
    const bool is_measured = measure_ports(s, deadline);
    note_ports(s);
    return is_measured;
}

void close_record(Session& s) {
    const record::Recorder::Locked locked(*s.recorder);
    record::SpoolHeader& head = s.recorder->header();
    auto* phases = reinterpret_cast<record::PhaseEntry*>(s.spool.at(head.phases.offset));
    record::PhaseEntry& current = phases[s.recorder->phase()];
    const std::uint64_t now = ticks();
    current.ticks += now - current.start_ticks;
    current.start_ticks = now;
    s.recorder->leave_call();
    s.recorder->end_loops();
    s.recorder->touch_clock();
    head.state = record::SpoolState::finalized;
}

}  // namespace

int lowest_rank_of_node(const Session& s) {
    const auto& node_of = s.agreement.node_of;
    if (node_of.empty()) return s.world_rank;
    return static_cast<int>(std::find(node_of.begin(), node_of.end(), s.agreement.node) - node_of.begin());
}

void close_and_merge(Session& s, Function function, void (*end_offload)(Session&, OtherRanks)) {
    const std::uint64_t start = ticks();
    if (s.recorder) {
        s.recorder->enter_call(static_cast<std::uint16_t>(function), record::kNoComm, record::kNoPeer, start);
        const std::uint64_t delay = run_delay_us();
        if (delay > s.first_run_delay_us) s.recorder->set_counter("cpu.run-delay-us", delay - s.first_run_delay_us);
    }
    Deadline deadline(s);
    bool complete = s.world_size == 1 || (s.everyone && all_have_come(s, deadline));
    end_offload(s, complete ? OtherRanks::here : deadline.is_late() ? OtherRanks::late : OtherRanks::gone);
    Deadline for_merge(s);  // a late rank leaves the ranks that waited for it the same time as itself
    complete = complete && (s.world_size == 1 || measure_ports_once(s, for_merge));
    if (s.recorder) {
        {
            const record::Recorder::Locked locked(*s.recorder);
            count_timed(s, key_of(function, nullptr, record::kNoPeer, 0, record::kCall), nullptr,
                        {start, ticks() - start});
        }
        close_record(s);
    }
    // A rank that records nothing still takes part in the tree: other ranks depend on it. Only settings that all ranks
    // share can show that no rank records.
    const bool nobody_records = (s.world_size == 1 || s.agreement.same_settings) && !s.options.record.enabled;
    if (complete && !nobody_records) merge(s, for_merge);
    else if (s.recorder && s.everyone && !complete) say_incomplete(s);
    else if (s.recorder && !s.has_world && s.world_rank == 0 && !s.spool.path().empty()) say_not_merged(s);
    if (complete && s.world != MPI_COMM_NULL) host.MPI_Comm_free(&s.world);
    if (s.world_group != MPI_GROUP_NULL) host.MPI_Group_free(&s.world_group);
}

}  // namespace shunt
