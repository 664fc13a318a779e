// Replaces the transport in a build without the headers of libibverbs.
#include "native/memory/verbs/open.hpp"

namespace shunt::memory {

namespace {

const Outcome kWithout{Status::declined, "RDMA: Shunt was built without it; install libibverbs-dev and build again"};

class Nothing final : public InternodeOpening {
public:
    std::span<const std::byte> card() const override { return {}; }
    const Outcome& outcome() const override { return kWithout; }
    Outcome finish(std::span<const std::byte>, std::span<std::byte>, const Outcome&,
                   std::unique_ptr<InternodeMemory>&) override {
        return kWithout;
    }
};

}  // namespace

Outcome open_verbs(const Setup& setup, const verbs::Settings&, std::unique_ptr<RemoteMemory>&) {
    return agree(setup, kWithout);
}

std::unique_ptr<InternodeOpening> open_far_verbs(const Setup&, const verbs::Settings&, bool) {
    return std::make_unique<Nothing>();
}

bool has_verbs() { return false; }
bool has_verbs_device() { return false; }

}  // namespace shunt::memory
