#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace shunt::trial {

using Bytes = std::vector<unsigned char>;

/// A datatype, and the positions of the numbers in one element.
struct Type {
    std::string name;
    MPI_Datatype handle = MPI_DATATYPE_NULL;
    std::size_t extent = 0;
    std::vector<std::size_t> offsets;  ///< of its numbers: 32-bit words, or doubles
    bool is_double = false;
};

/// An operation of a reduction, and the type that it is tried with.
struct Combination {
    std::string name;
    Type type;
    MPI_Op op = MPI_OP_NULL;
    /// `into` = `into` op `next`, on the numbers of one element.
    void (*combine)(std::vector<double>& into, const std::vector<double>& next) = nullptr;
};

/// Makes them.   Owner: the types and operations live as long as the process.
std::vector<Type> types_moved();
std::vector<Combination> combinations();

/// The value that rank `rank` contributes at `index`, always the same: small enough for sums to be exact.
double value_of(int rank, std::uint64_t index, std::size_t number);

/// Memory for `count` elements, filled with values that are never sent, and some bytes after them.
Bytes blank(const Type& type, std::uint64_t count);
/// Stores a number of element `index`, or the values that `rank` contributes from `from` on, for `count` elements.
void store(Bytes& memory, const Type& type, std::uint64_t index, std::size_t number, double value);
void fill(Bytes& memory, const Type& type, std::uint64_t index, int rank, std::uint64_t from, std::uint64_t count);

/// The first difference between the contents of a buffer and the expected ones, gaps included: "element 3: 5 instead of
/// 7". Empty: none.
std::string difference(const Bytes& got, const Bytes& wanted, const Type& type);

}  // namespace shunt::trial
