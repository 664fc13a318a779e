#include "native/memory/verbs/open.hpp"

#include <dirent.h>

#include <cstring>
#include <vector>

#include "native/memory/hybrid_memory.hpp"
#include "native/memory/verbs/remedy.hpp"
#include "native/memory/verbs/verbs_memory.hpp"

namespace shunt::memory {

bool has_verbs_device() {
    DIR* const folder = opendir("/sys/class/infiniband");
    if (folder == nullptr) return false;
    const dirent* entry = readdir(folder);
    while (entry != nullptr && entry->d_name[0] == '.') entry = readdir(folder);
    closedir(folder);
    return entry != nullptr;
}

namespace {

class Opening final : public InternodeOpening {
public:
    Opening(const Setup& setup, const verbs::Settings& settings, bool gets_window, bool is_worth_trying)
        : setup_(setup),
          gets_window_(gets_window),
          has_trial_(settings.is_trial_over != nullptr),
          made_(std::make_unique<verbs::VerbsMemory>(setup, settings, gets_window)) {
        if (is_worth_trying) outcome_ = made_->open_own(setup, gets_window, card_);
        else outcome_ = {Status::declined, joined({"RDMA: this machine has no RDMA device; ", verbs::kLookAtDevices})};
    }

    std::span<const std::byte> card() const override { return std::as_bytes(std::span(&card_, 1)); }
    const Outcome& outcome() const override { return outcome_; }
    bool tries(std::span<const std::byte>) const override { return has_trial_ || gets_window_; }

    Outcome try_out(std::span<const std::byte> cards, std::span<std::byte> window) override {
        const Outcome fit = learn(cards);
        if (!fit.ok()) return fit;
        const Outcome lent = gets_window_ && !window.empty() ? made_->lend(window) : Outcome{};
        return has_trial_ ? made_->try_connections(setup_, lent) : lent;
    }

    Outcome finish(std::span<const std::byte> cards, std::span<std::byte>, const Outcome& tried,
                   std::unique_ptr<InternodeMemory>& into) override {
        const Outcome finished = !tried.ok() ? tried : tries(cards) ? Outcome{} : learn(cards);
        if (!finished.ok()) return finished;
        made_->begin_care();
        into = std::move(made_);
        return {};
    }

private:
    Outcome learn(std::span<const std::byte> cards) {
        std::vector<verbs::Card> all(static_cast<std::size_t>(setup_.size));
        std::memcpy(all.data(), cards.data(), cards.size());
        return made_->learn(all);
    }

    const Setup& setup_;
    bool gets_window_, has_trial_;
    std::unique_ptr<verbs::VerbsMemory> made_;
    verbs::Card card_;
    Outcome outcome_;
};

}  // namespace

Outcome open_verbs(const Setup& setup, const verbs::Settings& settings, std::unique_ptr<RemoteMemory>& into) {
    Opening opening(setup, settings, false, true);
    std::unique_ptr<InternodeMemory> made;
    const Outcome opened = open_alone(setup, opening, {}, made);
    into = std::move(made);
    return opened;
}

std::unique_ptr<InternodeOpening> open_far_verbs(const Setup& setup, const verbs::Settings& settings,
                                                 bool gets_window) {
    return std::make_unique<Opening>(setup, settings, gets_window, has_verbs_device());
}

bool has_verbs() { return true; }

}  // namespace shunt::memory
