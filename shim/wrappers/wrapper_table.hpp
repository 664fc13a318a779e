#pragma once
#include <cstddef>

#include "shim/table/generated/function_number.hpp"

namespace shunt {

/// One function whose type the shim knows, and our wrapper for it; null if the call only passes through.
struct WrapperRow {
    Function function;
    WrapperKind wrapper_kind;
    void* wrapper;
};

extern const WrapperRow kWrapperRows[];
extern const std::size_t kWrapperRowCount;

}  // namespace shunt
