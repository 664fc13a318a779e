/* Objects attached to a communicator: user attributes with their callbacks, names, error handlers, info, groups. A
   library that keeps communicators of its own must not be visible in them. Usage: attributes [seed] */
#include "check.h"

static int copies, deletes, window_deletes, type_copies;
static char attached[] = "attached";

static int on_copy(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
    (void)comm, (void)key;
    CHECK(extra == &copies, "the copy callback's extra state changed");
    ++copies;
    *(void**)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int on_delete(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)extra;
    CHECK(value == attached, "the delete callback got another value");
    ++deletes;
    return MPI_SUCCESS;
}

/* Every operation that could create a hidden communicator at its first use. */
static void use(MPI_Comm comm) {
    int size, send[64] = {0}, receive[64], counts[64], places[64], sum = 0;
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = i;
    CHECK_OK(MPI_Alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, comm));
    CHECK_OK(MPI_Alltoallv(send, counts, places, MPI_INT, receive, counts, places, MPI_INT, comm));
    CHECK_OK(MPI_Allreduce(&send[0], &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK_OK(MPI_Bcast(&sum, 1, MPI_INT, 0, comm));
    CHECK_OK(MPI_Barrier(comm));
}

static void callbacks_are_counted(void) {
    int key = MPI_KEYVAL_INVALID, found = 0;
    void* value = NULL;
    MPI_Comm comm, copy, part;
    CHECK_OK(MPI_Comm_create_keyval(on_copy, on_delete, &key, &copies));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK_OK(MPI_Comm_set_attr(comm, key, attached));
    use(comm);
    CHECK_EQUAL(copies, 0);
    CHECK_EQUAL(deletes, 0);
    CHECK_OK(MPI_Comm_dup(comm, &copy));
    CHECK_EQUAL(copies, 1);
    use(copy);
    CHECK_OK(MPI_Comm_get_attr(copy, key, &value, &found));
    CHECK(found && value == attached, "the attribute was not copied");
    CHECK_OK(MPI_Comm_split(comm, 0, 0, &part));
    CHECK_OK(MPI_Comm_get_attr(part, key, &value, &found));
    CHECK(!found, "a split communicator has the attribute");
    use(part);
    CHECK_OK(MPI_Comm_free(&part));
    CHECK_EQUAL(deletes, 0);
    CHECK_OK(MPI_Comm_free(&copy));
    CHECK_EQUAL(deletes, 1);
    use(comm);
    CHECK_OK(MPI_Comm_delete_attr(comm, key));
    CHECK_EQUAL(deletes, 2);
    CHECK_OK(MPI_Comm_set_attr(comm, key, attached));
    CHECK_OK(MPI_Comm_free(&comm));
    CHECK_EQUAL(deletes, 3);
    CHECK_EQUAL(copies, 1);
    CHECK_OK(MPI_Comm_free_keyval(&key));
}

/* Also on MPI_COMM_WORLD, which the program never frees. */
static void world_attribute(void) {
    int key = MPI_KEYVAL_INVALID;
    const int copies_before = copies, deletes_before = deletes;
    CHECK_OK(MPI_Comm_create_keyval(on_copy, on_delete, &key, &copies));
    CHECK_OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, attached));
    use(MPI_COMM_WORLD);
    CHECK_EQUAL(copies, copies_before);
    CHECK_EQUAL(deletes, deletes_before);
    CHECK_OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    CHECK_EQUAL(deletes, deletes_before + 1);
    CHECK_OK(MPI_Comm_free_keyval(&key));
}

static void expect_name(MPI_Comm comm, const char* expected) {
    char name[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1;
    CHECK_OK(MPI_Comm_get_name(comm, name, &length));
    CHECK(strcmp(name, expected) == 0, "the name is \"%s\" instead of \"%s\"", name, expected);
    CHECK_EQUAL(length, (int)strlen(expected));
}

static void names_stay(void) {
    MPI_Comm comm;
    expect_name(MPI_COMM_WORLD, "MPI_COMM_WORLD");
    expect_name(MPI_COMM_SELF, "MPI_COMM_SELF");
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
    char before[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    MPI_Comm_get_name(comm, before, &length);
    use(comm);
    expect_name(comm, before);
    CHECK_OK(MPI_Comm_set_name(comm, "mine"));
    use(comm);
    expect_name(comm, "mine");
    CHECK_OK(MPI_Comm_free(&comm));
}

static void ignore_error(MPI_Comm* comm, int* error, ...) { (void)comm, (void)error; }

static void expect_handler(MPI_Comm comm, MPI_Errhandler expected, const char* where) {
    MPI_Errhandler handler;
    CHECK_OK(MPI_Comm_get_errhandler(comm, &handler));
    CHECK(handler == expected, "another error handler on %s", where);
    if (handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_RETURN) MPI_Errhandler_free(&handler);
}

static void handlers_are_inherited(void) {
    MPI_Errhandler own;
    MPI_Comm comm, copy;
    MPI_Comm_create_errhandler(ignore_error, &own);
    expect_handler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, "world");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    use(comm);
    expect_handler(comm, MPI_ERRORS_ARE_FATAL, "a duplicate of world");
    MPI_Comm_set_errhandler(comm, own);
    use(comm);
    expect_handler(comm, own, "the communicator it was set on");
    MPI_Comm_dup(comm, &copy);
    expect_handler(copy, own, "a duplicate");
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    use(copy);
    expect_handler(copy, own, "a duplicate made before the change");
    expect_handler(comm, MPI_ERRORS_RETURN, "the changed one");
    MPI_Errhandler_free(&own);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
}

static int on_window_delete(MPI_Win window, int key, void* value, void* extra) {
    (void)window, (void)key, (void)value, (void)extra;
    ++window_deletes;
    return MPI_SUCCESS;
}

static int on_type_copy(MPI_Datatype type, int key, void* extra, void* in, void* out, int* flag) {
    (void)type, (void)key, (void)extra;
    ++type_copies;
    *(void**)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

/* Shunt must not duplicate a type passed to a collective where the user notices it. */
static void windows_and_types(void) {
    int key, type_key, memory[4] = {0}, send[128] = {0}, receive[128];
    MPI_Win window;
    MPI_Datatype type, copy;
    CHECK_OK(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_window_delete, &key, NULL));
    CHECK_OK(MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    CHECK_OK(MPI_Win_set_attr(window, key, attached));
    CHECK_OK(MPI_Win_free(&window));
    CHECK_EQUAL(window_deletes, 1);
    CHECK_OK(MPI_Win_free_keyval(&key));
    CHECK_OK(MPI_Type_create_keyval(on_type_copy, MPI_TYPE_NULL_DELETE_FN, &type_key, NULL));
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    CHECK_OK(MPI_Type_set_attr(type, type_key, attached));
    CHECK_OK(MPI_Alltoall(send, 1, type, receive, 1, type, MPI_COMM_WORLD));
    CHECK_EQUAL(type_copies, 0);
    CHECK_OK(MPI_Type_dup(type, &copy));
    CHECK_EQUAL(type_copies, 1);
    MPI_Type_free(&copy), MPI_Type_free(&type);
    CHECK_OK(MPI_Type_free_keyval(&type_key));
}

static void groups_and_comparison(void) {
    MPI_Comm comm;
    MPI_Group group, world;
    int result = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    use(comm);
    CHECK_OK(MPI_Comm_compare(comm, MPI_COMM_WORLD, &result));
    CHECK_EQUAL(result, MPI_CONGRUENT);
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK_OK(MPI_Group_compare(group, world, &result));
    CHECK_EQUAL(result, MPI_IDENT);
    MPI_Group_free(&group), MPI_Group_free(&world);
    MPI_Comm_free(&comm);
}

/* Attributes of MPI_COMM_SELF are deleted in MPI_Finalize, while MPI still works. */
static int on_finalize(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    int rank = -1, finalized = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalized(&finalized);
    CHECK(rank == world_rank && finalized == 0, "in the callback at Finalize: rank %d, finalized %d", rank, finalized);
    ++deletes;
    return MPI_SUCCESS;
}

int main(int argc, char** argv) {
    start(argc, argv);
    callbacks_are_counted();
    world_attribute();
    names_stay();
    handlers_are_inherited();
    windows_and_types();
    groups_and_comparison();
    int key;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, attached);
    const int before = deletes, failed = finish();
    CHECK_EQUAL(deletes, before + 1);
    return failed || atomic_load(&checks_failed) != 0;
}
