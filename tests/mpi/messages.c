/* Messages in forms that p2p does not test: derived types on both sides, truncation, wrong arguments, error handlers.
   Usage: messages [seed] */
#include "ring.h"

#define LONG 70000 /* ints: longer than any host sends before it knows of the receive */

static int* filled(int count, uint64_t key) {
    int* values = malloc(sizeof(int) * (size_t)(count + 1));
    fill(values, count, key);
    return values;
}

/* ---- types ----------------------------------------------------------------------------------------------------- */

/* Three blocks out of order, with a lower bound and a gap at the end. */
static MPI_Datatype scattered(void) {
    const int lengths[3] = {2, 1, 3}, places[3] = {6, 1, 2};
    MPI_Datatype blocks, type;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &blocks);
    MPI_Type_create_resized(blocks, -4, 11 * sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&blocks);
    return type;
}

static void types_differ(void) {
    static const int order[6] = {6, 7, 1, 2, 3, 4};
    MPI_Datatype type = scattered();
    for (int count = 0; count < 9000; count = count * 20 + 1) {
        int *flat = filled(6 * count, key_of(world_rank, count)), *wide = calloc((size_t)count * 11 + 1, sizeof(int));
        MPI_Request requests[2];
        MPI_Status statuses[2];
        CHECK_OK(MPI_Irecv(wide, count, type, previous, 5, comm, &requests[0]));
        CHECK_OK(MPI_Isend(flat, 6 * count, MPI_INT, next, 5, comm, &requests[1]));
        CHECK_OK(MPI_Waitall(2, requests, statuses));
        check_envelope(&statuses[0], previous, 5, 6 * count);
        int* expected = filled(6 * count, key_of(previous, count));
        int wrong = 0, elements = -1;
        for (int i = 0; i < count; ++i)
            for (int k = 0; k < 6; ++k) wrong += wide[i * 11 + order[k]] != expected[i * 6 + k];
        CHECK_EQUAL(wrong, 0);
        MPI_Get_count(&statuses[0], type, &elements);
        CHECK_EQUAL(elements, count);
        /* And back from elements with holes into contiguous ints; the receiver has room for more than arrives. */
        CHECK_OK(
            MPI_Sendrecv(wide, count, type, previous, 6, flat, 6 * count + 1, MPI_INT, next, 6, comm, &statuses[0]));
        check_envelope(&statuses[0], next, 6, 6 * count);
        check_values(flat, 6 * count, key_of(world_rank, count), "sent back");
        free(expected), free(flat), free(wide);
    }
    MPI_Type_free(&type);
}

/* A type with absolute addresses, freed while the calls are under way. */
static void from_bottom(void) {
    int parts[2] = {world_rank + 1, 0}, more[3] = {5, 6, world_rank * 7}, got[4];
    MPI_Aint places[2];
    const int lengths[2] = {1, 3};
    MPI_Datatype type;
    MPI_Get_address(&parts[0], &places[0]);
    MPI_Get_address(more, &places[1]);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Request requests[2];
    CHECK_OK(MPI_Irecv(got, 4, MPI_INT, previous, 7, comm, &requests[0]));
    CHECK_OK(MPI_Isend(MPI_BOTTOM, 1, type, next, 7, comm, &requests[1]));
    MPI_Type_free(&type);
    CHECK_OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    CHECK(got[0] == previous + 1 && got[1] == 5 && got[2] == 6 && got[3] == previous * 7, "from MPI_BOTTOM");
}

/* ---- errors ---------------------------------------------------------------------------------------------------- */

static MPI_Comm watched;
static int handler_calls, handler_class;

static void count_call(MPI_Comm* of, int* error, ...) {
    handler_calls += 1;
    handler_class = class_of(*error);
    CHECK(*of == watched || *of == MPI_COMM_WORLD, "the handler was given another communicator");
}

enum Way { RECV, IRECV, MRECV, SENDRECV, PERSISTENT, WAYS };

/* Receives `sent` ints where there is room for `room`.   Returns: the code of the call that ended it. */
static int receive_too_much(enum Way way, int* into, int room, MPI_Status* status) {
    int code = MPI_SUCCESS, dummy = 0;
    MPI_Request request;
    MPI_Message message;
    switch (way) {
        case RECV: return MPI_Recv(into, room, MPI_INT, previous, 8, watched, status);
        case IRECV:
            MPI_Irecv(into, room, MPI_INT, previous, 8, watched, &request);
            code = MPI_Wait(&request, status);
            CHECK_EQUAL(request, MPI_REQUEST_NULL);
            return code;
        case MRECV:
            MPI_Mprobe(previous, 8, watched, &message, MPI_STATUS_IGNORE);
            return MPI_Mrecv(into, room, MPI_INT, &message, status);
        case SENDRECV:
            return MPI_Sendrecv(&dummy, 0, MPI_INT, MPI_PROC_NULL, 0, into, room, MPI_INT, previous, 8, watched,
                                status);
        default:
            MPI_Recv_init(into, room, MPI_INT, previous, 8, watched, &request);
            MPI_Start(&request);
            code = MPI_Wait(&request, status);
            MPI_Request_free(&request);
            return code;
    }
}

static void truncation(MPI_Errhandler handler, const char* whose) {
    static const int sent[] = {2, 100, 5000, LONG};
    MPI_Comm_dup(comm, &watched);
    MPI_Comm_set_errhandler(watched, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler); /* whose handler MPICH calls in MPI_Wait */
    for (int way = 0; way < WAYS; ++way)
        for (int i = 0; i < 4; ++i) {
            const int room = sent[i] / 2;
            int *data = filled(sent[i], key_of(world_rank, i)), *into = calloc((size_t)sent[i], sizeof(int));
            MPI_Request request;
            MPI_Status status = {.MPI_SOURCE = -77};
            char what[120];
            CHECK_OK(MPI_Isend(data, sent[i], MPI_INT, next, 8, watched, &request));
            if (i % 2) MPI_Barrier(comm);
            handler_calls = 0;
            const int code = receive_too_much(way, into, room, &status);
            snprintf(what, sizeof what, "truncated, way %d, %d ints, %s", way, sent[i], whose);
            report_class(what, code);
            CHECK_EQUAL(status.MPI_SOURCE, previous);
            CHECK_EQUAL(status.MPI_TAG, 8);
            /* Open MPI calls the handler of a persistent request again when it is freed. */
            if (way != PERSISTENT) {
                snprintf(what, sizeof what, "handler calls, way %d, %d ints, %s", way, sent[i], whose);
                report_number(what, handler_calls);
                snprintf(what, sizeof what, "handler's class, way %d, %d ints, %s", way, sent[i], whose);
                report_number(what, handler_calls ? handler_class : 0);
            }
            /* Open MPI writes beyond the room of a long message. */
            for (int at = room; at < sent[i] && sent[i] <= 100; ++at) CHECK_EQUAL(into[at], 0);
            CHECK_OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            free(data), free(into);
        }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&watched);
}

/* A message of bytes that ends inside an element of the receiver's type, which has holes. MPICH treats it as a message
 * that does not fit. */
static void ending_inside_element(void) {
    MPI_Datatype holes;
    CHECK_OK(MPI_Type_vector(4, 1, 2, MPI_INT, &holes));
    CHECK_OK(MPI_Type_commit(&holes));
    MPI_Comm_dup(comm, &watched);
    MPI_Comm_set_errhandler(watched, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int bytes = 0; bytes <= 2 * 16; ++bytes)
        for (int several = 0; several < 2; ++several) {
            unsigned char sent[32], into[64];
            MPI_Request requests[2];
            MPI_Status statuses[2] = {{.MPI_ERROR = MPI_SUCCESS}, {.MPI_ERROR = MPI_SUCCESS}};
            for (int i = 0; i < 32; ++i) sent[i] = (unsigned char)(i + 1);
            memset(into, 0, sizeof into);
            MPI_Irecv(into, 2, holes, previous, 9, watched, &requests[0]);
            MPI_Isend(sent, bytes, MPI_BYTE, next, 9, watched, &requests[1]);
            const int code = several ? MPI_Waitall(2, requests, statuses) : MPI_Wait(&requests[0], &statuses[0]);
            if (!several) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
            char what[80];
            int elements = -1, sum = 0;
            snprintf(what, sizeof what, "%d bytes for elements of 4, %s", bytes, several ? "Waitall" : "Wait");
            report_class(what, code);
            if (several && code != MPI_SUCCESS) report_class("its status", statuses[0].MPI_ERROR);
            if (code == MPI_SUCCESS) MPI_Get_elements(&statuses[0], holes, &elements);
            report_number("elements", elements);
            for (int i = 0; i < 64; ++i) sum += (i + 1) * into[i];
            report_number("sum of what came", sum);
        }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&watched);
    MPI_Type_free(&holes);
}

/* One of several messages is truncated; the others arrive unchanged. */
static void truncated_among_others(void) {
    int data[3][4], into[3][4];
    MPI_Request requests[6];
    MPI_Status statuses[6];
    MPI_Comm_dup(comm, &watched);
    MPI_Comm_set_errhandler(watched, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; ++i) {
        fill(data[i], 4, key_of(world_rank, 40 + i));
        MPI_Irecv(into[i], i == 1 ? 2 : 4, MPI_INT, previous, i, watched, &requests[i]);
    }
    MPI_Barrier(watched);
    for (int i = 0; i < 3; ++i) MPI_Isend(data[i], 4, MPI_INT, next, i, watched, &requests[3 + i]);
    MPI_Barrier(watched);
    for (int i = 0; i < 6; ++i) statuses[i].MPI_ERROR = -1;
    const int code = MPI_Waitall(6, requests, statuses);
    report_class("Waitall with one truncated", code);
    CHECK_EQUAL(class_of(statuses[1].MPI_ERROR), MPI_ERR_TRUNCATE);
    CHECK_EQUAL(requests[1], MPI_REQUEST_NULL);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; i += 2) check_values(into[i], 4, key_of(previous, 40 + i), "beside a truncated one");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&watched);
}

static void wrong_arguments(void) {
    int value = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(count_call, &handler);
    MPI_Comm_dup(comm, &watched);
    MPI_Comm_set_errhandler(watched, handler);
    handler_calls = 0;
    report_class("Send to no such rank", MPI_Send(&value, 1, MPI_INT, world_size, 0, watched));
    report_class("Isend with a negative tag", MPI_Isend(&value, 1, MPI_INT, 0, -5, watched, &request));
    report_class("Recv of a negative count", MPI_Recv(&value, -1, MPI_INT, 0, 0, watched, &status));
    report_class("Irecv of a null type", MPI_Irecv(&value, 1, MPI_DATATYPE_NULL, 0, 0, watched, &request));
    report_class("Send_init to no such rank", MPI_Send_init(&value, 1, MPI_INT, -9, 0, watched, &request));
    report_class("Probe of no such rank", MPI_Probe(world_size + 1, 0, watched, &status));
    report_class("Sendrecv from no such rank",
                 MPI_Sendrecv(&value, 1, MPI_INT, next, 0, &value, 1, MPI_INT, world_size, 0, watched, &status));
    report_number("handler calls of wrong arguments", handler_calls);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&watched);
}

int main(int argc, char** argv) {
    start_ring(argc, argv);
    types_differ();
    from_bottom();
    truncation(MPI_ERRORS_RETURN, "codes returned");
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(count_call, &handler);
    truncation(handler, "own handler");
    MPI_Errhandler_free(&handler);
    truncated_among_others();
    ending_inside_element();
    wrong_arguments();
    return finish_ring();
}
