#pragma once

namespace shunt {

/// Digest of all sources of the library, in hexadecimal: equal in two builds of the same sources, whatever the
/// compiler.
extern const char kSourcesDigest[33];

}  // namespace shunt
