#pragma once
#include <atomic>

namespace shunt {

/// The host's switch for yielding the core while it waits, in memory of the host; null: it has none.
/// `host_library`: from dlopen.   Source: Open MPI, mpi_yield_when_idle, which is on by itself under --oversubscribe.
bool* yield_switch_of(void* host_library);

/// Keeps a host that yields from yielding the core when one probe finds nothing.
class WithoutYielding {
public:
    /// `yields`: the host's switch; null where the host does not yield.
    explicit WithoutYielding(bool* yields) : yields_(yields) { set(false); }
    ~WithoutYielding() { set(true); }  // not the former value: another thread may have been probing then
    WithoutYielding(const WithoutYielding&) = delete;
    WithoutYielding& operator=(const WithoutYielding&) = delete;

private:
    void set(bool value) {
        if (yields_) std::atomic_ref<bool>(*yields_).store(value, std::memory_order_relaxed);
    }

    bool* yields_;
};

}  // namespace shunt
