// Fills a record with rows, then finalizes. Reports when each rank entered and left MPI_Finalize, and how much memory
// it used.
//   merge ROWS DIRECTORY
// Each rank makes its rows with messages to itself, of a new length each time, two rows per message. So many ranks on
// few cores do not wait for each other meanwhile. Rank r writes DIRECTORY/rank.<r>: "enter leave hwm_before_kib
// hwm_after_kib spool_kib spool_resident_kib", times in seconds since 1970.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/// The value in KiB in the line of /proc/self/status that begins with `key`.
static long status_kib(const char* key) {
    FILE* file = fopen("/proc/self/status", "r");
    char line[256];
    long value = -1;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0) value = atol(line + strlen(key));
    if (file) fclose(file);
    return value;
}

/// Size and resident part of the mappings of Shunt's spool file.
static void spool_kib(long* size, long* resident) {
    FILE* file = fopen("/proc/self/smaps", "r");
    char line[1024];
    int inside = 0;
    *size = *resident = 0;
    while (file && fgets(line, sizeof line, file)) {
        const int is_header = strchr(line, '-') && (strstr(line, " rw") || strstr(line, " r-") || strstr(line, " --"));
        if (is_header) inside = strstr(line, ".spool") != NULL;
        if (inside && strncmp(line, "Size:", 5) == 0) *size += atol(line + 5);
        if (inside && strncmp(line, "Rss:", 4) == 0) *resident += atol(line + 4);
    }
    if (file) fclose(file);
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int rows = argc > 1 ? atoi(argv[1]) : 4000;
    const char* directory = argc > 2 ? argv[2] : ".";
    char* out = calloc((size_t)rows + 1, 2);
    if (!out) MPI_Abort(MPI_COMM_WORLD, 2);
    char* in = out + rows;
    for (int bytes = 0; bytes < rows / 2; ++bytes)
        MPI_Sendrecv(out, bytes, MPI_BYTE, 0, 0, in, bytes, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    free(out);
    long spool = 0, resident = 0;
    spool_kib(&spool, &resident);
    MPI_Barrier(MPI_COMM_WORLD);
    const long before = status_kib("VmHWM:");
    const double enter = now();
    MPI_Finalize();
    const double leave = now();
    const long after = status_kib("VmHWM:");
    char path[4096];
    snprintf(path, sizeof path, "%s/rank.%d", directory, rank);
    FILE* file = fopen(path, "w");
    if (!file) return 1;
    fprintf(file, "%.6f %.6f %ld %ld %ld %ld\n", enter, leave, before, after, spool, resident);
    return fclose(file) != 0;
}
