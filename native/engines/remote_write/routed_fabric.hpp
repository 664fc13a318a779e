#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>

#include "native/engines/remote_write/far_fabric.hpp"
#include "native/engines/remote_write/node_fabric.hpp"
#include "native/net/descriptor.hpp"

namespace shunt::remote_write {

/// Sleeps at sockets for a process that sleeps at its bell: a thread, made with the first sleep, which rings when one
/// of the sockets has an event. It is armed for one ring at a time, so that a process that is awake is not disturbed.
/// Thread: arm() any.
class SocketRinger {
public:
    SocketRinger() = default;
    ~SocketRinger();
    SocketRinger(const SocketRinger&) = delete;

    /// `descriptor`: becomes readable on an event. `ring`: wakes the process, from the thread; both outlive this.
    void open(int descriptor, std::function<void()> ring);
    /// Rings once when there is something to read; at once, if there is already.   Returns: false if no thread can be
    /// made.
    bool arm();

private:
    void run();
    bool start();

    int watched_ = -1;
    net::Descriptor epoll_, stop_;
    std::function<void()> ring_;
    std::atomic<int> started_{0};  // 1: the thread exists, -1: it cannot be made
    std::thread thread_;
};

/// Joins a process's fabrics behind one contract: shared memory to the processes of its node, TCP or RDMA to the rest.
/// Whether a pair shares a node never changes, and is equal on both sides. Cost: where both fabrics are in use the
/// sockets are polled once in kNearLooks polls.   Thread: as Fabric.
class RoutedFabric final : public Fabric, private NodeFabric::Beside {
public:
    static constexpr int kNearLooks = 32;

    /// `near` may be null where no process shares the node, `far` where all do; not both.
    RoutedFabric(std::unique_ptr<NodeFabric> near, std::unique_ptr<FarFabric> far);
    ~RoutedFabric() override;

    /// As FarFabric::on_backlog().
    void on_backlog(std::function<void()> call) {
        if (far_) far_->on_backlog(std::move(call));
    }
    void finish() override {
        if (near_) near_->finish();
        if (far_) far_->finish();
    }
    const FarFabric* far() const { return far_.get(); }
    const NodeFabric* near() const { return near_.get(); }

    std::byte* reserve(int process, std::size_t bytes) override {
        Fabric& by = way(process);
        std::byte* const room = by.reserve(process, bytes);
        reserved_way_ = by.reserved_way();
        return room;
    }
    void begin_copy(int process) override { way(process).begin_copy(process); }
    void end_copy(int process, std::size_t bytes) override { way(process).end_copy(process, bytes); }
    void publish(int process) override { way(process).publish(process); }
    bool next(Frame& frame) override;
    void release(const Frame& frame) override { current_->release(frame); }
    Transfer* offer(int process, std::span<const std::byte> data, const Target* target, Ticket& ticket) override {
        return marked(way(process).offer(process, data, target, ticket), process);
    }
    Transfer* accept(int process, const Ticket& ticket, std::span<std::byte> into, Status& status) override {
        return marked(way(process).accept(process, ticket, into, status), process);
    }
    bool hold(int process, const Ticket& ticket) override { return way(process).hold(process, ticket); }
    bool is_withdrawn(int process, const Ticket& ticket) override { return way(process).is_withdrawn(process, ticket); }
    bool withdraw(Transfer& transfer) override { return way_of(transfer).withdraw(transfer); }
    void close(Transfer& transfer) override { way_of(transfer).close(transfer); }
    bool leave(Transfer& transfer) override { return way_of(transfer).leave(transfer); }
    void refuse(int process, const Ticket& ticket) override { way(process).refuse(process, ticket); }
    int next_left() override { return far_ ? far_->next_left() : -1; }
    bool expose(int process, std::span<std::byte> into, Target& target) override {
        return way(process).expose(process, into, target);
    }
    bool withdraw(const Target& target) override { return near_ && near_->withdraw(target); }
    void conclude(const Target& target) override { near_->conclude(target); }
    bool claim(int process, const Target& target) override { return way(process).claim(process, target); }
    bool has_gates(int process) const override { return is_near(process); }
    bool prefers_frame_to(int process) override { return way(process).prefers_frame_to(process); }
    bool prefers_frame_from(int process) const override { return way(process).prefers_frame_from(process); }
    Way way_to(int process) const override { return way(process).way_to(process); }
    void prefer(std::span<const int> processes) override {
        if (near_) near_->prefer(processes);
    }
    void prefer_elsewhere(std::span<const int> processes) override {
        std::vector<int> elsewhere(processes.begin(), processes.end());
        std::erase_if(elsewhere, [this](int process) { return is_near(process); });
        if (far_) far_->prefer_elsewhere(elsewhere);
    }
    int next_lost() override { return far_ ? far_->next_lost() : -1; }
    void tell_lost(int process) override { way(process).tell_lost(process); }
    bool has_unsent() const override { return far_ && far_->has_unsent(); }
    bool prefers_sleep() const override { return far_ && far_->prefers_sleep(); }
    void wait(std::int64_t most_ns) override;
    const char* failure() const override { return near_ ? near_->failure() : nullptr; }

private:
    enum : std::uint8_t { near_way, far_way };  // Transfer::way
    bool is_near(int process) const { return !far_ || (near_ && near_->reaches(process)); }
    Fabric& way(int process) const {
        return is_near(process) ? static_cast<Fabric&>(*near_) : static_cast<Fabric&>(*far_);
    }
    Fabric& way_of(const Transfer& transfer) const {
        return transfer.way == near_way ? static_cast<Fabric&>(*near_) : static_cast<Fabric&>(*far_);
    }
    Transfer* marked(Transfer* transfer, int process) const {
        if (transfer != nullptr) transfer->way = is_near(process) ? near_way : far_way;
        return transfer;
    }
    bool has_news() override { return far_->has_news(); }
    bool arm() override;

    std::unique_ptr<NodeFabric> near_;
    std::unique_ptr<FarFabric> far_;
    Fabric* current_ = nullptr;  // owner of the frame given out
    int near_looks_ = 0;         // polls since the last poll of the sockets
    SocketRinger ringer_;
};

}  // namespace shunt::remote_write
