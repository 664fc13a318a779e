// In the place of the transport where Shunt is built without the headers of libibverbs.
#include "native/memory/verbs/open.hpp"

namespace shunt::memory {

namespace {

Outcome without(const Setup& setup) {
    return agree(setup, {Status::declined, "RDMA: Shunt was built without it; install libibverbs-dev and build again"});
}

}  // namespace

Outcome open_verbs(const Setup& setup, const verbs::Settings&, std::unique_ptr<RemoteMemory>&) {
    return without(setup);
}

Outcome open_far_verbs(const Setup& setup, const verbs::Settings&, std::span<std::byte>,
                       std::unique_ptr<InternodeMemory>&) {
    return without(setup);
}

bool has_verbs() { return false; }
bool has_verbs_device() { return false; }

}  // namespace shunt::memory
