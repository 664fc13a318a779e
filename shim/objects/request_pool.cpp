#include "shim/objects/request_pool.hpp"

#include <algorithm>

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

RequestPool::~RequestPool() = default;

void RequestPool::Table::add(Entry& entry) {
    const std::uint64_t handle = handle_value(entry.handle);
    std::size_t at = home(handle);
    while (slots[at].handle.load(std::memory_order_relaxed) != 0) at = (at + 1) & mask;
    slots[at].entry = &entry;
    slots[at].handle.store(handle, std::memory_order_release);
}

/// Enters the entries from `first` on, into a table twice as large where they fill more than half of this one.
void RequestPool::put_in_table(std::size_t first) {
    if (tables_.empty() || 2 * entries_.size() > tables_.back()->mask + 1) {
        std::size_t slots = 64;
        while (slots < 4 * entries_.size()) slots *= 2;
        tables_.push_back(std::make_unique<Table>(slots));
        first = 0;
    }
    Table& table = *tables_.back();
    for (std::size_t i = first; i < entries_.size(); ++i) table.add(*entries_[i]);
    table_.store(&table, std::memory_order_release);
}

/// As many again as there are; made together their handles lie close together.
int RequestPool::make_more(MPI_Comm comm) {
    const std::size_t before = entries_.size(), wanted = std::max<std::size_t>(16, before);
    entries_.reserve(before + wanted);
    free_.reserve(before + wanted);
    int code = MPI_SUCCESS;
    while (code == MPI_SUCCESS && entries_.size() < before + wanted) {
        auto made = std::make_unique<Entry>();
        code = host.MPI_Send_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, &made->handle);
        if (code == MPI_SUCCESS) entries_.push_back(std::move(made));
    }
    if (entries_.size() == before) return code;
    put_in_table(before);
    for (std::size_t i = entries_.size(); i > before; --i) free_.push_back(entries_[i - 1].get());
    return MPI_SUCCESS;
}

int RequestPool::give(MPI_Comm comm, OwnRequest& call, MPI_Request* request) {
    const std::lock_guard guard(mutex_);
    if (free_.empty())
        if (const int code = make_more(comm); code != MPI_SUCCESS) return code;
    Entry& entry = *free_.back();
    free_.pop_back();
    entry.call.store(&call, std::memory_order_release);
    count_held(1);
    *request = entry.handle;
    return MPI_SUCCESS;
}

void RequestPool::take_back(MPI_Request* request) {
    const std::lock_guard guard(mutex_);
    Entry& entry = *tables_.back()->slot_of(handle_value(*request))->entry;
    entry.call.store(nullptr, std::memory_order_relaxed);
    free_.push_back(&entry);
    count_held(-1);
    *request = MPI_REQUEST_NULL;
}

void RequestPool::release() {
    for (const std::unique_ptr<Entry>& entry : entries_) host.MPI_Request_free(&entry->handle);
    entries_.clear();
    free_.clear();
    table_.store(nullptr, std::memory_order_relaxed);
}

}  // namespace shunt
