#include "native/engines/multicast/channel.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace shunt::multicast {
namespace {

constexpr std::size_t kLeastPayload = 64;
constexpr std::size_t kMostRetained = 64;      ///< operations, as long as receivers confirm some
constexpr std::size_t kDemandOperations = 32;  ///< retained operations after which receivers are told to acknowledge
constexpr std::size_t kRememberedFailures = 64;

Settings checked(Settings settings) {
    settings.nodes = std::clamp(settings.nodes, 1, 65535);
    settings.node = std::clamp(settings.node, 0, settings.nodes - 1);
    settings.payload_bytes = std::max(settings.payload_bytes, kLeastPayload);
    settings.rate = std::max<std::int64_t>(settings.rate, 0);
    return settings;
}

template <class Operations, class Number>
auto first_not_before(Operations& operations, std::uint32_t number, Number number_of) {
    return std::find_if(operations.begin(), operations.end(),
                        [&](const auto& each) { return !before(number_of(each), number); });
}

}  // namespace

Channel::Channel(const Settings& settings)
    : settings_(checked(settings)),
      timing_(settings_.nodes, settings.seed ^ (static_cast<std::uint64_t>(settings_.node) << 32)),
      arrivals_(settings_.node, settings_.nodes),
      tree_(settings_.node, settings_.nodes),
      early_(settings.early_bytes),
      begun_(settings.first_operation - 1),
      call_(settings.first_operation),
      first_pacer_(settings_.rate),
      repair_pacer_(settings_.rate) {}

Channel::Waiting* Channel::waiting(std::uint32_t number) {
    const auto less = [](const Waiting& own, std::uint32_t wanted) { return before(own.operation->number(), wanted); };
    const auto found = std::lower_bound(outgoing_.begin(), outgoing_.end(), number, less);
    return found != outgoing_.end() && found->operation->number() == number ? &*found : nullptr;
}

Incoming* Channel::incoming(std::uint32_t number) {
    const auto less = [](const std::unique_ptr<Incoming>& operation, std::uint32_t wanted) {
        return before(operation->number(), wanted);
    };
    const auto found = std::lower_bound(incoming_.begin(), incoming_.end(), number, less);
    return found != incoming_.end() && (*found)->number() == number ? found->get() : nullptr;
}

void Channel::begin(std::uint32_t number) {
    if (before(begun_, number)) begun_ = number;
}

// ---- operations
// -----------------------------------------------------------------------------------------------------------------

std::uint8_t Channel::flags_for(std::size_t bytes, bool all_nodes, bool at_once) const {
    // Up to 32 nodes a tree saves nothing; for long messages the root's time for acknowledgements is negligible.
    const bool many = settings_.nodes > 32 && static_cast<std::size_t>(settings_.nodes) * 2048 > bytes;
    const bool wanted =
        settings_.acknowledge == Acknowledge::tree || (settings_.acknowledge == Acknowledge::automatic && many);
    const bool tree = all_nodes && wanted;
    return static_cast<std::uint8_t>((tree ? flag::tree : 0) | (at_once ? flag::acknowledge : 0));
}

bool Channel::has_room(std::size_t bytes) const {
    return retained_operations_ < kMostRetained && retained_bytes_ + bytes <= settings_.retained_bytes;
}

void Channel::count_retained(std::size_t bytes) {
    ++retained_operations_;
    ++retained_since_demand_;
    retained_bytes_ += bytes;
    bytes_since_demand_ += bytes;
}

/// Whether a request to `members` (empty: all) reaches every node with an earlier operation to acknowledge.
bool Channel::are_all_that_miss(std::span<const int> members) const {
    if (members.empty()) return true;
    Bitmap reached(static_cast<std::size_t>(settings_.nodes));
    for (const int node : members)
        if (node >= 0 && node < settings_.nodes) reached.set(static_cast<std::size_t>(node));
    for (const Waiting& own : outgoing_) {
        const Bitmap& missing = own.operation->missing();
        for (std::size_t node = missing.next_set(0); node < missing.limit(); node = missing.next_set(node + 1))
            if (!reached.test(node)) return false;
    }
    return true;
}

void Channel::release(const Outgoing& operation) {
    if (!operation.retained()) return;
    --retained_operations_;
    retained_bytes_ -= operation.layout().total;
    retained_since_demand_ =
        std::min(retained_since_demand_, retained_operations_);  // no node needs a request to acknowledge the others
    bytes_since_demand_ = std::min(bytes_since_demand_, retained_bytes_);
}

/// All nodes will now see that this one has entered a call, and so has everything of the earlier ones.
void Channel::forget_lazy() {
    std::erase_if(owed_, [&](const Owed& owed) { return !owed.at_once && before(owed.begun, call_); });
}

void Channel::send(std::uint32_t number, std::span<const std::byte> bytes, Completion completion, std::uint32_t group,
                   std::span<const int> members, std::int64_t now, bool asks_checkpoint) {
    now_ = now;
    if (waiting(number) != nullptr || incoming(number) != nullptr) return fail(number);
    if (members.empty()) forget_lazy();
    begin(number);
    arrivals_.over(number);
    early_.take(number, [](const Header&, std::span<const std::byte>) {});
    if (outgoing_.empty()) confirmed_at_ = now;
    const bool may_be_ahead = completion == Completion::retained && !has_room(bytes.size());
    const bool is_ahead = may_be_ahead && has_room_ahead(bytes.size()) && now - confirmed_at_ >= Timing::kAheadPatience;
    const bool retained = completion == Completion::retained && (!may_be_ahead || is_ahead);
    if (retained) count_retained(bytes.size());
    const bool demand =
        !retained || retained_since_demand_ >= kDemandOperations || bytes_since_demand_ > settings_.retained_bytes / 4;
    if (demand && are_all_that_miss(members)) retained_since_demand_ = bytes_since_demand_ = 0;
    std::uint8_t flags = flags_for(bytes.size(), members.empty(), demand);
    if (asks_checkpoint) flags |= flag::checkpoint;
    const Outgoing::Settings own{number, group, flags, settings_.node, settings_.nodes, timing_.collect()};
    const Layout layout{bytes.size(), settings_.payload_bytes};
    Waiting added{std::make_unique<Outgoing>(own, layout, bytes, members, now)};
    if (retained) added.operation->keep_copy();
    added.may_be_ahead = may_be_ahead && !is_ahead;
    added.is_ahead = is_ahead;
    if (is_ahead) withhold(added);
    outgoing_.insert(first_not_before(outgoing_, number, [](const Waiting& w) { return w.operation->number(); }),
                     std::move(added));
    note(now);
    sweep();
}

void Channel::allow(std::uint32_t number, std::uint32_t packets, std::int64_t now) {
    Waiting* own = waiting(number);
    if (own == nullptr || own->is_withheld) return;  // it is sent when receivers catch up
    if (own->operation->allow(packets)) note(now);
}

void Channel::receive(std::uint32_t number, int root, std::size_t bytes, Sink& sink, std::int64_t now,
                      const Expectations& expected) {
    now_ = now;
    if (!before(begun_, number) || root < 0 || root >= settings_.nodes || root == settings_.node) return fail(number);
    begin(number);
    const Layout layout{bytes, settings_.payload_bytes};
    incoming_.push_back(std::make_unique<Incoming>(number, root, layout, sink, timing_, now));
    if (!expected.group) incoming_.back()->expect_nothing();
    if (expected.other_length) incoming_.back()->expect_other_length();
    note(incoming_.back()->due());
    early_.take(number, [&](const Header& header, std::span<const std::byte> payload) {
        Incoming* operation = incoming(number);
        if (operation != nullptr) take_for(*operation, header, payload, now);
    });
    Incoming* operation = incoming(number);
    if (operation == nullptr || root != last_early_root_ || !before(number, last_early_)) return;
    operation->was_sent(now);
    note(operation->due());
}

std::optional<std::uint64_t> Channel::root_bytes(std::uint32_t number) const {
    const Incoming* operation = incoming(number);
    return operation != nullptr ? operation->root_bytes() : std::nullopt;
}

void Channel::receive_anew(std::uint32_t number, std::size_t bytes, Sink& sink, std::int64_t now) {
    now_ = now;
    const auto found =
        std::find_if(incoming_.begin(), incoming_.end(), [&](const auto& each) { return each->number() == number; });
    if (found == incoming_.end()) return fail(number);
    auto anew = std::make_unique<Incoming>(number, (*found)->root(), Layout{bytes, settings_.payload_bytes}, sink,
                                           timing_, now);
    anew->expect_nothing();
    anew->expect_other_length();
    anew->was_sent(now);  // as much as the root knows; it does not count packets it has not sent yet
    *found = std::move(anew);
    arrivals_.over(number);  // the root has received our arrival
    note((*found)->due());
}

void Channel::arrive(std::uint32_t number, int root, std::int64_t now) {
    now_ = now;
    if (root < 0 || root >= settings_.nodes || root == settings_.node) return fail(number);
    arrivals_.here(number, root, now);
    note(arrivals_.due());
}

void Channel::await_arrivals(std::uint32_t number, std::int64_t now) {
    now_ = now;
    arrivals_.here(number, settings_.node, now);
}

void Channel::arrive_directly(std::uint32_t number, int root, std::int64_t now) {
    now_ = now;
    if (root < 0 || root >= settings_.nodes || root == settings_.node) return fail(number);
    arrivals_.here_directly(number, root, {}, now);
    note(arrivals_.due());
}

void Channel::await_arrivals_of(std::uint32_t number, std::span<const int> members, std::int64_t now) {
    now_ = now;
    arrivals_.here_directly(number, settings_.node, members, now);
}

void Channel::arrived(std::uint32_t number, int node, std::int64_t now) {
    now_ = now;
    if (node < 0 || node >= settings_.nodes || node == settings_.node || is_far(number)) return;
    if (!before(begun_, number) && arrivals_.find(number) == nullptr) return;  // it may read the release
    if (arrivals_.from(number, settings_.node, node, true, now)) ++counters_.arrivals;
}

void Channel::skip(std::uint32_t number) {
    begin(number);
    arrivals_.over(number);
    early_.take(number, [](const Header&, std::span<const std::byte>) {});
}

bool Channel::finished(std::uint32_t number) const {
    if (const Waiting* own = waiting(number))
        return own->operation->retained() ? own->is_withheld || own->operation->all_sent() : own->operation->over();
    if (incoming(number) != nullptr) return false;
    if (const Arrivals::Barrier* barrier = arrivals_.find(number))
        return barrier->root == settings_.node && barrier->all();
    return !before(begun_, number) || wrong_length(number);
}

bool Channel::wrong_length(std::uint32_t number) const {
    return std::find(failed_.begin(), failed_.end(), number) != failed_.end();
}

Status Channel::status(std::uint32_t number) const {
    if (wrong_length(number)) return Status::bug;
    if (finished(number)) return Status::ok;
    const bool known = waiting(number) != nullptr || incoming(number) != nullptr || arrivals_.find(number) != nullptr;
    return known ? Status::again : Status::bug;
}

std::int64_t Channel::stalled_since(std::uint32_t number) const {
    if (const Waiting* own = waiting(number)) return own->operation->last_progress();
    const Incoming* operation = incoming(number);
    const Arrivals::Barrier* barrier = arrivals_.find(number);
    if (operation == nullptr && barrier == nullptr) return kNever;
    return std::max(operation != nullptr ? operation->last_progress() : INT64_MIN,
                    barrier != nullptr ? barrier->last_progress : INT64_MIN);
}

std::uint32_t Channel::sent_by_root(std::uint32_t number) const {
    const Incoming* operation = incoming(number);
    return operation != nullptr ? operation->highest() : UINT32_MAX;
}

int Channel::unconfirmed_node(std::uint32_t number) const {
    if (const Waiting* own = waiting(number)) {
        const Bitmap& missing = own->operation->missing();
        return missing.count() == 0 ? -1 : static_cast<int>(missing.next_set(0));
    }
    return arrivals_.missing(number);
}

void Channel::provide(std::uint32_t number, std::size_t offset, std::span<const std::byte> bytes) {
    Incoming* operation = incoming(number);
    if (operation == nullptr) return;
    operation->provide(offset, bytes, now_);
    if (operation->complete()) completed(number, now_);
}

bool Channel::read(std::uint32_t number, std::size_t offset, std::span<std::byte> out) const {
    const Waiting* own = waiting(number);
    if (own == nullptr) return false;
    const std::span<const std::byte> bytes = own->operation->bytes();
    if (offset > bytes.size() || out.size() > bytes.size() - offset) return false;
    if (!out.empty()) std::memcpy(out.data(), bytes.data() + offset, out.size());
    return true;
}

std::optional<Channel::Announced> Channel::announced(std::uint32_t number) const {
    const Waiting* own = waiting(number);
    if (own == nullptr) return std::nullopt;
    return Announced{own->operation->layout().total, own->operation->says(flag::checkpoint)};
}

void Channel::learn(std::uint32_t number, const Announced& announced, std::int64_t now) {
    now_ = now;
    Incoming* operation = incoming(number);
    if (operation == nullptr) return;
    if (announced.asks_checkpoint) checkpoint_ = number;
    if (announced.bytes == operation->layout().total) return;
    ++counters_.wrong_length;
    if (!operation->expects_other_length() || !can_be_cut(announced.bytes, settings_.payload_bytes))
        return refuse(number, now);
    operation->note_root_bytes(announced.bytes);
    note(now);
}

void Channel::refuse(std::uint32_t number, std::int64_t now) {
    now_ = now;
    const Incoming* operation = incoming(number);
    if (operation == nullptr) return;
    fail(number);
    const int root = operation->root();
    completed(number, now);
    owe(root, false, true, now);
    serve_acks(now);
}

void Channel::confirm(std::uint32_t number, int node) {
    Waiting* own = waiting(number);
    if (own == nullptr || node < 0 || node >= settings_.nodes) return;
    confirm(*own, node, now_);
    sweep();
}

void Channel::confirm(Waiting& own, int node, std::int64_t now) {
    if (!own.operation->confirm(node, now)) return;
    confirmed_at_ = now;
    own.may_be_over = true;
}

void Channel::lacks(Waiting& own, int node, std::uint8_t flags, std::vector<Range> ranges, std::int64_t now) {
    own.operation->lacks(node, flags, std::move(ranges), now);
    own.is_quiet = false;
}

void Channel::abandon(std::uint32_t number) {
    std::erase_if(outgoing_, [&](Waiting& own) {
        if (own.operation->number() != number) return false;
        let_go(own);
        release(*own.operation);
        return true;
    });
    std::erase_if(incoming_, [&](const auto& operation) { return operation->number() == number; });
    arrivals_.over(number);
}

bool Channel::idle() const {
    return outgoing_.empty() && incoming_.empty() && owed_.empty() && repeats_.empty() && control_.empty() &&
           arrivals_.due() == kNever;
}

void Channel::sweep() {
    std::erase_if(outgoing_, [&](Waiting& own) {
        if (!std::exchange(own.may_be_over, false) || !own.operation->over()) return false;
        release(*own.operation);
        if (own.operation->layout().packets() >= 16 && own.acked_at != kNever) first_pacer_.arrived();
        return true;
    });
    let_go_what_fits();
}

void Channel::fail(std::uint32_t number) {
    if (wrong_length(number)) return;
    if (failed_.size() >= kRememberedFailures) failed_.erase(failed_.begin());
    failed_.push_back(number);
}

}  // namespace shunt::multicast
