#pragma once
#include <string>

#include "config/reader.hpp"

namespace shunt {

/// Facts that the backend learns when it is bound, before MPI_Init.
struct BackendState {
    config::Loaded loaded;
    void* host_handle = nullptr;  ///< from dlopen
    std::string host_version;     ///< first line of MPI_Get_library_version
};

/// Made when the backend is bound; lives as long as the process.
BackendState& backend_state();

}  // namespace shunt
