#include "native/memory/verbs/handshake.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "native/memory/verbs/remedy.hpp"

namespace shunt::memory::verbs {

Outcome Handshake::open(std::uint64_t secret) {
    secret_ = secret;
    paths_.resize(kSends);
    Outcome outcome = endpoint_.map(Endpoint::kDatagrams * kSlotBytes, false, pages_);
    if (!outcome.ok()) return outcome;
    const Library& library = endpoint_.library();
    ibv_qp_init_attr wanted{};
    wanted.send_cq = wanted.recv_cq = endpoint_.completions();
    wanted.qp_type = IBV_QPT_UD;
    wanted.sq_sig_all = 1;
    wanted.cap.max_send_wr = kSends;
    wanted.cap.max_recv_wr = kReceives;
    wanted.cap.max_send_sge = wanted.cap.max_recv_sge = 1;
    pair_ = Owned<ibv_qp>(library.create_qp(endpoint_.domain(), &wanted), {library.destroy_qp});
    if (pair_ == nullptr)
        return failed_call(Status::no_memory, "RDMA: making a queue pair for datagrams", errno, kRaiseMemlock);
    ibv_qp_attr attributes{};
    attributes.qp_state = IBV_QPS_INIT;
    attributes.port_num = endpoint_.device().port();
    attributes.qkey = key_of(secret);
    bool ready =
        library.modify_qp(pair_.get(), &attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY) == 0;
    attributes.qp_state = IBV_QPS_RTR;
    ready = ready && library.modify_qp(pair_.get(), &attributes, IBV_QP_STATE) == 0;
    attributes.qp_state = IBV_QPS_RTS;
    ready = ready && library.modify_qp(pair_.get(), &attributes, IBV_QP_STATE | IBV_QP_SQ_PSN) == 0;
    for (std::uint32_t i = 0; ready && i < kReceives; ++i) ready = post_receive(i);
    if (!ready) return failed_call(Status::declined, "RDMA: a queue pair for datagrams", errno, kLookAtDevices);
    return {};
}

bool Handshake::post_receive(std::uint32_t number) {
    ibv_sge place{reinterpret_cast<std::uint64_t>(slot(number)), kSlotBytes, pages_.key()};
    ibv_recv_wr request{};
    request.wr_id = Endpoint::kDatagram | number;
    request.sg_list = &place;
    request.num_sge = 1;
    ibv_recv_wr* bad = nullptr;
    return ibv_post_recv(pair_.get(), &request, &bad) == 0;
}

void Handshake::send(const Call& call, const Address& address, std::uint32_t number) {
    std::uint32_t free = 0;
    while (free < kSends && paths_[free] != nullptr) ++free;
    if (free == kSends) return;
    ibv_ah_attr path = endpoint_.device().path_to(address);
    const Library& library = endpoint_.library();
    paths_[free] = Owned<ibv_ah>(library.create_ah(endpoint_.domain(), &path), {library.destroy_ah});
    if (paths_[free] == nullptr) return;
    std::byte* const memory = slot(kReceives + free);
    std::memcpy(memory, &call, sizeof call);
    ibv_sge place{reinterpret_cast<std::uint64_t>(memory), sizeof call, pages_.key()};
    ibv_send_wr request{};
    request.wr_id = Endpoint::kDatagram | (kReceives + free);
    request.sg_list = &place;
    request.num_sge = 1;
    request.opcode = IBV_WR_SEND;
    request.send_flags = IBV_SEND_SIGNALED;
    request.wr.ud.ah = paths_[free].get();
    request.wr.ud.remote_qpn = number;
    request.wr.ud.remote_qkey = key_of(call.secret);
    ibv_send_wr* bad = nullptr;
    if (ibv_post_send(pair_.get(), &request, &bad) != 0) paths_[free].reset();
}

bool Handshake::take(const ibv_wc& completion, Call& into) {
    const auto number = static_cast<std::uint32_t>(completion.wr_id);
    if (number >= kReceives) {
        paths_[std::min(number - kReceives, kSends - 1)].reset();
        return false;
    }
    const bool whole = completion.status == IBV_WC_SUCCESS && completion.byte_len == kHeaderBytes + sizeof into;
    if (whole) std::memcpy(&into, slot(number) + kHeaderBytes, sizeof into);
    if (completion.status != IBV_WC_WR_FLUSH_ERR) post_receive(number);
    return whole && into.secret == secret_;
}

}  // namespace shunt::memory::verbs
