/* NAS MG: V-cycles of multigrid on a periodic cube, divided along z, then y, then x. After each operator the layer
 * around each part is exchanged (comm3): both receives of an axis are posted first, from MPI_ANY_SOURCE as in NPB 2.3,
 * with room for the largest face; two Sends follow, then two Waits. */
#include "npb.h"

#include <stdlib.h>
#include <string.h>

enum { kMostLevels = 12 };

typedef struct {
    int m[3]; /* cells of this rank along z, y, x, without the layer around them */
    double *u, *r;
} Level;

typedef struct {
    int procs[3], coords[3], neighbour[3][2]; /* along z, y, x; below, above */
    Level levels[kMostLevels];                /* finest level first */
    double *v, *out[2], *in[2];
} Part;

static int n, levels;
static Part part;
static const double kA[4] = {-8.0 / 3, 0, 1.0 / 6, 1.0 / 12}, kS[4] = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
static const double kHalf[4] = {1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};

static size_t length(const Level* l) { return (size_t)(l->m[0] + 2) * (size_t)(l->m[1] + 2) * (size_t)(l->m[2] + 2); }
static size_t at(const Level* l, int z, int y, int x) {
    return ((size_t)z * (size_t)(l->m[1] + 2) + (size_t)y) * (size_t)(l->m[2] + 2) + (size_t)x;
}
static size_t room(const Part* p) {
    int most = 0;
    for (int a = 0; a < 3; ++a)
        if (p->levels[0].m[a] > most) most = p->levels[0].m[a];
    return (size_t)(most + 2) * (size_t)(most + 2) * sizeof(double);
}

static void make_part(Part* p, const int* procs, int me) {
    memcpy(p->procs, procs, sizeof p->procs);
    const int coords[3] = {me % procs[0], me / procs[0] % procs[1], me / procs[0] / procs[1]};
    const int strides[3] = {1, procs[0], procs[0] * procs[1]};
    for (int a = 0; a < 3; ++a) {
        p->coords[a] = coords[a];
        p->neighbour[a][0] = me + ((coords[a] + procs[a] - 1) % procs[a] - coords[a]) * strides[a];
        p->neighbour[a][1] = me + ((coords[a] + 1) % procs[a] - coords[a]) * strides[a];
    }
    for (int i = 0; i < levels; ++i) {
        Level* l = &p->levels[i];
        for (int a = 0; a < 3; ++a) l->m[a] = (n >> i) / procs[a];
        l->u = taken(length(l) * sizeof(double)), l->r = taken(length(l) * sizeof(double));
    }
    p->v = taken(length(&p->levels[0]) * sizeof(double));
    for (int i = 0; i < 2; ++i) p->out[i] = taken(room(p)), p->in[i] = taken(room(p));
}

static void make(int size) {
    int procs[3] = {1, 1, 1};
    for (int a = 0; procs[0] * procs[1] * procs[2] < ranks; a = (a + 1) % 3) procs[a] *= 2;
    n = size;
    if (procs[0] * procs[1] * procs[2] != ranks || (n & (n - 1)) != 0 || n < 4 * procs[0])
        failed("mg: ranks and SIZE must be powers of two");
    for (levels = 1; (n >> levels) / procs[0] >= 2; ++levels) {}
    make_part(&part, procs, rank);
}

/* Copies a face across `axis`, with the layers around it, to a row of numbers, or back. */
static size_t pack(const Level* l, int axis, int layer, double* field, double* row, int back) {
    int from[3] = {0, 0, 0}, to[3] = {l->m[0] + 2, l->m[1] + 2, l->m[2] + 2};
    from[axis] = layer, to[axis] = layer + 1;
    const size_t line = (size_t)(to[2] - from[2]);
    double* next = row;
    for (int z = from[0]; z < to[0]; ++z)
        for (int y = from[1]; y < to[1]; ++y, next += line) {
            double* cells = field + at(l, z, y, from[2]);
            memcpy(back ? cells : next, back ? next : cells, line * sizeof(double));
        }
    return (size_t)(next - row) * sizeof(double);
}

static void comm3(Part* p, const Level* l, double* field) {
    for (int axis = 2; axis >= 0; --axis) {
        const int m = l->m[axis];
        if (p->procs[axis] == 1) {
            pack(l, axis, m, field, p->out[0], 0), pack(l, axis, 0, field, p->out[0], 1);
            pack(l, axis, 1, field, p->out[0], 0), pack(l, axis, m + 1, field, p->out[0], 1);
            continue;
        }
        Started receives[2]; /* 0: the message that goes down, from the rank above */
        for (int up = 0; up < 2; ++up) receives[up] = post(p->in[up], room(p), MPI_ANY_SOURCE, 2 * axis + up);
        for (int up = 1; up >= 0; --up)
            give(p->out[up], pack(l, axis, up ? m : 1, field, p->out[up], 0), p->neighbour[axis][up], 2 * axis + up);
        for (int up = 0; up < 2; ++up) {
            await(&receives[up], 1);
            pack(l, axis, up ? 0 : m + 1, field, p->in[up], 1);
        }
    }
}

/* The sum of the 27 cells around a cell, weighted by their distance. */
static double around(const double* cell, size_t z, size_t y, const double* weights) {
    double sums[4] = {0, 0, 0, 0};
    for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy) {
            const double* row = cell + dz * (long)z + dy * (long)y;
            const int far = (dz != 0) + (dy != 0);
            sums[far] += row[0];
            sums[far + 1] += row[-1] + row[1];
        }
    return weights[0] * sums[0] + weights[1] * sums[1] + weights[2] * sums[2] + weights[3] * sums[3];
}

/* out = base + sign * (weights around in); out may be base. */
static void apply(const Level* l, const double* in, const double* weights, const double* base, double sign,
                  double* out) {
    for (int z = 1; z <= l->m[0]; ++z)
        for (int y = 1; y <= l->m[1]; ++y)
            for (int x = 1; x <= l->m[2]; ++x) {
                const size_t i = at(l, z, y, x);
                out[i] = base[i] + sign * around(in + i, at(l, 1, 0, 0), at(l, 0, 1, 0), weights);
            }
}

static void restrict_to(const Level* fine, const Level* coarse) {
    for (int z = 1; z <= coarse->m[0]; ++z)
        for (int y = 1; y <= coarse->m[1]; ++y)
            for (int x = 1; x <= coarse->m[2]; ++x)
                coarse->r[at(coarse, z, y, x)] = around(fine->r + at(fine, 2 * z - 1, 2 * y - 1, 2 * x - 1),
                                                        at(fine, 1, 0, 0), at(fine, 0, 1, 0), kHalf);
}

static void interpolate(const Level* coarse, const Level* fine) {
    for (int z = 1; z <= fine->m[0]; ++z)
        for (int y = 1; y <= fine->m[1]; ++y)
            for (int x = 1; x <= fine->m[2]; ++x) {
                double sum = 0;
                for (int corner = 0; corner < 8; ++corner) {
                    const int cz = (z + 1 + (corner & 1)) / 2, cy = (y + 1 + (corner >> 1 & 1)) / 2;
                    sum += coarse->u[at(coarse, cz, cy, (x + 1 + (corner >> 2)) / 2)];
                }
                fine->u[at(fine, z, y, x)] += sum / 8;
            }
}

static void cycle(Part* p) {
    Level* const all = p->levels;
    apply(&all[0], all[0].u, kA, p->v, -1, all[0].r);
    comm3(p, &all[0], all[0].r);
    for (int i = 1; i < levels; ++i) {
        restrict_to(&all[i - 1], &all[i]);
        comm3(p, &all[i], all[i].r);
        memset(all[i].u, 0, length(&all[i]) * sizeof(double));
    }
    for (int i = levels - 1; i >= 0; --i) {
        Level* const l = &all[i];
        if (i < levels - 1) {
            interpolate(&all[i + 1], l);
            comm3(p, l, l->u);
            apply(l, l->u, kA, i == 0 ? p->v : l->r, -1, l->r);
            comm3(p, l, l->r);
        }
        apply(l, l->r, kS, l->u, 1, l->u);
        comm3(p, l, l->u);
    }
}

static void solve(Part* p, int steps) {
    const Level* l = &p->levels[0];
    memset(l->u, 0, length(l) * sizeof(double));
    for (int z = 0; z < l->m[0]; ++z)
        for (int y = 0; y < l->m[1]; ++y)
            for (int x = 0; x < l->m[2]; ++x) {
                const long row = (long)(p->coords[0] * l->m[0] + z) * n + p->coords[1] * l->m[1] + y;
                p->v[at(l, z + 1, y + 1, x + 1)] =
                    drawn((unsigned long long)(row * n + p->coords[2] * l->m[2] + x)) - 0.5;
            }
    for (int step = 0; step < steps; ++step) cycle(p);
}

static void run(int steps) { solve(&part, steps); }

static size_t result(const void** at_u) {
    *at_u = part.levels[0].u;
    return length(&part.levels[0]) * sizeof(double);
}

static void check(int steps) {
    static Part all;
    make_part(&all, (const int[3]){1, 1, 1}, 0);
    solve(&all, steps);
    const Level *mine = &part.levels[0], *whole = &all.levels[0];
    for (int z = 1; z <= mine->m[0]; ++z)
        for (int y = 1; y <= mine->m[1]; ++y)
            compare("mg: another result than of one process", mine->u + at(mine, z, y, 1),
                    whole->u + at(whole, part.coords[0] * mine->m[0] + z, part.coords[1] * mine->m[1] + y,
                                  part.coords[2] * mine->m[2] + 1),
                    (size_t)mine->m[2], 1e-12);
    for (int i = 0; i < levels; ++i) free(all.levels[i].u), free(all.levels[i].r);
    free(all.v), free(all.out[0]), free(all.out[1]), free(all.in[0]), free(all.in[1]);
}

const Kernel kernel_mg = {"mg", make, run, result, check};
