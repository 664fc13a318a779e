#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "native/base/siphash.hpp"
#include "native/base/status.hpp"
#include "native/net/wire.hpp"

namespace shunt::net {

// Handshake by which the two ends of a TCP connection prove to each other that they belong to one group. The group's
// key was exchanged by the host's messages and is never sent on the connection. The listener sends a challenge, the
// caller a claim, the listener its answer. Claim and answer carry a keyed hash over both ends' random bytes, so neither
// can be replayed later or by another process.

using Nonce = std::array<std::byte, 16>;

/// Identity of one end of a connection: member `from` of group `group`, connecting to member `to`.
struct Identity {
    std::uint64_t group = 0;  ///< its name, not secret: distinguishes the groups that one listener serves
    std::uint32_t from = 0, to = 0;
    SipKey key;  ///< of the group
};

/// The listener's answer to a valid claim. An invalid claim gets no answer.
enum class Answer : std::uint32_t {
    accepted = 1,
    mine_comes = 2  ///< both connected at the same time: the connection that the listener made is used
};

/// A claim in the fields of its wire format.
struct Claim {
    std::uint64_t group = 0;
    std::uint32_t from = 0, to = 0;
    Nonce nonce{};
    std::uint64_t tag = 0;
};

inline constexpr std::size_t kChallengeBytes = 4 + sizeof(Nonce);  ///< magic u32, nonce
inline constexpr std::size_t kClaimBytes =
    20 + sizeof(Nonce) + 8;                      ///< magic u32, group u64, from u32, to u32, nonce, tag u64
inline constexpr std::size_t kAnswerBytes = 16;  ///< magic u32, answer u32, tag u64

std::array<std::byte, kChallengeBytes> encode_challenge(const Nonce& nonce);
std::array<std::byte, kClaimBytes> encode(const Claim& claim);
/// False if the bytes are no claim.
bool decode(std::span<const std::byte, kClaimBytes> bytes, Claim& into);

/// The tag that authenticates `claim`.
std::uint64_t claim_tag(const SipKey& key, const Nonce& challenge, const Claim& claim);
/// The answer of a listener that knows the key.
std::array<std::byte, kAnswerBytes> encode_answer(const SipKey& key, const Nonce& challenge, const Claim& claim,
                                                  Answer answer);

/// The caller's half, on a socket that has just been connected.   Thread: any one at a time.   Blocks: never.
class Handshake {
public:
    Handshake() = default;
    explicit Handshake(const Identity& own) : own_(own) {}

    /// Advances without waiting. Returns: again; ok: the listener belongs to the group and has answered; peer_lost: it
    /// has closed the connection, with `errno` (0: end of stream); bug: it does not belong to the group.
    Status advance(int socket);
    Answer answer() const { return answer_; }
    /// Whether the listener's challenge has arrived and the claim is sent.
    bool has_claimed() const { return claimed_; }

private:
    Status receive(int socket, std::size_t bytes);
    Status say_claim(int socket);
    Status check_answer();

    Identity own_;
    Nonce challenge_{};
    Claim claim_;
    bool claimed_ = false;
    Answer answer_ = Answer::accepted;
    std::array<std::byte, kChallengeBytes> heard_{};
    std::size_t filled_ = 0;
};
static_assert(kAnswerBytes <= kChallengeBytes);

}  // namespace shunt::net
