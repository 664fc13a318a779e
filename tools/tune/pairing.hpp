#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "native/base/siphash.hpp"
#include "native/net/address.hpp"
#include "native/net/descriptor.hpp"

namespace shunt::tools {

// How the two hosts of `shunt tune --peer` come together: one listens, the other connects, and each proves to the other
// that it has the key (native/net/tcp/handshake.hpp). Who has no key is not measured with, and keeps nobody waiting.

/// What `--peer` names.
struct Peer {
    std::string host;  ///< name or IPv4 address
    std::uint16_t port = 48620;
};

/// Of HOST or HOST:PORT; nothing when it is neither.
std::optional<Peer> parse_peer(const std::string& text);

/// 32 hexadecimal digits.
std::string key_text(const SipKey& key);
/// The key of such a text; nothing when it is none.
std::optional<SipKey> parse_key(const std::string& text);
/// The key in file `path`, which the first of the two hosts makes, to be read by its user alone. Both hosts must see
/// the same file. Fails: std::runtime_error, also where others may read the file.
SipKey key_of_file(const std::string& path);
/// Fails: std::runtime_error where the kernel gives no random bits.
SipKey new_key();

/// Which part this host has.
enum class Part { answers, calls, none };
struct Place {
    Part part = Part::none;    ///< none: another process of this host answers
    net::Endpoint at;          ///< where they meet
    net::Descriptor listener;  ///< of the host that answers
};

/// This host answers if `peer` is one of its addresses.   Fails: std::runtime_error, with the remedy.
Place find_place(const Peer& peer);

/// Takes who comes with `key`, one after the other, until `measure` returns true; who comes meanwhile learns that
/// another was first. Blocks: at most `patience_s` until then.   Fails: std::runtime_error when nobody has come.
void answer_one(net::Descriptor listener, const SipKey& key, double patience_s,
                const std::function<bool(int socket)>& measure);

/// A connection to who answers, which may come later; none when another host was first.
/// Blocks: at most `patience_s`, twice.   Fails: std::runtime_error: nobody is there, or the keys differ.
std::optional<net::Descriptor> call_peer(const Place& place, const Peer& peer, const SipKey& key, double patience_s);

}  // namespace shunt::tools
