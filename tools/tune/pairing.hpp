#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "native/base/siphash.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"

namespace shunt::tools {

// How the two hosts of `shunt tune --peer` connect: one listens, the other connects, and each proves to the other that
// it has the key (native/net/tcp/handshake.hpp). A peer without the key is not measured, and does not delay others.

/// The host and port that `--peer` names.
struct Peer {
    std::string host;  ///< name or IPv4 address
    std::uint16_t port = 48620;
};

/// Reads HOST or HOST:PORT; nullopt when `text` is neither.
std::optional<Peer> parse_peer(const std::string& text);

/// The key as 32 hexadecimal digits.
std::string key_text(const SipKey& key);
/// The key in such a text; nullopt when it is none.
std::optional<SipKey> parse_key(const std::string& text);
/// The key in file `path`. The first of the two hosts makes the file, readable only by its user. Both hosts must see
/// the same file.   Fails: std::runtime_error, also where others may read the file.
SipKey key_of_file(const std::string& path);
/// Fails: std::runtime_error where the kernel gives no random bits.
SipKey new_key();

/// The part of this host.
enum class Part { answers, calls, none };
struct Place {
    Part part = Part::none;    ///< none: another process of this host answers
    net::Endpoint at;          ///< address of the listener
    net::Descriptor listener;  ///< of the host that answers
};

/// Finds this host's part: it answers if `peer` is one of its addresses.   Fails: std::runtime_error, with the remedy.
Place find_place(const Peer& peer);

/// Accepts each connection that presents `key`, one after the other, until `measure` returns true. It tells later ones
/// that another was first.   Blocks: at most `patience_s` until then.   Fails: std::runtime_error if no measurement was
/// completed.
void answer_one(net::Descriptor listener, const SipKey& key, double patience_s,
                const std::function<bool(int socket)>& measure);

/// A connection to the host that answers, which may start later; nullopt if another host was first. `may_be_further`:
/// other hosts run the same command, so a connection that is closed without an answer means the same.
/// Blocks: at most `patience_s`, twice.   Fails: std::runtime_error if no host answers, or if the keys differ.
std::optional<net::Descriptor> call_peer(const Place& place, const Peer& peer, const SipKey& key, double patience_s,
                                         bool may_be_further);

}  // namespace shunt::tools
