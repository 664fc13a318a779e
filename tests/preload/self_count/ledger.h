// The program's own record of its calls. CALL(f, arguments) notes and makes a call; sent() and received() note
// messages.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_functions = 128, most_messages = 4096 };
static struct {
    const char* name;
    long count;
} functions[most_functions];
static struct {
    char direction;
    int peer;
    long bytes;
    long count;
} messages[most_messages];
static int function_count, message_count;

static void note_call(const char* name) {
    int i = 0;
    while (i < function_count && strcmp(functions[i].name, name)) ++i;
    if (i == function_count) functions[function_count++].name = name;
    ++functions[i].count;
}
#define CALL(function, ...) (note_call(#function), function(__VA_ARGS__))

static void note_message(char direction, int peer_in_world, long bytes) {
    int i = 0;
    while (i < message_count &&
           !(messages[i].direction == direction && messages[i].peer == peer_in_world && messages[i].bytes == bytes))
        ++i;
    if (i == message_count) {
        messages[i].direction = direction, messages[i].peer = peer_in_world, messages[i].bytes = bytes;
        ++message_count;
    }
    ++messages[i].count;
}
static void sent(int peer_in_world, long bytes) { note_message('s', peer_in_world, bytes); }
static void received(int peer_in_world, long bytes) { note_message('r', peer_in_world, bytes); }

static void write_ledger(const char* stem, int rank) {
    char name[4096];
    snprintf(name, sizeof name, "%s.%d", stem, rank);
    FILE* out = fopen(name, "w");
    for (int i = 0; i < function_count; ++i)
        fprintf(out, "rank %d calls %s %ld\n", rank, functions[i].name, functions[i].count);
    for (int i = 0; i < message_count; ++i)
        fprintf(out, "rank %d %s %d bytes %ld: %ld\n", rank, messages[i].direction == 's' ? "sent to" : "received from",
                messages[i].peer, messages[i].bytes, messages[i].count);
    fclose(out);
}
