/* NAS LU: relaxation by a wavefront over a cube whose x and y are divided among the ranks. In each plane a rank
 * receives a line from each of its two predecessors and sends one to each of its two successors (exchange_1: Recv,
 * Send). Once a step, faces are exchanged, two layers deep (exchange_3: Irecv from MPI_ANY_SOURCE, Send, Wait). Both
 * are as in NPB 2.3. */
#include "npb.h"

#include <stdlib.h>
#include <string.h>

enum { kFields = 5, kNorth = 1, kSouth, kWest, kEast };

static const double kDt = 0.05, kDamped = 0.1;

typedef struct {
    int first_x, first_y, nx, ny;
    int north, south, west, east; /* the neighbouring ranks in x and in y; -1: none */
    double *u, *v, *out, *in;     /* u and v: with two layers around */
} Part;

static int n;
static Part part;
static double coupling[3][kFields][kFields];

static size_t at(const Part* a, int k, int j, int i) {
    return (((size_t)(k + 2) * (size_t)(a->ny + 4) + (size_t)(j + 2)) * (size_t)(a->nx + 4) + (size_t)(i + 2)) *
           kFields;
}
static size_t length(const Part* a) { return (size_t)(n + 4) * (size_t)(a->ny + 4) * (size_t)(a->nx + 4) * kFields; }

static void make_part(Part* a, int across_x, int across_y, int me) {
    const int x = me % across_x, y = me / across_x;
    a->nx = n / across_x, a->ny = n / across_y;
    a->first_x = x * a->nx, a->first_y = y * a->ny;
    if (x == across_x - 1) a->nx = n - a->first_x;
    if (y == across_y - 1) a->ny = n - a->first_y;
    a->north = x > 0 ? me - 1 : -1, a->south = x < across_x - 1 ? me + 1 : -1;
    a->west = y > 0 ? me - across_x : -1, a->east = y < across_y - 1 ? me + across_x : -1;
    const size_t face = (size_t)n * (size_t)(n + 4) * 2 * kFields * sizeof(double);
    a->u = taken(length(a) * sizeof(double)), a->v = taken(length(a) * sizeof(double));
    a->out = taken(face), a->in = taken(face);
}
static void drop_part(Part* a) { free(a->u), free(a->v), free(a->out), free(a->in); }

static void make(int size) {
    int across_x = 1, across_y = 1;
    while (across_x * across_y < ranks) *(across_x <= across_y ? &across_x : &across_y) *= 2;
    n = size;
    if (across_x * across_y != ranks || n / across_x < 2) failed("lu: ranks must be a power of two");
    for (int i = 0; i < 3 * kFields * kFields; ++i) (&coupling[0][0][0])[i] = 0.04 * drawn((unsigned)i);
    make_part(&part, across_x, across_y, rank);
}

/* Copies the cells of [from_y, to_y) x [from_x, to_x) of the planes [k, to_k) to a row of numbers, or back. */
static size_t pack(const Part* a, double* field, int k, int to_k, int from_y, int to_y, int from_x, int to_x,
                   double* row, int back) {
    const size_t line = (size_t)(to_x - from_x) * kFields;
    double* next = row;
    for (; k < to_k; ++k)
        for (int j = from_y; j < to_y; ++j, next += line) {
            double* cells = field + at(a, k, j, from_x);
            memcpy(back ? cells : next, back ? next : cells, line * sizeof(double));
        }
    return (size_t)(next - row) * sizeof(double);
}

/* Exchanges faces of u: sends `to` the layers that begin at `send` in x or y, receives those of `from` at `get_at`. */
static void exchange_3(Part* a, int along_x, int from, int to, int tag, int send, int get_at) {
    const int nx = along_x ? 2 : a->nx, ny = along_x ? a->ny : 2;
    Started receive;
    if (from >= 0) receive = post(a->in, (size_t)n * (size_t)(nx * ny) * kFields * sizeof(double), MPI_ANY_SOURCE, tag);
    if (to >= 0) {
        const int y = along_x ? 0 : send, x = along_x ? send : 0;
        give(a->out, pack(a, a->u, 0, n, y, y + ny, x, x + nx, a->out, 0), to, tag);
    }
    if (from < 0) return;
    await(&receive, 1);
    const int y = along_x ? 0 : get_at, x = along_x ? get_at : 0;
    pack(a, a->u, 0, n, y, y + ny, x, x + nx, a->in, 1);
}

/* exchange_1: receives lines of plane `k` of v from the preceding ranks of a sweep, upwards or downwards. */
static void get_lines(Part* a, int k, int up) {
    const int x_from = up ? a->north : a->south, y_from = up ? a->west : a->east;
    if (x_from >= 0) {
        get(a->in, (size_t)a->ny * kFields * sizeof(double), x_from, up ? kNorth : kSouth);
        pack(a, a->v, k, k + 1, 0, a->ny, up ? -1 : a->nx, up ? 0 : a->nx + 1, a->in, 1);
    }
    if (y_from >= 0)
        get(a->v + at(a, k, up ? -1 : a->ny, 0), (size_t)a->nx * kFields * sizeof(double), y_from, up ? kWest : kEast);
}
static void give_lines(Part* a, int k, int up) {
    const int x_to = up ? a->south : a->north, y_to = up ? a->east : a->west;
    if (x_to >= 0)
        give(a->out, pack(a, a->v, k, k + 1, 0, a->ny, up ? a->nx - 1 : 0, up ? a->nx : 1, a->out, 0), x_to,
             up ? kNorth : kSouth);
    if (y_to >= 0)
        give(a->v + at(a, k, up ? a->ny - 1 : 0, 0), (size_t)a->nx * kFields * sizeof(double), y_to,
             up ? kWest : kEast);
}

/* v = the damped residual of A u = f. */
static void right_side(Part* a) {
    const size_t strides[3] = {kFields, (size_t)(a->nx + 4) * kFields, (size_t)((a->nx + 4) * (a->ny + 4)) * kFields};
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < a->ny; ++j)
            for (int i = 0; i < a->nx; ++i) {
                const double* u = a->u + at(a, k, j, i);
                double* v = a->v + at(a, k, j, i);
                const double force = (k + 1) * 0.01 + (a->first_y + j) * 0.02 - (a->first_x + i) * 0.015;
                for (int m = 0; m < kFields; ++m, ++u) {
                    double sum = force + m;
                    for (int d = 0; d < 3; ++d) {
                        const size_t s = strides[d];
                        sum += u[s] - 2 * u[0] + *(u - s);
                        sum -= kDamped * (u[2 * s] - 4 * u[s] + 6 * u[0] - 4 * *(u - s) + *(u - 2 * s));
                    }
                    v[m] = kDt * sum;
                }
            }
}

static void relax(const Part* a, double* v, long z, long y, long x) {
    double sums[kFields];
    (void)a;
    for (int m = 0; m < kFields; ++m) {
        sums[m] = v[m];
        for (int l = 0; l < kFields; ++l)
            sums[m] += coupling[0][m][l] * v[z + l] + coupling[1][m][l] * v[y + l] + coupling[2][m][l] * v[x + l];
    }
    for (int m = 0; m < kFields; ++m) v[m] = sums[m] * 0.9;
}

/* blts, buts */
static void sweep(Part* a, int up) {
    const long x = up ? -kFields : kFields, y = x * (a->nx + 4), z = y * (a->ny + 4);
    for (int plane = 0; plane < n; ++plane) {
        const int k = up ? plane : n - 1 - plane;
        get_lines(a, k, up);
        for (int row = 0; row < a->ny; ++row)
            for (int cell = 0; cell < a->nx; ++cell)
                relax(a, a->v + at(a, k, up ? row : a->ny - 1 - row, up ? cell : a->nx - 1 - cell), z, y, x);
        give_lines(a, k, up);
    }
}

static void solve(Part* a, int steps) {
    memset(a->u, 0, length(a) * sizeof(double));
    for (int step = 0; step < steps; ++step) {
        exchange_3(a, 1, a->south, a->north, 5, 0, a->nx);
        exchange_3(a, 1, a->north, a->south, 6, a->nx - 2, -2);
        exchange_3(a, 0, a->east, a->west, 7, 0, a->ny);
        exchange_3(a, 0, a->west, a->east, 8, a->ny - 2, -2);
        right_side(a);
        sweep(a, 1);
        sweep(a, 0);
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < a->ny; ++j)
                for (size_t i = 0; i < (size_t)a->nx * kFields; ++i)
                    a->u[at(a, k, j, 0) + i] += a->v[at(a, k, j, 0) + i];
    }
}

static void run(int steps) { solve(&part, steps); }

static size_t result(const void** at_u) {
    *at_u = part.u;
    return length(&part) * sizeof(double);
}

static void check(int steps) {
    Part all;
    make_part(&all, 1, 1, 0);
    solve(&all, steps);
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < part.ny; ++j)
            compare("lu: another result than of one process", part.u + at(&part, k, j, 0),
                    all.u + at(&all, k, part.first_y + j, part.first_x), (size_t)part.nx * kFields, 1e-12);
    drop_part(&all);
}

const Kernel kernel_lu = {"lu", make, run, result, check};
