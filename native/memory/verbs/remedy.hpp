#pragma once
#include <string_view>

namespace shunt::memory::verbs {

/// Instructions to the user in messages. The names of packages and limits are written only here.
inline constexpr std::string_view kInstallLibrary =
    "install the packages libibverbs1 and ibverbs-providers, or leave RDMA off";
inline constexpr std::string_view kUpdateLibrary = "update rdma-core to version 34 or later";
inline constexpr std::string_view kRaiseMemlock =
    "raise the limit of locked memory: ulimit -l unlimited, or 'memlock unlimited' in /etc/security/limits.conf (and "
    "LimitMEMLOCK= of a "
    "batch daemon)";
inline constexpr std::string_view kLookAtDevices = "see ibv_devinfo and rdma link";
inline constexpr std::string_view kSameVersion = "run the same version of Shunt on all ranks";
inline constexpr std::string_view kSameFabric = "choose devices of one fabric on all nodes";

}  // namespace shunt::memory::verbs
