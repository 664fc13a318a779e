#include "shim/trial/values.hpp"

#include <algorithm>
#include <cstring>

namespace shunt::trial {
namespace {

constexpr unsigned char kBlank = 0xa5;
constexpr std::size_t kGuardBytes = 64;
constexpr std::size_t kWord = sizeof(std::uint32_t);
constexpr double kWordValues = 4294967296.0;

std::uint32_t word(double value) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)); }

void add(std::vector<double>& into, const std::vector<double>& next) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] += next[i];
}
void highest(std::vector<double>& into, const std::vector<double>& next) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], next[i]);
}

/// Products of 2 x 2 matrices of 32-bit numbers: associative, but not commutative.
void multiply(const std::uint32_t* left, const std::uint32_t* right, std::uint32_t* into) {
    const std::uint32_t product[4] = {left[0] * right[0] + left[1] * right[2], left[0] * right[1] + left[1] * right[3],
                                      left[2] * right[0] + left[3] * right[2], left[2] * right[1] + left[3] * right[3]};
    std::memcpy(into, product, sizeof product);
}
void multiply_numbers(std::vector<double>& into, const std::vector<double>& next) {
    std::uint32_t left[4], right[4];
    for (std::size_t i = 0; i < 4; ++i) left[i] = word(into[i]), right[i] = word(next[i]);
    multiply(left, right, left);
    for (std::size_t i = 0; i < 4; ++i) into[i] = left[i];
}

// The function that MPI calls: the second vector becomes first op second.
void multiply_vectors(void* first, void* second, int* count, MPI_Datatype*) {
    auto* const left = static_cast<std::uint32_t*>(first);
    auto* const right = static_cast<std::uint32_t*>(second);
    for (int i = 0; i < *count; ++i) multiply(left + 4 * i, right + 4 * i, right + 4 * i);
}
void add_spaced(void* first, void* second, int* count, MPI_Datatype*) {
    auto* const left = static_cast<std::uint32_t*>(first);
    auto* const right = static_cast<std::uint32_t*>(second);
    for (int i = 0; i < *count; ++i) {
        right[3 * i] += left[3 * i];
        right[3 * i + 2] += left[3 * i + 2];
    }
}

/// Two words with a gap of one between them.
Type spaced() {
    Type type{"two of three ints", MPI_DATATYPE_NULL, 3 * kWord, {0, 2 * kWord}};
    MPI_Type_vector(2, 1, 2, MPI_INT, &type.handle);
    MPI_Type_commit(&type.handle);
    return type;
}

Type matrix() {
    Type type{"matrix", MPI_DATATYPE_NULL, 4 * kWord, {0, kWord, 2 * kWord, 3 * kWord}};
    MPI_Type_contiguous(4, MPI_UNSIGNED, &type.handle);
    MPI_Type_commit(&type.handle);
    return type;
}

/// Two doubles, the later one first.
Type backwards() {
    Type type{"two doubles, backwards", MPI_DATATYPE_NULL, 2 * sizeof(double), {0, sizeof(double)}, true};
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {sizeof(double), 0};
    const MPI_Datatype parts[] = {MPI_DOUBLE, MPI_DOUBLE};
    MPI_Type_create_struct(2, lengths, places, parts, &type.handle);
    MPI_Type_commit(&type.handle);
    return type;
}

Type plain(const char* name, MPI_Datatype handle, bool is_double) {
    return {name, handle, is_double ? sizeof(double) : kWord, {0}, is_double};
}

MPI_Op made_op(MPI_User_function* function, bool commutes) {
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(function, commutes ? 1 : 0, &op);
    return op;
}

}  // namespace

std::vector<Type> types_moved() { return {plain("int", MPI_INT, false), spaced(), backwards()}; }

std::vector<Combination> combinations() {
    return {{"sum of ints", plain("int", MPI_INT, false), MPI_SUM, add},
            {"sum of doubles", plain("double", MPI_DOUBLE, true), MPI_SUM, add},
            {"max of ints", plain("int", MPI_INT, false), MPI_MAX, highest},
            {"a user's sum of two of three ints", spaced(), made_op(add_spaced, true), add},
            {"a user's product of matrices, in order", matrix(), made_op(multiply_vectors, false), multiply_numbers}};
}

double value_of(int rank, std::uint64_t index, std::size_t number) {
    const std::uint64_t mixed = (static_cast<std::uint64_t>(rank) * 0x9e3779b97f4a7c15u ^ index * 0xbf58476d1ce4e5b9u) +
                                number * 0x94d049bb133111ebu;
    return static_cast<double>(1 + (mixed ^ mixed >> 29) * 0xff51afd7ed558ccdu % 1021);
}

Bytes blank(const Type& type, std::uint64_t count) { return Bytes(count * type.extent + kGuardBytes, kBlank); }

void store(Bytes& memory, const Type& type, std::uint64_t index, std::size_t number, double value) {
    unsigned char* const at = memory.data() + index * type.extent + type.offsets[number];
    const std::uint32_t small =
        word(value - kWordValues * static_cast<double>(static_cast<std::uint64_t>(value) >> 32));
    if (type.is_double) std::memcpy(at, &value, sizeof value);
    else std::memcpy(at, &small, sizeof small);
}

void fill(Bytes& memory, const Type& type, std::uint64_t index, int rank, std::uint64_t from, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i)
        for (std::size_t number = 0; number < type.offsets.size(); ++number)
            store(memory, type, index + i, number, value_of(rank, from + i, number));
}

std::string difference(const Bytes& got, const Bytes& wanted, const Type& type) {
    const auto [a, b] = std::mismatch(got.begin(), got.end(), wanted.begin());
    if (a == got.end()) return {};
    const auto at = static_cast<std::size_t>(a - got.begin());
    const std::size_t index = at / type.extent;
    for (const std::size_t offset : type.offsets) {
        const std::size_t place = index * type.extent + offset;
        const std::size_t bytes = type.is_double ? sizeof(double) : kWord;
        if (at < place || at >= place + bytes || place + bytes > got.size()) continue;
        const auto number = [&](const Bytes& memory) {
            double real = 0;
            std::uint32_t whole = 0;
            if (!type.is_double) std::memcpy(&whole, memory.data() + place, sizeof whole);
            else std::memcpy(&real, memory.data() + place, sizeof real);
            const std::string text = std::to_string(type.is_double ? real : whole);
            return text.substr(0, text.find('.'));
        };
        return "element " + std::to_string(index) + ": " + number(got) + " instead of " + number(wanted);
    }
    return "something is written behind element " + std::to_string(index);
}

}  // namespace shunt::trial
