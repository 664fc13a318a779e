#include "native/engines/script/programs.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include "native/base/wire_up.hpp"
#include "native/engines/script/places.hpp"
#include "native/engines/shared/stamp_word.hpp"
#include "native/program/checker.hpp"
#include "native/program/goal.hpp"

namespace shunt::script_engine {
namespace {

constexpr std::size_t kMostWanted = 256;

AllGather gather_of(Exchange& exchange) {
    return
        [&exchange](const void* mine, std::size_t bytes, void* all) { return exchange.all_gather(mine, bytes, all); };
}

/// A reason that all members share is reported without the rank that gave it first.
std::string without_rank(const std::string& reason, const std::string& own) {
    const std::string first = "rank 0: ";
    return !own.empty() && reason.starts_with(first) && own.starts_with(reason.substr(first.size())) ? own : reason;
}

/// The first rank whose value differs from that of rank 0; -1: all are equal.
template <class Value>
int first_other(const std::vector<Value>& all) {
    for (std::size_t rank = 1; rank < all.size(); ++rank)
        if (!(all[rank] == all[0])) return static_cast<int>(rank);
    return -1;
}

bool has(const std::vector<std::uint64_t>& digests, std::uint64_t digest) {
    return std::ranges::find(digests, digest) != digests.end();
}

}  // namespace

/// A member's announcement of a program that it has made.   Plain bytes.
struct Programs::Vote {
    std::uint64_t key = 0;
    std::uint64_t digest = 0;
    std::uint64_t is_right_in_place = 0;  ///< as rank 0 has proved
};

/// A program that is not agreed on yet.
struct Programs::Proposal {
    MadeProgram made;
    Vote vote;
    std::string flaw;  ///< for the other members: why this one cannot use it
    Plan plan;
};

Programs::Programs(const TeamSetup& setup, std::span<const int> cores)
    : group_(setup.group),
      node_of_(setup.node_of),
      folders_(setup.folders),
      options_(setup.options->get<ScriptOptions>()),
      exchange_(*setup.exchange),
      topology_(topology_of(setup, options_, cores)) {
    too_many_.clause = joined({"script: more than ", std::to_string(options_.most_programs),
                               " programs on one communicator (script.programs)"});
}

/// Reports once for each file, as it was read, and operation: many communicators and sizes may share the reason.
void Programs::tell(const File& file, std::string_view operation, std::string_view reason) {
    if (group_.rank != 0) return;
    static std::mutex mutex;
    static auto& told = *new std::set<std::string>;
    const std::string digest = std::to_string(file.file ? file.file->digest() : 0);
    {
        const std::lock_guard<std::mutex> locked(mutex);
        if (!told.insert(joined({file.names, "|", digest, "|", operation})).second) return;
    }
    const std::string about = operation.empty() ? std::string() : joined({operation, ": "});
    exchange_.warn(joined({"script: ", about, reason, "; the host carries it"}).c_str());
}

void Programs::tell_of_unknown_sizes(Operation operation, int file) {
    bool& is_told = told_[static_cast<std::size_t>(operation)];
    if (is_told || !may_have(operation, file)) return;
    is_told = true;
    tell(file_of(file), name_of(operation),
         "not all ranks know its sizes; script.sizes=exchange lets them tell each other");
}

void Programs::open_file(std::string_view names, File& into) {
    into.names = names;
    WireUp wire_up(group_.size, gather_of(exchange_));
    auto file = std::make_unique<ProgramFile>();
    std::function<void(std::string_view)> print;
    if (group_.rank == 0) print = [this](std::string_view line) { exchange_.warn(joined({"script: ", line}).c_str()); };
    std::string own;
    try {
        const Outcome opened = file->open(names, folders_, topology_, print);
        own = opened.reason;
        wire_up.fail(opened);
    } catch (const std::bad_alloc&) { wire_up.fail(joined({names, ": no memory for the script"})); }
    std::vector<std::uint64_t> digests;
    if (!wire_up.exchange(file->digest(), digests)) {
        into.reason = without_rank(wire_up.outcome().reason, own);
    } else if (const int other = first_other(digests); other >= 0) {
        into.reason = joined({names, " on rank ", std::to_string(other), " differs from that on rank 0"});
    } else {
        into.file = std::move(file);
        return;
    }
    tell(into, "", into.reason);
}

bool Programs::open(std::span<const std::string> names) {
    files_.resize(1 + names.size());
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const std::string& each = i == 0 ? options_.file : names[i - 1];
        if (!each.empty()) open_file(each, files_[i]);
        else files_[i].reason = "no script is named: give `file=NAME` in the rule, or set the option `script`";
    }
    if (std::ranges::any_of(files_, [](const File& file) { return file.file != nullptr; })) return true;
    const bool none_is_named = options_.file.empty() && std::ranges::all_of(names, &std::string::empty);
    if (none_is_named) tell(files_[0], "", files_[0].reason);
    return false;
}

const Entry* Programs::look_up(const CallKey& key) {
    const auto [first, end] = known_.equal_range(key.hash());
    for (auto each = first; each != end; ++each)
        if (each->second->key == key) return last_ = each->second.get();
    return static_cast<std::int64_t>(known_.size()) >= options_.most_programs ? &too_many_ : nullptr;
}

std::unique_ptr<Entry> Programs::entry_of(const CallKey& key) const {
    auto entry = std::make_unique<Entry>();
    entry->key = key;
    entry->counts.assign(key.counts.begin(), key.counts.end());
    entry->key.counts = entry->counts;
    return entry;
}

void Programs::want(const CallKey& key) {
    const bool is_wanted = std::ranges::any_of(wanted_, [&](const auto& each) { return each->key == key; });
    if (!is_wanted && wanted_.size() < kMostWanted) wanted_.push_back(entry_of(key));
}

/// First the members check that they want the same: where a program's calls do not match no member waits.
Status Programs::agree() {
    std::vector<std::unique_ptr<Entry>> wanted;
    wanted.swap(wanted_);
    std::uint64_t hash = wanted.size();
    for (const auto& entry : wanted) hash = mixed(hash, entry->key.hash());
    std::vector<std::uint64_t> all(static_cast<std::size_t>(group_.size));
    const Status status = exchange_.all_gather(&hash, sizeof hash, all.data());
    if (status != Status::ok) return status;
    const bool is_same = first_other(all) < 0;
    if (const Status measured = is_same ? measure_where_wanted() : Status::ok; measured != Status::ok) return measured;
    for (auto& entry : wanted) {
        entry->clause = "members' calls differ";
        if (!is_same) keep(std::move(entry));
        else if (const Status agreed = agree_on(std::move(entry)); agreed != Status::ok) return agreed;
    }
    return Status::ok;
}

/// All members have read the same files, so all of them ask, or none.
Status Programs::measure_where_wanted() {
    const auto wants = [](const File& file) { return file.file && file.file->wants_links(); };
    if (!measure_ || std::ranges::none_of(files_, wants)) return Status::ok;
    std::vector<script::Link> links;
    const Status status = std::exchange(measure_, nullptr)(links);
    if (status != Status::ok) return status;
    for (File& file : files_)
        if (wants(file)) file.file->set_links(links);
    return Status::ok;
}

void Programs::keep(std::unique_ptr<Entry> entry) {
    const std::uint64_t hash = entry->key.hash();
    known_.emplace(hash, std::move(entry));
}

Programs::File& Programs::file_of(int number) {
    const auto place = static_cast<std::size_t>(number);
    return files_[place < files_.size() ? place : 0];
}

void Programs::prove(const program::Program& program, Vote& vote, std::string& flaw) {
    const std::uint64_t digest = program::digest_of(program);
    if (!has(proved_, digest)) {
        const program::Verdict verdict = program::check(program, program::Memory::apart);
        if (!verdict.right()) {
            flaw = verdict.error;
            return;
        }
        proved_.push_back(digest);
        if (program::check(program, program::Memory::in_place).right()) proved_in_place_.push_back(digest);
    }
    vote.is_right_in_place = has(proved_in_place_, digest) ? 1 : 0;
}

/// Makes this member's program, and on rank 0 its proof.
void Programs::propose(const CallKey& key, Proposal& proposal) {
    File& file = file_of(key.file);
    proposal.vote.key = key.hash();
    if (!file.file) {
        proposal.made.reason = file.reason;
        return;
    }
    proposal.made = file.file->make(key, group_.size);
    if (proposal.made.is_wrong) proposal.flaw = proposal.made.reason;
    if (!proposal.made.program) return;
    const program::Program& program = *proposal.made.program;
    proposal.vote.digest = program::digest_of(program);
    proposal.flaw = flaw_of_steps(program, group_.rank, key.element_bytes);
    if (proposal.flaw.empty() && group_.rank == 0 && options_.checks)
        prove(*proposal.made.to_prove, proposal.vote, proposal.flaw);
    if (!proposal.flaw.empty()) return;
    proposal.plan = plan_of(program, group_.rank, key.element_bytes, *rings_);
    if (reserve_) reserve_(proposal.plan);
}

Status Programs::agree_on(std::unique_ptr<Entry> entry) {
    Proposal proposal;
    try {
        propose(entry->key, proposal);
    } catch (const std::exception&) { proposal.flaw = "no memory for a program"; }  // or an impossible length
    const Status status = settle(*entry, proposal);
    keep(std::move(entry));
    return status;
}

/// Decides on the proposals of all members.
Status Programs::settle(Entry& entry, Proposal& proposal) {
    File& file = file_of(entry.key.file);
    WireUp wire_up(group_.size, gather_of(exchange_));
    if (!proposal.flaw.empty()) wire_up.fail(proposal.flaw);
    std::vector<Vote> votes;
    if (!wire_up.exchange(proposal.vote, votes)) {
        if (wire_up.outcome().status != Status::declined) return wire_up.outcome().status;
        entry.clause = without_rank(wire_up.outcome().reason, proposal.flaw);
        tell(file, name_of(entry.key.operation), entry.clause);
        return Status::ok;
    }
    std::vector<std::uint64_t> digests;
    for (const Vote& vote : votes) digests.push_back(vote.digest);
    if (const int other = first_other(digests); other >= 0) {
        entry.clause = joined({"rank ", std::to_string(other), " makes a different program from rank 0"});
        tell(file, name_of(entry.key.operation), entry.clause);
    } else if (!proposal.made.program) {
        entry.clause = proposal.made.reason;
        if (!file.file) tell(file, "", entry.clause);
    } else {
        take(entry, proposal, options_.checks && votes[0].is_right_in_place == 0);
    }
    return Status::ok;
}

/// Whether a member's packets to each other member fit in a quarter of the ring, and none is returned.
bool Programs::gives_freely(const Plan& plan) const {
    std::vector<std::uint64_t> packets(plan.outs.size()), bytes(plan.outs.size());
    for (const Op& op : plan.ops) {
        if (op.kind != program::Kind::send) continue;
        packets[op.channel] += op.parts * (op.part_bytes / plan.packet_bytes + 1);
        bytes[op.channel] += op.bytes;
    }
    const bool is_short = std::ranges::all_of(packets, [](auto count) { return count <= PairRings::kPlentyPackets; });
    return plan.ins.empty() && is_short &&
           std::ranges::all_of(bytes, [&](std::uint64_t count) { return count <= rings_->packet_bytes() / 2; });
}

void Programs::take(Entry& entry, Proposal& proposal, bool copies_input) {
    const program::Program& program = *proposal.made.program;
    entry.is_carried = true;
    entry.clause = joined({"by ", proposal.made.who, options_.checks ? "" : ", not checked"});
    entry.plan = std::move(proposal.plan);
    entry.plan.copies_input = copies_input;
    const auto bytes_of = [&](program::Buffer buffer) {
        return program::size_of(program, group_.rank, buffer) * entry.key.element_bytes;
    };
    entry.send_bytes = bytes_of(program::Buffer::send);
    entry.receive_bytes = bytes_of(program::Buffer::receive);
    for (const PairRings::Out* out : entry.plan.outs)
        entry.has_far_sends = entry.has_far_sends || node_of(out->peer()) != node_of(group_.rank);
    const bool is_scatter = entry.key.operation == Operation::scatter;
    entry.given_bytes =
        entry.key.count * entry.key.element_bytes * static_cast<std::uint64_t>(is_scatter ? group_.size : 1);
    entry.gives_freely = gives_freely(entry.plan);
    for (const std::string& name : proposal.made.timed) {
        const auto known = std::ranges::find(timed_, name, &TimedCalls::name);
        entry.timed.push_back(static_cast<std::uint32_t>(known - timed_.begin()));
        if (known == timed_.end()) timed_.push_back({name});
    }
    ++made_;
}

std::uint64_t Programs::times_run() const {
    std::uint64_t times = 0;
    for (const File& file : files_) times += file.file ? file.file->times_run() : 0;
    return times;
}

}  // namespace shunt::script_engine
