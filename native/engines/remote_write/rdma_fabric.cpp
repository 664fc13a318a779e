#include "native/engines/remote_write/rdma_fabric.hpp"

#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "native/net/remedy.hpp"
#include "native/net/wait.hpp"

namespace shunt::remote_write {
namespace {

constexpr int kTcpLooks = 32;                   // polls of RDMA between two of TCP
constexpr int kYields = 16;                     // before a sleep: waking by a device costs more
constexpr std::int64_t kSleepNs = 100'000'000;  // longest sleep

}  // namespace

RdmaFabric::RdmaFabric(int process, std::unique_ptr<TcpFabric> tcp, RdmaFabricOptions options)
    : process_(process), options_(std::move(options)), tcp_(std::move(tcp)), choice_(options_.slots_most) {}

RdmaFabric::~RdmaFabric() = default;

Outcome RdmaFabric::make_window(int processes, std::span<std::byte>& window) {
    const Outcome mapped = memory::UnsharedPages::map(static_cast<std::size_t>(processes) * sizeof(RdmaLine), window_);
    if (!mapped.ok()) return mapped;
    window = window_.memory();
    lines_ = {reinterpret_cast<RdmaLine*>(window.data()), static_cast<std::size_t>(processes)};
    peers_.resize(lines_.size());
    return {};
}

Outcome RdmaFabric::use(std::unique_ptr<memory::DirectMemory> memory) {
    memory_ = std::move(memory);
    epoll_ = net::Descriptor(epoll_create1(EPOLL_CLOEXEC));
    std::int64_t most_ns = kSleepNs;
    const std::array<int, 2> of_memory = memory_->arm(most_ns);
    is_armed_ = true;
    bool is_watched = epoll_.is_open();
    for (const int descriptor : {tcp_->descriptor(), of_memory[0], of_memory[1]}) {
        epoll_event event{};
        event.events = EPOLLIN;
        if (descriptor >= 0)
            is_watched = is_watched && epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, descriptor, &event) == 0;
    }
    if (is_watched) return {};
    return failed_call(Status::declined, "could not watch an RDMA device", errno, net::kRaiseFileLimit);
}

// ---- frames ---------------------------------------------------------------------------------------------------------

std::byte* RdmaFabric::reserve(int process, std::size_t bytes) {
    RdmaPeer* const peer = settled(process);
    if (!peer || peer->is_lost) return nullptr;
    std::byte* room = peer->way.sends_cells() ? peer->reserve(bytes) : nullptr;
    const bool is_by_rdma = peer->way.sends_cells();  // reserve() may have left the cells
    if (!is_by_rdma) room = tcp_->reserve(process, bytes);
    reserved_way_ = is_by_rdma ? Way::rdma : tcp_->reserved_way();
    return room;
}

void RdmaFabric::publish(int process) {
    RdmaPeer& peer = *peers_[static_cast<std::size_t>(process)];
    if (reserved_way_ != Way::rdma) tcp_->publish(process);
    else if (peer.publish() != Status::ok) return lose(peer);
    note_backlog(peer);
    count_frame(peer);
}

/// Sends what is waiting and can be sent now.
void RdmaFabric::flush(RdmaPeer& peer) {
    if (peer.is_lost) {
        peer.owes_lost = peer.owes_lost && tcp_->is_connected(peer.number()) && !notify(peer, RdmaPeer::lost);
        return note_backlog(peer);
    }
    if (peer.way.mine() != RdmaWay::none && !peer.way.is_told()) return tell(peer);
    if (peer.way.owes_turn()) turn(peer);
    if (peer.owes_given_up) peer.owes_given_up = !notify(peer, RdmaPeer::given_up);
    if (peer.flush() == Status::peer_lost) return lose(peer);
    note_backlog(peer);
}

void RdmaFabric::note_backlog(RdmaPeer& peer) {
    const RdmaWay& way = peer.way;
    const bool owes_word = way.mine() != RdmaWay::none && !way.is_told();
    const bool owes = (way.has_way() ? owes_word : true) || way.owes_turn() || peer.owes_given_up;
    const bool is_behind = peer.is_lost ? peer.owes_lost : owes || peer.has_unsent() || peer.has_much_under_way();
    if (is_behind == peer.has_backlog) return;
    peer.has_backlog = is_behind;
    if (is_behind) behind_.push_back(&peer);
    else std::erase(behind_, &peer);
    backlog_.store(static_cast<int>(behind_.size()), std::memory_order_relaxed);
    // In the first round nothing is published before it is settled.
    if (is_behind && (peer.way.round() > 1 || peer.way.is_settled()) && on_backlog_) on_backlog_();
}

void RdmaFabric::on_backlog(std::function<void()> call) {
    tcp_->on_backlog(call);
    on_backlog_ = std::move(call);
}

bool RdmaFabric::next(Frame& frame) {
    if (!memory_) return false;
    if (++looks_ >= kTcpLooks) {
        looks_ = kTcpLooks - 2;  // after a frame by TCP one by RDMA may follow, then TCP is polled again
        current_ = nullptr;
        if (next_by_tcp(frame)) return true;
        looks_ = 0;
    }
    go_on();
    const bool is_found = next_held(frame) || look_at_ready(frame) || next_held(frame);
    has_ready_.store(!ready_.empty() || !held_.empty(), std::memory_order_relaxed);
    if (!is_found) look_for_trouble();
    return is_found;
}

/// Processes the device's notifications.
void RdmaFabric::go_on() {
    if (is_armed_.load(std::memory_order_relaxed) && is_armed_.exchange(false)) memory_->disarm();
    memory_->serve();
    const std::uint64_t events = memory_->events();
    if (events != events_seen_.load(std::memory_order_relaxed)) {
        events_seen_.store(events, std::memory_order_relaxed);
        for (int process = memory_->next_writer(); process >= 0; process = memory_->next_writer()) hear(at(process));
        for (int process = memory_->next_declined(); process >= 0; process = memory_->next_declined())
            if (RdmaPeer& peer = at(process); !peer.is_lost && !peer.way.is_settled()) decline(peer);
        look_at_reads();
    }
    for (std::size_t i = behind_.size(); i-- > 0;) {  // from the last, as each may leave
        if (i < behind_.size()) flush(*behind_[i]);
    }
    if (!leaving_.empty()) [[unlikely]]
        look_at_leaving();
    if (wants_settling_) [[unlikely]]
        settle_slots();
}

void RdmaFabric::make_ready(RdmaPeer& peer) {
    if (!peer.is_ready) ready_.push_back(&peer);
    peer.is_ready = true;
}

bool RdmaFabric::look_at_ready(Frame& frame) {
    while (!ready_.empty()) {
        RdmaPeer& from = *ready_.front();
        while (const RdmaCell* const cell = from.way.reads_cells() && !from.is_lost ? from.look() : nullptr) {
            const bool is_message = cell->kind == RdmaCell::message;
            const bool is_right = from.is_right(*cell) && !(is_message && from.way.was_left());
            if (is_right && is_message) {
                current_ = &from;
                current_cell_ = cell;
                frame = {from.number(), from.bytes_of(*cell), 0, Way::rdma};
                return true;
            }
            if (is_right && take(from, *cell)) from.pass(*cell);
            else lose_wrong(from);
        }
        ready_.pop_front();
        from.is_ready = false;
        flush(from);
    }
    return false;
}

void RdmaFabric::release(const Frame& frame) {
    RdmaPeer& from = at(frame.process);
    give_back(frame);
    count_frame(from);
}

void RdmaFabric::give_back(const Frame& frame) {
    if (!current_) return tcp_->release(frame);
    if (!current_cell_) return current_->held.pop_front();
    current_->pass(*current_cell_);
    note_backlog(*current_);
    // The next frame is another peer's, if there is one.
    if (ready_.size() > 1 && ready_.front() == current_) {
        ready_.pop_front();
        ready_.push_back(current_);
    }
}

// ---- processes that are gone ----------------------------------------------------------------------------------------

/// All earlier frames have been given out.
void RdmaFabric::look_for_trouble() {
    if (is_all_lost_ || memory_->trouble() == Status::ok) return;
    is_all_lost_ = true;
    for (std::size_t i = 0; i < known_.size(); ++i)
        if (known_[i]->way.may_give_up()) decline(*known_[i]);
        else if (known_[i]->way.needs_memory()) lose(*known_[i]);
}

void RdmaFabric::lose(RdmaPeer& peer) {
    if (std::exchange(peer.is_lost, true)) return;
    transfers_.lose(peer);
    std::erase_if(reads_, [&](const RdmaIncoming* read) { return &read->from() == &peer; });
    if (std::erase(leaving_, &peer) > 0) wants_settling_ = true;
    lost_.push_back(peer.number());
    ++lost_count_;
    peer.owes_lost = !peer.has_left_tcp && !peer.is_left;  // it may live, and would wait for this process
    flush(peer);
}

void RdmaFabric::lose_wrong(RdmaPeer& peer) {
    peer.is_wrong = true;
    lose(peer);
}

/// An ended TCP connection also means the end of a process reached by RDMA, once its cells have been read.
void RdmaFabric::look_for_ended_connections() {
    for (int process = tcp_->next_lost(); process >= 0; process = tcp_->next_lost()) {
        if (!at(process).is_lost) at(process).has_left_tcp = true;
        ended_.push_back(process);
    }
    std::erase_if(ended_, [this](int process) {
        RdmaPeer& peer = at(process);
        const bool has_cells = peer.way.reads_cells() && peer.look() != nullptr;
        const bool has_held = !peer.held.empty() && !peer.way.reads_cells_first();
        if (!peer.is_lost && (has_cells || has_held)) return false;
        lose(peer);
        return true;
    });
}

int RdmaFabric::next_lost() {
    look_for_ended_connections();
    if (lost_.empty()) return -1;
    const int process = lost_.front();
    lost_.pop_front();
    return process;
}

void RdmaFabric::tell_lost(int process) {
    RdmaPeer& peer = at(process);
    if (peer.has_left_tcp) return tcp_->tell_lost(process);
    if (std::exchange(peer.is_told, true) || !options_.warn) return;
    const std::string name = options_.name_of ? options_.name_of(process) : joined({"rank ", std::to_string(process)});
    options_.warn(joined({name, peer.is_wrong ? " has sent data by RDMA that no process of this job sends"
                                              : " is lost, as its process or that of another rank has ended"}));
}

void RdmaFabric::finish() {
    tcp_->finish();
    memory_.reset();
}

// ---- waiting --------------------------------------------------------------------------------------------------------

bool RdmaFabric::has_news() const {
    if (has_ready_.load(std::memory_order_relaxed) || tcp_->has_news()) return true;
    return has_memory_news();
}

bool RdmaFabric::has_memory_news() const {
    if (!memory_) return false;
    memory_->serve();
    return memory_->events() != events_seen_.load(std::memory_order_relaxed);
}

bool RdmaFabric::prepare_sleep() {
    std::int64_t most_ns = kSleepNs;
    return arm(most_ns);
}

bool RdmaFabric::arm(std::int64_t& most_ns) {
    if (!memory_) return false;
    (void)memory_->arm(most_ns);
    is_armed_.store(true, std::memory_order_relaxed);
    return has_memory_news();
}

void RdmaFabric::wait(std::int64_t most_ns) {
    most_ns = std::min(most_ns, kSleepNs);
    if (has_ready_.load(std::memory_order_relaxed)) return;
    for (int i = 0; i < kYields; ++i) {
        if (has_memory_news()) return;
        sched_yield();
    }
    if (arm(most_ns)) return;
    pollfd events{epoll_.number(), POLLIN, 0};
    (void)net::wait_ready({&events, 1}, most_ns);
}

FarCounters RdmaFabric::counters() const {
    FarCounters counters = tcp_->counters();
    counters.lost += lost_count_;
    counters.by_rdma = by_rdma_;
    counters.handovers = handovers_;
    if (memory_) counters.registrations = memory_->traffic().registrations;
    return counters;
}

}  // namespace shunt::remote_write
