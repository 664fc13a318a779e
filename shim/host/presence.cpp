#include "shim/host/presence.hpp"

#include <cstdio>
#include <cstdlib>

namespace shunt {
namespace {

int number(const char* text) noexcept {
    if (text == nullptr || *text == '\0') return -1;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    return *end == '\0' && value >= 0 && value <= 0x7fffffff ? static_cast<int>(value) : -1;
}

}  // namespace

LauncherFacts LauncherFacts::read(GetEnv get) noexcept {
    LauncherFacts facts;
    facts.pmi_fd = number(get("PMI_FD"));
    facts.pmi_rank = number(get("PMI_RANK"));
    facts.pmi_size = number(get("PMI_SIZE"));
    facts.hydra = get("HYDI_CONTROL_FD") != nullptr;
    facts.pmi_port = get("PMI_PORT") != nullptr;
    facts.pmix = get("PMIX_NAMESPACE") != nullptr && get("PMIX_RANK") != nullptr;
    facts.foreign_component_path = get("OMPI_MCA_mca_base_component_path") != nullptr ||
                                   get("OMPI_MCA_mca_component_path") != nullptr || get("OPAL_PREFIX") != nullptr;
    return facts;
}

Presence::Presence(Host host, const LauncherFacts& facts) noexcept : pmi_(facts), pmix_(facts) {
    if (host == Host::openmpi) {
        if (facts.pmix) space_ = &pmix_;
        else why_ = "the launcher offers Open MPI no PMIx key-value space";
    } else if (facts.pmi_fd >= 0 && facts.pmi_rank >= 0 && facts.pmi_size > 0) {
        space_ = &pmi_;
    } else if (facts.pmi_port) {
        why_ = "the launcher offers PMI by a port (PMI_PORT) only";
    } else {
        why_ = "the launcher offers MPICH no key-value space of PMI-1 or PMI-2";
    }
}

void Presence::announce(std::uint64_t token) noexcept {
    if (space_ == nullptr || announced_) return;
    const char* refused = space_->put(token);
    announced_ = refused == nullptr;
    if (!announced_) why_ = refused;
}

Presence::Answer Presence::ask(int world_size, RankExchange* ranks) noexcept {
    Answer answer;
    if (world_size == 1) {
        answer.verdict = Verdict::all_present;
    } else if (!announced_) {
        answer.why = *why_ == '\0' ? "this rank was not announced before MPI_Init" : why_;
    } else if (const char* unsynchronised = space_->unsynchronised()) {
        answer.why = unsynchronised;
    } else if (space_->size() != world_size) {
        answer.why = "the launcher's job and MPI_COMM_WORLD differ in size";
    } else {
        answer = read(world_size, ranks);
        others_present_ = answer.verdict == Verdict::all_present;
    }
    abandon();
    return answer;
}

Presence::Answer Presence::read(int world_size, RankExchange* ranks) noexcept {
    Answer answer;
    std::uint64_t own_token = 0;
    // Our own token is certainly there if the space was exchanged at all. So its absence reveals an MPI_Init without
    // exchange.
    const Lookup own = space_->get(space_->rank(), own_token);
    if (own != Lookup::found) {
        answer.why = own == Lookup::failed ? "the launcher stopped answering"
                                           : "the launcher's key-value space was not exchanged in MPI_Init";
        return answer;
    }
    if (ranks == nullptr || world_size <= kMostReadByAll) return read_all(world_size, own_token);
    if (all_have(own_token, world_size, *ranks)) {
        answer.verdict = Verdict::all_present;
        return answer;
    }
    answer = read_all(world_size, own_token);
    if (answer.verdict != Verdict::all_present) return answer;
    answer.verdict = Verdict::cannot_tell;
    answer.why = "the launcher's answers differ from rank to rank";
    return answer;
}

bool Presence::has(int rank, std::uint64_t token) noexcept {
    std::uint64_t found = 0;
    return space_->get(rank, found) == Lookup::found && found == token;
}

bool Presence::all_have(std::uint64_t token, int world_size, RankExchange& ranks) noexcept {
    bool all = true;
    for (std::int64_t distance = 1; distance < world_size; distance *= 2) {
        const auto after = static_cast<int>((space_->rank() + distance) % world_size);
        const auto before = static_cast<int>((space_->rank() + world_size - distance) % world_size);
        const bool has_after = has(after, token), has_before = has(before, token);
        bool theirs = true;
        const bool passed = ranks.pass_on(has_after ? after : RankExchange::kNobody, all,
                                          has_before ? before : RankExchange::kNobody, theirs);
        all = all && passed && theirs && has_after && has_before;
    }
    return all;
}

Presence::Answer Presence::read_all(int world_size, std::uint64_t own_token) noexcept {
    Answer answer;
    std::uint64_t first_token = 0;
    for (int rank = 0; rank < world_size; ++rank) {
        std::uint64_t token = own_token;  // already read; each question takes time of the launcher's thread
        const Lookup lookup = rank == space_->rank() ? Lookup::found : space_->get(rank, token);
        if (lookup == Lookup::failed) {
            answer.why = "the launcher stopped answering";
            return answer;
        }
        if (rank == 0) first_token = token;
        if (lookup == Lookup::found && token == first_token) continue;
        answer.verdict = lookup == Lookup::absent ? Verdict::someone_missing : Verdict::someone_differs;
        answer.first_rank = rank;
        answer.lowest_present = rank == 0 && lookup == Lookup::absent ? lowest_present(world_size) : 0;
        return answer;
    }
    answer.verdict = Verdict::all_present;
    return answer;
}

int Presence::lowest_present(int world_size) noexcept {
    std::uint64_t token = 0;
    for (int rank = 0; rank < world_size; ++rank)
        if (space_->get(rank, token) == Lookup::found) return rank;
    return 0;
}

void Presence::leave_together() noexcept {
    if (others_present_) space_->barrier();
    others_present_ = false;
}

void Presence::abandon() noexcept {
    if (space_ != nullptr) space_->release();
}

void describe(const Presence::Answer& answer, std::span<char> text) noexcept {
    using Verdict = Presence::Verdict;
    if (answer.verdict == Verdict::someone_missing)
        std::snprintf(text.data(), text.size(), "rank %d runs without Shunt", answer.first_rank);
    else if (answer.verdict == Verdict::someone_differs)
        std::snprintf(text.data(), text.size(), "rank %d runs another build of Shunt", answer.first_rank);
    else if (answer.verdict == Verdict::cannot_tell)
        std::snprintf(text.data(), text.size(), "it is not known whether all ranks run with Shunt: %s", answer.why);
}

}  // namespace shunt
