#include "native/engines/shared/fabric.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/engines/refusal.hpp"
#include "native/engines/trial_clock.hpp"
#include "native/memory/hybrid_memory.hpp"
#include "native/memory/tcp_memory.hpp"
#include "native/memory/verbs/open.hpp"
#include "native/net/hosts.hpp"

namespace shunt {

void warn_of_refusal(const TeamSetup& setup, std::string_view engine, const Outcome& why) {
    static Refusals refusals;
    if (setup.group.rank == 0) refusals.warn(*setup.exchange, joined({engine, ": ", why.reason, "; using the host"}));
}

namespace {

constexpr std::int64_t kTrialNs = 15'000'000'000;  // with all members in the same call

std::function<void(std::string_view)> warning_of(const TeamSetup& setup, const FabricChoice& choice) {
    return [exchange = setup.exchange, engine = choice.engine](std::string_view text) {
        exchange->warn(joined({engine, ": ", text}).c_str());
    };
}

memory::verbs::Settings verbs_settings(const TeamSetup& setup, const FabricChoice& choice) {
    memory::verbs::Settings settings;
    settings.options = setup.options->get<memory::verbs::VerbsOptions>();
    // The clock starts with the trial.
    settings.is_trial_over = [exchange = setup.exchange,
                              clock = std::optional<TrialClock>()](std::int64_t now) mutable {
        if (!clock) clock.emplace(*exchange, kTrialNs, now);
        return clock->is_over(now);
    };
    settings.patience_ns = setup.patience_ns;
    settings.interface = choice.interface;
    settings.warn = warning_of(setup, choice);
    return settings;
}

memory::TcpOptions tcp_options(const TeamSetup& setup, const FabricChoice& choice) {
    memory::TcpOptions options;
    options.interface = choice.interface;
    options.is_bursty = choice.is_bursty;
    options.patience_ns = setup.patience_ns;
    options.warn = warning_of(setup, choice);
    return options;
}

void say_why_not(const TeamSetup& setup, const FabricChoice& choice, std::string_view reason) {
    if (choice.way == FabricWay::verbs && setup.group.rank == 0)
        setup.exchange->warn(joined({choice.engine, ": ", reason, "; using TCP"}).c_str());
}

/// RDMA; where it cannot be opened, TCP, with one more exchange.
class VerbsElseTcp final : public memory::InternodeOpening {
public:
    VerbsElseTcp(const TeamSetup& setup, const FabricChoice& choice, const memory::Setup& members, bool gets_window,
                 bool& by_verbs)
        : setup_(setup),
          choice_(choice),
          members_(members),
          gets_window_(gets_window),
          by_verbs_(by_verbs),
          verbs_(memory::open_far_verbs(members, verbs_settings(setup, choice), gets_window)),
          card_(sizeof(Head) + verbs_->card().size()) {
        Head head;
        const std::string& reason = verbs_->outcome().reason;
        head.is_open = verbs_->outcome().ok() ? 1 : 0;
        std::copy_n(reason.data(), std::min(reason.size(), head.reason.size() - 1), head.reason.data());
        std::memcpy(card_.data(), &head, sizeof head);
        std::copy(verbs_->card().begin(), verbs_->card().end(), card_.begin() + sizeof head);
    }

    std::span<const std::byte> card() const override { return card_; }
    const Outcome& outcome() const override { return outcome_; }
    bool tries(std::span<const std::byte> cards) const override {
        return why_not(cards).empty() && verbs_->tries(of_verbs(cards));
    }
    Outcome try_out(std::span<const std::byte> cards, std::span<std::byte> window) override {
        return verbs_->try_out(of_verbs(cards), window);
    }
    Outcome finish(std::span<const std::byte> cards, std::span<std::byte> window, const Outcome& tried,
                   std::unique_ptr<memory::InternodeMemory>& into) override {
        const std::string reason = why_not(cards);
        const Outcome opened =
            reason.empty() ? verbs_->finish(of_verbs(cards), window, tried, into) : Outcome{Status::declined, reason};
        by_verbs_ = opened.ok();
        if (opened.status != Status::declined) return opened;
        verbs_.reset();
        say_why_not(setup_, choice_, opened.reason);
        return memory::open_alone(members_, *memory::open_far_tcp(members_, tcp_options(setup_, choice_), gets_window_),
                                  window, into);
    }

private:
    /// Precedes the card of RDMA; plain bytes.
    struct Head {
        std::uint64_t is_open = 0;
        std::array<char, 248> reason{};
    };
    /// Why RDMA cannot be opened, with the lowest rank that cannot open it; empty: all can. Alike on all members.
    std::string why_not(std::span<const std::byte> cards) const {
        for (std::size_t rank = 0; rank * card_.size() < cards.size(); ++rank) {
            Head head;
            std::memcpy(&head, cards.data() + rank * card_.size(), sizeof head);
            head.reason.back() = 0;
            if (head.is_open == 0) return joined({"rank ", std::to_string(rank), ": ", head.reason.data()});
        }
        return {};
    }
    std::vector<std::byte> of_verbs(std::span<const std::byte> cards) const {
        std::vector<std::byte> parts;
        for (std::size_t at = 0; at < cards.size(); at += card_.size()) {
            const auto part = cards.subspan(at + sizeof(Head), card_.size() - sizeof(Head));
            parts.insert(parts.end(), part.begin(), part.end());
        }
        return parts;
    }

    const TeamSetup& setup_;
    const FabricChoice& choice_;
    const memory::Setup& members_;
    bool gets_window_;
    bool& by_verbs_;
    std::unique_ptr<memory::InternodeOpening> verbs_;
    std::vector<std::byte> card_;
    Outcome outcome_;
};

/// Whether RDMA is tried: all hosts have it, and the engine allows it. Alike on all members.
bool may_use_verbs(const TeamSetup& setup, const FabricChoice& choice) {
    return choice.way != FabricWay::tcp && setup.hosts && setup.hosts->all_have_rdma(setup.host_of);
}

}  // namespace

memory::Setup memory_setup_of(const TeamSetup& setup) {
    memory::Setup members;
    members.rank = setup.group.rank;
    members.size = setup.group.size;
    members.cores = setup.cores;
    members.node_of = setup.node_of;
    members.host_of = setup.host_of;
    members.hosts = setup.hosts;
    members.all_gather = [exchange = setup.exchange](const void* mine, std::size_t bytes, void* all) {
        return exchange->all_gather(mine, bytes, all);
    };
    return members;
}

Outcome open_fabric(const TeamSetup& setup, const FabricChoice& choice, const memory::Setup& remote, Fabric& into) {
    const bool is_one_node = std::ranges::all_of(setup.node_of, [](int node) { return node == 0; });
    const bool by_verbs = !is_one_node && may_use_verbs(setup, choice);
    if (!is_one_node && !by_verbs)
        say_why_not(setup, choice,
                    "RDMA: a host has no RDMA device, or its Shunt was built without RDMA; run shunt doctor there");
    const auto open_internode = [&](const memory::Setup& members,
                                    bool gets_window) -> std::unique_ptr<memory::InternodeOpening> {
        if (by_verbs) return std::make_unique<VerbsElseTcp>(setup, choice, members, gets_window, into.by_verbs);
        return memory::open_far_tcp(members, tcp_options(setup, choice), gets_window);
    };
    return memory::open_hybrid(remote, open_internode, into.memory, into.far);
}

}  // namespace shunt
