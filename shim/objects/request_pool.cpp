#include "shim/objects/request_pool.hpp"

#include <algorithm>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

RequestPool::~RequestPool() = default;

void RequestPool::Table::add(PooledHandle& pooled) {
    const std::uint64_t handle = handle_value(pooled.handle);
    std::size_t at = home(handle);
    while (slots[at].handle.load(std::memory_order_relaxed) != 0) at = (at + 1) & mask;
    slots[at].pooled = &pooled;
    slots[at].handle.store(handle, std::memory_order_release);
}

/// Enters the handles from `first` on. If the handles fill more than half of the table, it makes a table twice as
/// large.
void RequestPool::put_in_table(std::size_t first) {
    if (tables_.empty() || 2 * handles_.size() > tables_.back()->mask + 1) {
        std::size_t slots = 64;
        while (slots < 4 * handles_.size()) slots *= 2;
        tables_.push_back(std::make_unique<Table>(slots));
        first = 0;
    }
    Table& table = *tables_.back();
    for (std::size_t i = first; i < handles_.size(); ++i) table.add(*handles_[i]);
    table_.store(&table, std::memory_order_release);
}

/// Makes as many again as exist, within limits: the host's requests may be limited, and the program needs some of them.
/// Handles made together have values close together.
int RequestPool::make_more(MPI_Comm comm) {
    constexpr std::size_t kLeast = 16, kMost = 4096;
    const std::size_t before = handles_.size(), wanted = std::clamp(before, kLeast, kMost);
    handles_.reserve(before + wanted);
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS && handles_.size() < before + wanted) {
        auto made = std::make_unique<PooledHandle>();
        code = host.MPI_Send_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, &made->handle);
        if (code == MPI_SUCCESS) handles_.push_back(std::move(made));
    }
    if (handles_.size() == before) return code;
    put_in_table(before);
    for (std::size_t i = handles_.size(); i > before; --i)
        handles_[i - 1]->next_free = std::exchange(free_, handles_[i - 1].get());
    return MPI_SUCCESS;
}

int RequestPool::choose_handle(MPI_Comm comm, OwnRequest& call) {
    const std::lock_guard guard(mutex_);
    if (!free_)
        if (const int code = make_more(comm); code != MPI_SUCCESS) return code;
    call.handle_ = std::exchange(free_, free_->next_free);
    return MPI_SUCCESS;
}

void RequestPool::release() {
    for (const std::unique_ptr<PooledHandle>& pooled : handles_) host.MPI_Request_free(&pooled->handle);
    handles_.clear();
    free_ = nullptr;
    table_.store(nullptr, std::memory_order_relaxed);
}

}  // namespace shunt
