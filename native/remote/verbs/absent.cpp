// In the place of the transport where Shunt is built without the headers of libibverbs.
#include "native/remote/verbs/open.hpp"

namespace shunt::remote {

Outcome open_verbs(const Setup& setup, const verbs::Settings&, std::unique_ptr<RemoteMemory>&) {
    return agree(setup, {Status::declined, "RDMA: Shunt was built without it; install libibverbs-dev and build again"});
}

bool has_verbs() { return false; }

}  // namespace shunt::remote
