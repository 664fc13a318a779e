#pragma once

namespace shunt {

/// Of all sources of the library, in hexadecimal: equal in two builds of the same sources, whatever compiled them.
extern const char kSourcesDigest[33];

}  // namespace shunt
