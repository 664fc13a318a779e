/* NAS SP and BT: implicit steps along x, y and z of a cube in multi-partition: there are q * q ranks, and each has q
 * cells, one in each slice of every direction. copy_faces: six Irecv, six Isend, one Waitall. Then, for each stage of a
 * sweep, forward and back: Irecv, Waitall, solve, Isend. As in NPB 2.3, SP solves five-diagonal systems (22 numbers per
 * line forward, 10 back), BT systems of 5x5 blocks (30 and 5). */
#include "npb.h"

#include <stdlib.h>
#include <string.h>

enum { kFields = 5, kMostSide = 8, kMostState = 30 };

/* How a line is solved. A point's state is its right side and matrix after elimination. */
typedef struct {
    int reach; /* number of preceding points that a point needs */
    int state; /* numbers in a point's state */
    /* `before`: states of the preceding points, the nearest last; null: there are none. */
    void (*eliminate)(const double* u, double s, const double* right, const double* const* before, double* state);
    /* `x`: receives the result; `behind`: results of the following points, the nearest first. */
    void (*substitute)(const double* state, const double* const* behind, double* x);
} Solver;

typedef struct {
    int at[3]; /* of the cell, along x, y, z */
    double *u, *right, *state;
} Cell;

typedef struct {
    int side, edge; /* q; points of a cell's edge */
    int before[3], behind[3];
    Cell cells[kMostSide];
    double *out[6], *in[6];
} Part;

static int n;
static Part part;
static const Solver* solver;

static const double kDt = 0.05, kDamped = 0.1, kNone[kMostState];

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* Systems 0 (of fields 0 to 2), 1, 2 (of one each); of each the two diagonals above, then the five right sides. */
static void eliminate_sp(const double* u, double s, const double* right, const double* const* before, double* state) {
    (void)u;
    const double *two = before[0] ? before[0] : kNone, *one = before[1] ? before[1] : kNone;
    for (int system = 0; system < 3; ++system) {
        const double side = s * (1 + 0.1 * system), end = 0.1 * side;
        const double b = -side - end * two[2 * system];
        const double c = 1 + 2.3 * side - b * one[2 * system] - end * two[2 * system + 1];
        state[2 * system] = (-side - b * one[2 * system + 1]) / c;
        state[2 * system + 1] = end / c;
        for (int m = system == 0 ? 0 : system + 2; m <= system + 2; ++m)
            state[6 + m] = (right[m] - end * two[6 + m] - b * one[6 + m]) / c;
    }
}
static void substitute_sp(const double* state, const double* const* behind, double* x) {
    const double *one = behind[0] ? behind[0] : kNone, *two = behind[1] ? behind[1] : kNone;
    for (int m = 0; m < kFields; ++m) {
        const int system = m < 3 ? 0 : m - 2;
        x[m] = state[6 + m] - state[2 * system] * one[m] - state[2 * system + 1] * two[m];
    }
}

/* The block above the diagonal, then the right side. */
static void eliminate_bt(const double* u, double s, const double* right, const double* const* before, double* state) {
    double rows[kFields][2 * kFields + 1]; /* of the diagonal block, the block above, the right side */
    const double* one = before[0] ? before[0] : kNone;
    for (int m = 0; m < kFields; ++m) {
        double a[kFields]; /* of the block below the diagonal */
        for (int l = 0; l < kFields; ++l) {
            a[l] = (l == m ? -s : 0) + 0.002 * (u[l] / (1 + u[l] * u[l]));
            rows[m][l] = (l == m ? 1 + 2 * s : 0) + 0.001 * (m - l);
            rows[m][kFields + l] = (l == m ? -s : 0) - 0.002 * (u[m] / (1 + u[m] * u[m]));
        }
        rows[m][2 * kFields] = right[m];
        for (int k = 0; k < kFields; ++k) {
            for (int l = 0; l < kFields; ++l) rows[m][l] -= a[k] * one[k * kFields + l];
            rows[m][2 * kFields] -= a[k] * one[25 + k];
        }
    }
    for (int m = 0; m < kFields; ++m) {
        const double pivot = 1 / rows[m][m];
        for (int l = m; l <= 2 * kFields; ++l) rows[m][l] *= pivot;
        for (int k = 0; k < kFields; ++k) {
            const double factor = rows[k][m];
            for (int l = m; l <= 2 * kFields && k != m; ++l) rows[k][l] -= factor * rows[m][l];
        }
    }
    for (int m = 0; m < kFields; ++m) {
        memcpy(state + m * kFields, rows[m] + kFields, kFields * sizeof(double));
        state[25 + m] = rows[m][2 * kFields];
    }
}
static void substitute_bt(const double* state, const double* const* behind, double* x) {
    const double* one = behind[0] ? behind[0] : kNone;
    for (int m = 0; m < kFields; ++m) {
        double sum = state[25 + m];
        for (int l = 0; l < kFields; ++l) sum -= state[m * kFields + l] * one[l];
        x[m] = sum;
    }
}

static const Solver kSp = {2, 11, eliminate_sp, substitute_sp}, kBt = {1, 30, eliminate_bt, substitute_bt};

/* ---- cells ------------------------------------------------------------------------------------------------------ */

static size_t outer(const Part* p, int x, int y, int z) { /* of u, which has two layers around */
    const size_t edge = (size_t)p->edge + 4;
    return (((size_t)(z + 2) * edge + (size_t)(y + 2)) * edge + (size_t)(x + 2)) * kFields;
}
static size_t inner(const Part* p, int x, int y, int z) {
    return ((size_t)z * (size_t)p->edge + (size_t)y) * (size_t)p->edge + (size_t)x;
}
static size_t points(int edge) { return (size_t)edge * (size_t)edge * (size_t)edge; }

static void make_part(Part* p, int side, int me) {
    const int row = me % side, column = me / side;
    p->side = side, p->edge = n / side;
    p->before[0] = (row + side - 1) % side + column * side, p->behind[0] = (row + 1) % side + column * side;
    p->before[1] = row + (column + side - 1) % side * side, p->behind[1] = row + (column + 1) % side * side;
    p->before[2] = (row + 1) % side + (column + side - 1) % side * side;
    p->behind[2] = (row + side - 1) % side + (column + 1) % side * side;
    for (int c = 0; c < side; ++c) {
        Cell* cell = &p->cells[c];
        cell->at[0] = (row + c) % side, cell->at[1] = (column + side - c) % side, cell->at[2] = c;
        cell->u = taken(points(p->edge + 4) * kFields * sizeof(double));
        cell->right = taken(points(p->edge) * kFields * sizeof(double));
        cell->state = taken(points(p->edge) * kMostState * sizeof(double));
    }
    const size_t most = (size_t)(p->edge * p->edge) * (size_t)(side > 3 ? 10 * side : 30) * sizeof(double);
    for (int i = 0; i < 6; ++i) p->out[i] = taken(most), p->in[i] = taken(most);
}

static void make(int size) {
    int side = 1;
    while (side * side < ranks) ++side;
    n = size;
    if (side * side != ranks || side > kMostSide || n % side != 0 || n / side < 2)
        failed("sp, bt: the ranks must be a square, and its side must divide SIZE");
    make_part(&part, side, rank);
}
static void make_sp(int size) { solver = &kSp, make(size); }
static void make_bt(int size) { solver = &kBt, make(size); }

/* Copies two layers of each cell with a neighbour on that side to a row of numbers, or back. `up`: layers for the
 * neighbours above, or from them. */
static size_t pack(Part* p, int axis, int up, double* row, int back) {
    double* next = row;
    for (int c = 0; c < p->side; ++c) {
        if (p->cells[c].at[axis] == (up ? p->side - 1 : 0)) continue;
        int from[3] = {0, 0, 0}, to[3] = {p->edge, p->edge, p->edge};
        from[axis] = back ? (up ? p->edge : -2) : (up ? p->edge - 2 : 0), to[axis] = from[axis] + 2;
        const size_t line = (size_t)(to[0] - from[0]) * kFields;
        for (int z = from[2]; z < to[2]; ++z)
            for (int y = from[1]; y < to[1]; ++y, next += line) {
                double* cells = p->cells[c].u + outer(p, from[0], y, z);
                memcpy(back ? cells : next, back ? next : cells, line * sizeof(double));
            }
    }
    return (size_t)(next - row) * sizeof(double);
}

static void copy_faces(Part* p) {
    if (p->side == 1) return;
    Started all[12];
    const size_t bytes = (size_t)(p->side - 1) * (size_t)(2 * p->edge * p->edge * kFields) * sizeof(double);
    for (int i = 0; i < 6; ++i) all[i] = post(p->in[i], bytes, i % 2 ? p->behind[i / 2] : p->before[i / 2], i ^ 1);
    for (int i = 0; i < 6; ++i) {
        pack(p, i / 2, i % 2, p->out[i], 0);
        all[6 + i] = start(p->out[i], bytes, i % 2 ? p->behind[i / 2] : p->before[i / 2], i);
    }
    await(all, 12);
    for (int i = 0; i < 6; ++i) pack(p, i / 2, i % 2, p->in[i], 1);
}

static void right_side(const Part* p, const Cell* cell) {
    const size_t edge = (size_t)p->edge + 4, strides[3] = {kFields, edge * kFields, edge * edge * kFields};
    for (int z = 0; z < p->edge; ++z)
        for (int y = 0; y < p->edge; ++y)
            for (int x = 0; x < p->edge; ++x) {
                const double* u = cell->u + outer(p, x, y, z);
                double* right = cell->right + inner(p, x, y, z) * kFields;
                const int here[3] = {cell->at[0] * p->edge + x, cell->at[1] * p->edge + y, cell->at[2] * p->edge + z};
                for (int m = 0; m < kFields; ++m, ++u) {
                    double sum = m + 0.01 * here[0] - 0.02 * here[1] + 0.015 * here[2];
                    for (int d = 0; d < 3; ++d) {
                        const size_t s = strides[d];
                        sum += u[s] - 2 * u[0] + *(u - s);
                        sum -= kDamped * (u[2 * s] - 4 * u[s] + 6 * u[0] - 4 * *(u - s) + *(u - 2 * s));
                    }
                    right[m] = kDt * sum;
                }
            }
}

/* Solves one cell in a sweep along `axis`. Forward: `row` contains the states of the points before the cell, and on
 * return those of its last points. Back: likewise with results. `is_end`: no cell precedes it in this direction. */
static void solve_cell(const Part* p, const Cell* cell, int axis, int back, int is_end, double* row) {
    const int reach = solver->reach, size = back ? kFields : solver->state;
    for (int b = 0; b < p->edge; ++b)
        for (int a = 0; a < p->edge; ++a, row += reach * size) {
            const double* near[2] = {is_end ? NULL : row, is_end ? NULL : row + size}; /* the farthest is [0] */
            for (int i = 0; i < p->edge; ++i) {
                const int k = back ? p->edge - 1 - i : i;
                const int x = axis == 0 ? k : a, y = axis == 1 ? k : (axis == 0 ? a : b), z = axis == 2 ? k : b;
                const size_t point = inner(p, x, y, z);
                double *right = cell->right + point * kFields, *state = cell->state + point * (size_t)solver->state;
                const double* u = cell->u + outer(p, x, y, z);
                if (back) {
                    const double* const behind[2] = {near[reach - 1], reach == 2 ? near[0] : NULL};
                    solver->substitute(state, behind, right);
                } else {
                    solver->eliminate(u, 0.1 + 0.01 * u[0] / (1 + u[0] * u[0]), right, near, state);
                }
                if (reach == 2) near[0] = near[1];
                near[reach - 1] = back ? right : state;
            }
            for (int i = 0; i < reach; ++i) memmove(row + i * size, near[i], (size_t)size * sizeof(double));
        }
}

static Cell* in_slice(Part* p, int axis, int slice) {
    for (int c = 0; c < p->side; ++c)
        if (p->cells[c].at[axis] == slice) return &p->cells[c];
    failed("no such cell");
    return NULL;
}

static void sweep(Part* p, int axis, int back) {
    const int from = back ? p->behind[axis] : p->before[axis], to = back ? p->before[axis] : p->behind[axis];
    const size_t bytes =
        (size_t)(p->edge * p->edge * solver->reach) * (size_t)(back ? kFields : solver->state) * sizeof(double);
    Started both[2];
    int started = 0;
    for (int stage = 0; stage < p->side; ++stage) {
        double *row = p->in[stage % 2], *next = p->out[stage % 2];
        if (stage > 0) both[started++] = post(row, bytes, from, 10 + 2 * axis + back);
        Cell* cell = in_slice(p, axis, back ? p->side - 1 - stage : stage);
        if (axis == 0 && !back) right_side(p, cell);
        await(both, started);
        started = 0;
        solve_cell(p, cell, axis, back, stage == 0, row);
        if (stage == p->side - 1) break;
        memcpy(next, row, bytes);
        both[started++] = start(next, bytes, to, 10 + 2 * axis + back);
    }
    await(both, started);
}

static void solve(Part* p, int steps) {
    for (int c = 0; c < p->side; ++c) memset(p->cells[c].u, 0, points(p->edge + 4) * kFields * sizeof(double));
    for (int step = 0; step < steps; ++step) {
        copy_faces(p);
        for (int axis = 0; axis < 3; ++axis) sweep(p, axis, 0), sweep(p, axis, 1);
        for (int c = 0; c < p->side; ++c)
            for (int z = 0; z < p->edge; ++z)
                for (int y = 0; y < p->edge; ++y)
                    for (int i = 0; i < p->edge * kFields; ++i)
                        p->cells[c].u[outer(p, 0, y, z) + (size_t)i] +=
                            p->cells[c].right[inner(p, 0, y, z) * kFields + (size_t)i];
    }
}

static void run(int steps) { solve(&part, steps); }

static size_t result(const void** at) {
    static double* all;
    const size_t cell = points(part.edge + 4) * kFields;
    if (!all) all = taken((size_t)part.side * cell * sizeof(double));
    for (int c = 0; c < part.side; ++c) memcpy(all + (size_t)c * cell, part.cells[c].u, cell * sizeof(double));
    *at = all;
    return (size_t)part.side * cell * sizeof(double);
}

static void check(int steps) {
    static Part all;
    make_part(&all, 1, 0);
    solve(&all, steps);
    for (int c = 0; c < part.side; ++c) {
        const Cell* cell = &part.cells[c];
        for (int z = 0; z < part.edge; ++z)
            for (int y = 0; y < part.edge; ++y)
                compare("sp, bt: another result than of one process", cell->u + outer(&part, 0, y, z),
                        all.cells[0].u + outer(&all, cell->at[0] * part.edge, cell->at[1] * part.edge + y,
                                               cell->at[2] * part.edge + z),
                        (size_t)(part.edge * kFields), 1e-12);
    }
    free(all.cells[0].u), free(all.cells[0].right), free(all.cells[0].state);
    for (int i = 0; i < 6; ++i) free(all.out[i]), free(all.in[i]);
}

const Kernel kernel_sp = {"sp", make_sp, run, result, check}, kernel_bt = {"bt", make_bt, run, result, check};
