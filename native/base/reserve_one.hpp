#pragma once
#include <cstddef>

namespace shunt {

/// Makes sure that the next push_back() cannot fail. Grows geometrically, which `reserve(size() + 1)` does not. Fails:
/// std::bad_alloc.
template <class Vector>
void reserve_one(Vector& vector) {
    constexpr std::size_t kFirst = 4;
    if (vector.size() < vector.capacity()) return;
    vector.reserve(vector.empty() ? kFirst : 2 * vector.size());
}

}  // namespace shunt
