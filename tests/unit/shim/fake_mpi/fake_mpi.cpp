#include "tests/unit/shim/fake_mpi/fake_mpi.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "shim/table/generated/host_mpi.hpp"
#include "tests/unit/shim/fake_mpi/predefined_ops.hpp"

namespace shunt::fake {

FakeMpi* mpi = nullptr;

namespace {

constexpr std::uint32_t kFirstComm = 0x84000000, kFirstGroup = 0x88000000, kFirstType = 0x8c000010,
                        kFirstOp = 0x98000000, kFirstRequest = 0xac000000, kSharedRequest = 0x6c000001;

/// For whole numbers of type T: performs those operations that it knows.
int reduce_local(const void* from, void* into, int count, MPI_Datatype type, MPI_Op op) {
    if (const int code = mpi->enter("MPI_Reduce_local")) return code;
    if (const FakeMpi::Op* own = mpi->op(op)) return own->combine(from, into, count, type), MPI_SUCCESS;
    if (!combine_predefined(from, into, count, type, op)) return MPI_ERR_OP;
    if (op == MPI_SUM && type == MPI_DOUBLE && mpi->sums_doubles_otherwise) static_cast<double*>(into)[0] += 1;
    return MPI_SUCCESS;
}

/// Copies elements between an array and contiguous bytes; `copy(in the array, in the bytes)` for each byte.
template <class Copy>
int each_byte(char* buffer, int count, const Type& type, int room, int* position, Copy copy) {
    for (int i = 0; i < count; ++i)
        for (const std::size_t place : type.places) {
            if (*position >= room) return MPI_ERR_TRUNCATE;
            copy(buffer[static_cast<std::size_t>(i * type.extent) + place], (*position)++);
        }
    return MPI_SUCCESS;
}

int pack(const void* from, int count, MPI_Datatype datatype, void* to, int room, int* position, MPI_Comm) {
    if (const int code = mpi->enter("MPI_Pack")) return code;
    const Type* type = mpi->type(datatype);
    if (!type) return MPI_ERR_TYPE;
    auto* const bytes = static_cast<char*>(to);
    return each_byte(static_cast<char*>(const_cast<void*>(from)), count, *type, room, position,
                     [&](char& byte, int at) { bytes[at] = byte; });
}

int unpack(const void* from, int room, int* position, void* to, int count, MPI_Datatype datatype, MPI_Comm) {
    if (const int code = mpi->enter("MPI_Unpack")) return code;
    const Type* type = mpi->type(datatype);
    if (!type) return MPI_ERR_TYPE;
    const auto* const bytes = static_cast<const char*>(from);
    return each_byte(static_cast<char*>(to), count, *type, room, position,
                     [&](char& byte, int at) { byte = bytes[at]; });
}

/// For a query about one datatype: `answer(type)` if it exists.
template <class Answer>
int about_type(const char* function, MPI_Datatype handle, Answer answer) {
    if (const int code = mpi->enter(function)) return code;
    const Type* type = mpi->type(handle);
    if (!type) return MPI_ERR_TYPE;
    answer(*type);
    return MPI_SUCCESS;
}

void install_types() {
    host.MPI_Type_size = [](MPI_Datatype type, int* size) {
        return about_type("MPI_Type_size", type, [=](const Type& t) { *size = static_cast<int>(t.size); });
    };
    host.MPI_Type_size_x = [](MPI_Datatype type, MPI_Count* size) {
        return about_type("MPI_Type_size_x", type, [=](const Type& t) { *size = t.size; });
    };
    host.MPI_Type_get_extent_x = [](MPI_Datatype type, MPI_Count* lb, MPI_Count* extent) {
        return about_type("MPI_Type_get_extent_x", type, [=](const Type& t) { *lb = 0, *extent = t.extent; });
    };
    host.MPI_Type_get_true_extent_x = [](MPI_Datatype type, MPI_Count* lb, MPI_Count* extent) {
        return about_type("MPI_Type_get_true_extent_x", type,
                          [=](const Type& t) { *lb = t.true_lb, *extent = t.true_extent; });
    };
    host.MPI_Type_get_envelope = [](MPI_Datatype type, int*, int*, int*, int* combiner) {
        return about_type("MPI_Type_get_envelope", type, [=](const Type& t) { *combiner = t.combiner; });
    };
    host.MPI_Type_free = [](MPI_Datatype* type) {
        if (const int code = mpi->enter("MPI_Type_free")) return code;
        mpi->free_type(*type);
        return int{MPI_SUCCESS};
    };
    host.MPI_Pack_size = [](int count, MPI_Datatype type, MPI_Comm, int* size) {
        return about_type("MPI_Pack_size", type, [=](const Type& t) { *size = count * static_cast<int>(t.size); });
    };
    host.MPI_Pack = pack;
    host.MPI_Unpack = unpack;
    host.MPI_Reduce_local = reduce_local;
    host.MPI_Op_free = [](MPI_Op* op) {
        *op = MPI_OP_NULL;
        return mpi->enter("MPI_Op_free");
    };
    host.MPI_Op_commutative = [](MPI_Op op, int* commutes) {
        const FakeMpi::Op* own = mpi->op(op);
        *commutes = !own || own->commutes;
        return mpi->enter("MPI_Op_commutative");
    };
}

/// For a query about one communicator: `answer(comm)` if it exists.
template <class Answer>
int about_comm(const char* function, MPI_Comm handle, Answer answer) {
    if (const int code = mpi->enter(function)) return code;
    const FakeMpi::Comm* comm = mpi->comm(handle);
    if (!comm) return MPI_ERR_COMM;
    answer(*comm);
    return MPI_SUCCESS;
}

int translate(MPI_Group from, int count, const int ranks[], MPI_Group to, int translated[]) {
    if (const int code = mpi->enter("MPI_Group_translate_ranks")) return code;
    const std::vector<int>*first = mpi->group(from), *second = mpi->group(to);
    if (!first || !second) return MPI_ERR_GROUP;
    for (int i = 0; i < count; ++i) {
        const auto found = std::find(second->begin(), second->end(), first->at(static_cast<std::size_t>(ranks[i])));
        translated[i] = found == second->end() ? int{MPI_UNDEFINED} : static_cast<int>(found - second->begin());
    }
    return MPI_SUCCESS;
}

void install_comms() {
    host.MPI_Comm_rank = [](MPI_Comm comm, int* rank) {
        return about_comm("MPI_Comm_rank", comm, [=](const FakeMpi::Comm& c) {
            *rank = static_cast<int>(std::find(c.local.begin(), c.local.end(), mpi->world_rank()) - c.local.begin());
        });
    };
    host.MPI_Comm_size = [](MPI_Comm comm, int* size) {
        return about_comm("MPI_Comm_size", comm,
                          [=](const FakeMpi::Comm& c) { *size = static_cast<int>(c.local.size()); });
    };
    host.MPI_Comm_remote_size = [](MPI_Comm comm, int* size) {
        return about_comm("MPI_Comm_remote_size", comm,
                          [=](const FakeMpi::Comm& c) { *size = static_cast<int>(c.remote.size()); });
    };
    host.MPI_Comm_test_inter = [](MPI_Comm comm, int* inter) {
        return about_comm("MPI_Comm_test_inter", comm, [=](const FakeMpi::Comm& c) { *inter = !c.remote.empty(); });
    };
    host.MPI_Comm_group = [](MPI_Comm comm, MPI_Group* group) {
        return about_comm("MPI_Comm_group", comm, [=](const FakeMpi::Comm& c) { *group = mpi->open_group(c.local); });
    };
    host.MPI_Comm_remote_group = [](MPI_Comm comm, MPI_Group* group) {
        return about_comm("MPI_Comm_remote_group", comm,
                          [=](const FakeMpi::Comm& c) { *group = mpi->open_group(c.remote); });
    };
    host.MPI_Comm_get_name = [](MPI_Comm comm, char* name, int* length) {
        return about_comm("MPI_Comm_get_name", comm, [=](const FakeMpi::Comm& c) {
            *length = std::snprintf(name, MPI_MAX_OBJECT_NAME, "%s", c.name.c_str());
        });
    };
    host.MPI_Comm_set_name = [](MPI_Comm comm, const char*) {
        return about_comm("MPI_Comm_set_name", comm, [](const FakeMpi::Comm&) {});
    };
    host.MPI_Comm_compare = [](MPI_Comm, MPI_Comm comm, int* result) {
        return about_comm("MPI_Comm_compare", comm, [=](const FakeMpi::Comm&) { *result = MPI_UNEQUAL; });
    };
    host.MPI_Comm_free = [](MPI_Comm* comm) {
        if (const int code = mpi->enter("MPI_Comm_free")) return code;
        mpi->free_comm(*comm);
        return int{MPI_SUCCESS};
    };
    host.MPI_Group_free = [](MPI_Group* group) {
        mpi->free_group(*group);
        return mpi->enter("MPI_Group_free");
    };
    host.MPI_Group_translate_ranks = translate;
    host.MPI_Comm_call_errhandler = [](MPI_Comm, int) { return mpi->enter("MPI_Comm_call_errhandler"); };
    host.MPI_Comm_get_errhandler = [](MPI_Comm, MPI_Errhandler* handler) {
        *handler = MPI_ERRORS_ARE_FATAL;
        return mpi->enter("MPI_Comm_get_errhandler");
    };
    host.MPI_Comm_set_errhandler = [](MPI_Comm, MPI_Errhandler) { return mpi->enter("MPI_Comm_set_errhandler"); };
    host.MPI_Errhandler_free = [](MPI_Errhandler*) { return mpi->enter("MPI_Errhandler_free"); };
}

}  // namespace

FakeMpi::FakeMpi(int world_size, int world_rank) : world_rank_(world_rank) {
    std::vector<int> all(static_cast<std::size_t>(world_size));
    for (int rank = 0; rank < world_size; ++rank) all[static_cast<std::size_t>(rank)] = rank;
    comms_[number(MPI_COMM_WORLD)] = {all, {}, "MPI_COMM_WORLD"};
    comms_[number(MPI_COMM_SELF)] = {{world_rank}, {}, "MPI_COMM_SELF"};
    mpi = this;
    host = {};
    install_types();
    install_comms();
    install_completion();
}

FakeMpi::~FakeMpi() {
    host = {};
    mpi = nullptr;
}

template <class Object>
std::uint32_t FakeMpi::lowest_free(const std::map<std::uint32_t, Object>& objects, std::uint32_t first) {
    const bool has_gap = objects.empty() || objects.rbegin()->first - first + 1 != objects.size();
    if (!has_gap && objects.begin()->first == first) return objects.rbegin()->first + 1;
    while (objects.contains(first)) ++first;
    return first;
}

int FakeMpi::enter(const char* function) {
    calls_[function] += 1;
    const auto failure = failures_.find(function);
    if (failure == failures_.end()) return MPI_SUCCESS;
    const int code = failure->second;
    failures_.erase(failure);
    return code;
}

int FakeMpi::calls(const std::string& function) const {
    const auto found = calls_.find(function);
    return found == calls_.end() ? 0 : found->second;
}

MPI_Request FakeMpi::make_request(bool persistent) {
    const std::uint32_t handle = shares_ ? kSharedRequest : lowest_free(requests_, kFirstRequest);
    Script script = std::exchange(next_, {});
    script.persistent = persistent;
    script.active = !persistent;
    requests_[handle] = script;
    return SHUNT_FAKE_VALUE(MPI_Request, handle);
}

FakeMpi::Script* FakeMpi::request(MPI_Request handle) {
    const auto found = requests_.find(number(handle));
    return found == requests_.end() ? nullptr : &found->second;
}

void FakeMpi::at_next_start(MPI_Request handle, const Outcome& outcome, int tests) {
    Script* script = request(handle);
    script->outcome = outcome;
    script->tests = tests;
}

void FakeMpi::end(MPI_Request& handle) {
    Script* script = request(handle);
    if (script->persistent) script->active = false;
    else if (number(handle) == kSharedRequest) handle = MPI_REQUEST_NULL;
    else free_request(handle);
}

FakeMpi::Comm* FakeMpi::comm(MPI_Comm handle) {
    const auto found = comms_.find(number(handle));
    return found == comms_.end() ? nullptr : &found->second;
}

MPI_Comm FakeMpi::make_comm(std::vector<int> world_ranks, std::vector<int> remote, const std::string& name) {
    const std::uint32_t handle = lowest_free(comms_, kFirstComm);
    comms_[handle] = {std::move(world_ranks), std::move(remote), name};
    return SHUNT_FAKE_VALUE(MPI_Comm, handle);
}

std::vector<MPI_Comm> FakeMpi::open_comms() const {
    std::vector<MPI_Comm> open;
    for (const auto& [handle, comm] : comms_) open.push_back(SHUNT_FAKE_VALUE(MPI_Comm, handle));
    return open;
}

MPI_Group FakeMpi::open_group(std::vector<int> members) {
    const std::uint32_t handle = lowest_free(open_groups_, kFirstGroup);
    open_groups_[handle] = std::move(members);
    return SHUNT_FAKE_VALUE(MPI_Group, handle);
}

const std::vector<int>* FakeMpi::group(MPI_Group handle) const {
    const auto found = open_groups_.find(number(handle));
    return found == open_groups_.end() ? nullptr : &found->second;
}

MPI_Datatype FakeMpi::make_type(const Type& type) {
    const std::uint32_t handle = lowest_free(types_, kFirstType);
    types_[handle] = type;
    return SHUNT_FAKE_VALUE(MPI_Datatype, handle);
}

// Predefined types have their size in their handles; pairs are followed by a hole or not.
const Type* FakeMpi::type(MPI_Datatype handle) const {
    static std::map<std::uint32_t, Type> predefined;
    const std::uint32_t value = number(handle);
    if (const auto found = types_.find(value); found != types_.end()) return &found->second;
    if (value >> 30 == 1 && (value >> 26 & 15) == 3) {
        const MPI_Count size = value >> 8 & 0xff;
        return &(predefined[value] = {size, size, 0, size, MPI_COMBINER_NAMED});
    }
    if (handle == MPI_FLOAT_INT) return &(predefined[value] = {8, 8, 0, 8, MPI_COMBINER_NAMED});
    if (handle == MPI_DOUBLE_INT) return &(predefined[value] = {12, 16, 0, 12, MPI_COMBINER_NAMED});
    if (handle == MPI_SHORT_INT) return &(predefined[value] = {6, 8, 0, 8, MPI_COMBINER_NAMED});
    return nullptr;
}

MPI_Op FakeMpi::make_op(bool commutes, std::function<void(const void*, void*, int, MPI_Datatype)> combine) {
    const std::uint32_t handle = lowest_free(ops_, kFirstOp);
    ops_[handle] = {commutes, std::move(combine)};
    return SHUNT_FAKE_VALUE(MPI_Op, handle);
}

const FakeMpi::Op* FakeMpi::op(MPI_Op handle) const {
    const auto found = ops_.find(number(handle));
    return found == ops_.end() ? nullptr : &found->second;
}

}  // namespace shunt::fake
