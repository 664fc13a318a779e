#include "shim/objects/operation.hpp"

#include "shim/host/named_object.hpp"

namespace shunt {
namespace {

/// The groups of types for which MPI 4.0, 6.9.2 defines predefined operations, as bits.
enum Group : unsigned {
    none = 0,
    c_integer = 1,
    fortran_integer = 2,
    floating = 4,
    logical = 8,
    complex = 16,
    byte = 32,
    pair = 64,  ///< a floating-point number and its index
    integer_pair = 128,
    every = ~0u
};

struct TypeRow {
    MPI_Datatype type;
    Group group;
};

Group group_of(MPI_Datatype type) {
    const TypeRow rows[] = {
        {MPI_DOUBLE, floating},
        {MPI_FLOAT, floating},
        {MPI_INT, c_integer},
        {MPI_LONG, c_integer},
        {MPI_LONG_LONG, c_integer},
        {MPI_UNSIGNED, c_integer},
        {MPI_UNSIGNED_LONG, c_integer},
        {MPI_UNSIGNED_LONG_LONG, c_integer},
        {MPI_SHORT, c_integer},
        {MPI_UNSIGNED_SHORT, c_integer},
        {MPI_SIGNED_CHAR, c_integer},
        {MPI_UNSIGNED_CHAR, c_integer},
        {MPI_INT8_T, c_integer},
        {MPI_INT16_T, c_integer},
        {MPI_INT32_T, c_integer},
        {MPI_INT64_T, c_integer},
        {MPI_UINT8_T, c_integer},
        {MPI_UINT16_T, c_integer},
        {MPI_UINT32_T, c_integer},
        {MPI_UINT64_T, c_integer},
        {MPI_AINT, fortran_integer},
        {MPI_OFFSET, fortran_integer},
        {MPI_COUNT, fortran_integer},
        {MPI_INTEGER, fortran_integer},
        {MPI_LONG_DOUBLE, floating},
        {MPI_REAL, floating},
        {MPI_DOUBLE_PRECISION, floating},
        {MPI_C_BOOL, logical},
        {MPI_LOGICAL, logical},
        {MPI_C_COMPLEX, complex},
        {MPI_C_DOUBLE_COMPLEX, complex},
        {MPI_C_LONG_DOUBLE_COMPLEX, complex},
        {MPI_COMPLEX, complex},
        {MPI_DOUBLE_COMPLEX, complex},
        {MPI_BYTE, byte},
        {MPI_FLOAT_INT, pair},
        {MPI_DOUBLE_INT, pair},
        {MPI_LONG_INT, integer_pair},
        {MPI_2INT, integer_pair},
        {MPI_SHORT_INT, integer_pair},
        {MPI_LONG_DOUBLE_INT, pair},
        {MPI_2REAL, pair},
        {MPI_2DOUBLE_PRECISION, pair},
        {MPI_2INTEGER, integer_pair},
    };
    for (const TypeRow& row : rows)
        if (row.type == type) return row.group;
    return none;
}

struct OpRow {
    MPI_Op op;
    unsigned groups;
};

/// The groups of types that a predefined operation combines; `every` for operations of the program.
unsigned groups_of(MPI_Op op) {
    constexpr unsigned integers = c_integer | fortran_integer, numbers = integers | floating;
    const OpRow rows[] = {
        {MPI_SUM, numbers | complex},
        {MPI_PROD, numbers | complex},
        {MPI_MAX, numbers},
        {MPI_MIN, numbers},
        {MPI_LAND, c_integer | logical},
        {MPI_LOR, c_integer | logical},
        {MPI_LXOR, c_integer | logical},
        {MPI_BAND, integers | byte},
        {MPI_BOR, integers | byte},
        {MPI_BXOR, integers | byte},
        {MPI_MINLOC, pair | integer_pair},
        {MPI_MAXLOC, pair | integer_pair},
        {MPI_REPLACE, none},
        {MPI_NO_OP, none},
        {MPI_OP_NULL, none},
    };
    for (const OpRow& row : rows)
        if (row.op == op) return row.groups;
    return every;
}

}  // namespace

bool can_combine(MPI_Op op, MPI_Datatype type) {
    const unsigned groups = groups_of(op);
    if (type == MPI_DATATYPE_NULL) return false;
    return groups == every ? may_name_operation(op) : (groups & group_of(type)) != 0;
}

bool is_predefined(MPI_Op op) { return groups_of(op) != every; }

// Integers wrap around in any order, even where the host's compiler calls that undefined. Floating-point sums and
// products are rounded. MPI_MAX and MPI_MIN are not, but the order of operands decides which of two zeros of different
// sign results, and whether a NaN results; MPI_MAXLOC and MPI_MINLOC likewise. The values are not examined.
bool combines_exactly(MPI_Op op, MPI_Datatype type) {
    constexpr unsigned exact = c_integer | fortran_integer | logical | byte | integer_pair;
    return is_predefined(op) && (groups_of(op) & group_of(type) & exact) != 0;
}

const ThreadState::Combining& look_at_combining(MPI_Op op, MPI_Datatype type, ThreadState::Combining& place) {
    const bool is_listed = is_predefined(op) && can_combine(op, type);
    return place = {op, type, is_listed, is_listed && combines_exactly(op, type)};
}

}  // namespace shunt
