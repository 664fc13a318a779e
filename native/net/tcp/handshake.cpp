#include "native/net/tcp/handshake.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace shunt::net {
namespace {

constexpr std::uint32_t kChallengeMagic = 0x31484353;  // "SCH1"
constexpr std::uint32_t kClaimMagic = 0x314c4353;      // "SCL1"
constexpr std::uint32_t kAnswerMagic = 0x314e4153;     // "SAN1"
constexpr std::uint8_t kOfClaim = 1, kOfAnswer = 2;    // the message that a tag authenticates

constexpr std::size_t kTagBytes = 8;

/// The common beginning of both tags: the kind of message, and the random bytes of both ends.
SipHash hash_of(std::uint8_t what, const SipKey& key, const Nonce& challenge, const Claim& claim) {
    const auto bytes = encode(claim);
    SipHash hash(key);
    hash.add(what).add(challenge).add(std::span(bytes).first(kClaimBytes - kTagBytes));
    return hash;
}

std::uint64_t answer_tag(const SipKey& key, const Nonce& challenge, const Claim& claim, Answer answer) {
    return hash_of(kOfAnswer, key, challenge, claim).add(wire_bytes(static_cast<std::uint32_t>(answer))).finish();
}

}  // namespace

std::array<std::byte, kChallengeBytes> encode_challenge(const Nonce& nonce) {
    std::array<std::byte, kChallengeBytes> bytes;
    const auto magic = wire_bytes(kChallengeMagic);
    std::copy(nonce.begin(), nonce.end(), std::copy(magic.begin(), magic.end(), bytes.begin()));
    return bytes;
}

std::array<std::byte, kClaimBytes> encode(const Claim& claim) {
    std::array<std::byte, kClaimBytes> bytes;
    const auto head = wire_bytes(kClaimMagic, claim.group, claim.from, claim.to);
    const auto tag = wire_bytes(claim.tag);
    auto* at = std::copy(head.begin(), head.end(), bytes.begin());
    at = std::copy(claim.nonce.begin(), claim.nonce.end(), at);
    std::copy(tag.begin(), tag.end(), at);
    return bytes;
}

bool decode(std::span<const std::byte, kClaimBytes> bytes, Claim& into) {
    std::uint32_t magic = 0;
    read_wire(bytes.first<20>(), magic, into.group, into.from, into.to);
    std::copy_n(bytes.begin() + 20, into.nonce.size(), into.nonce.begin());
    read_wire(bytes.last<kTagBytes>(), into.tag);
    return magic == kClaimMagic;
}

std::uint64_t claim_tag(const SipKey& key, const Nonce& challenge, const Claim& claim) {
    return hash_of(kOfClaim, key, challenge, claim).finish();
}

std::array<std::byte, kAnswerBytes> encode_answer(const SipKey& key, const Nonce& challenge, const Claim& claim,
                                                  Answer answer) {
    return wire_bytes(kAnswerMagic, static_cast<std::uint32_t>(answer), answer_tag(key, challenge, claim, answer));
}

Status Handshake::receive(int socket, std::size_t bytes) {
    const auto count = recv(socket, heard_.data() + filled_, bytes - filled_, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return Status::again;
    if (count == 0) errno = 0;
    if (count <= 0) return Status::peer_lost;
    filled_ += static_cast<std::size_t>(count);
    if (filled_ < bytes) return Status::again;
    filled_ = 0;
    return Status::ok;
}

Status Handshake::say_claim(int socket) {
    std::uint32_t magic = 0;
    read_wire(std::span(heard_).first<4>(), magic);
    std::copy_n(heard_.begin() + 4, challenge_.size(), challenge_.begin());
    claim_ = {own_.group, own_.from, own_.to, {}, 0};
    if (magic != kChallengeMagic || own_.key.is_none() || !fill_with_random(claim_.nonce)) return Status::bug;
    claim_.tag = claim_tag(own_.key, challenge_, claim_);
    const auto bytes = encode(claim_);
    // No data were sent before: the kernel accepts that much.
    const auto sent = send(socket, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent == static_cast<ssize_t>(bytes.size()) ? Status::ok : Status::peer_lost;
}

Status Handshake::check_answer() {
    std::uint32_t magic = 0, answer = 0;
    std::uint64_t tag = 0;
    read_wire(std::span(heard_).first<kAnswerBytes>(), magic, answer, tag);
    answer_ = static_cast<Answer>(answer);
    if (magic != kAnswerMagic || !equal_in_constant_time(tag, answer_tag(own_.key, challenge_, claim_, answer_)))
        return Status::bug;
    return answer_ == Answer::accepted || answer_ == Answer::mine_comes ? Status::ok : Status::bug;
}

Status Handshake::advance(int socket) {
    if (!claimed_) {
        Status status = receive(socket, kChallengeBytes);
        if (status == Status::ok) status = say_claim(socket);
        if (status != Status::ok) return status;
        claimed_ = true;
    }
    const Status status = receive(socket, kAnswerBytes);
    return status == Status::ok ? check_answer() : status;
}

}  // namespace shunt::net
