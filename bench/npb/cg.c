/* NAS CG: conjugate gradients with a sparse matrix, its blocks on a grid of ranks (a power of two). Each product is
 * summed along the row of the grid by recursive doubling and sent to the rank that needs it next (transpose). Sums of
 * products also use recursive doubling. Each exchange is Irecv, Send, Wait, as in cg.f. */
#include "npb.h"

#include <stdlib.h>
#include <string.h>

enum { kSteps = 36, kInRow = 2 * kSteps + 1 }; /* entries of a row */

typedef struct {
    int columns, steps_across; /* columns of the grid; log2 of them */
    int row, column;           /* of this rank, in the grid */
    int row_first, row_count;  /* rows of its block */
    int first, count;          /* columns of its block, and its part of each vector */
    int partner;               /* rank with which it transposes */
    int *starts, *at;          /* starts: by row; at: column - first */
    double* values;
    double *z, *r, *p, *q, *w, *in;
} Part;

static int n;
static Part part;

static int distance(int step) { return 1 + (int)(drawn(1000u + (unsigned)step) * (n / 2 - 1)); }

/* Row `i` of the whole matrix. The matrix is symmetric, and its diagonal dominates. */
static void row_of(int i, int* columns, double* values) {
    columns[0] = i, values[0] = kInRow;
    for (int k = 0; k < kSteps; ++k) {
        const int up = (i + distance(k)) % n, down = (i + n - distance(k)) % n;
        columns[1 + 2 * k] = up, columns[2 + 2 * k] = down;
        values[1 + 2 * k] = drawn((unsigned long long)i * kSteps + (unsigned)k);
        values[2 + 2 * k] = drawn((unsigned long long)down * kSteps + (unsigned)k);
    }
}

static void make_part(Part* a, int rows_of_grid, int columns_of_grid, int me) {
    a->columns = columns_of_grid;
    a->row = me / columns_of_grid, a->column = me % columns_of_grid;
    for (a->steps_across = 0; 1 << a->steps_across < columns_of_grid;) ++a->steps_across;
    a->row_count = n / rows_of_grid, a->row_first = a->row * a->row_count;
    a->count = n / columns_of_grid, a->first = a->column * a->count;
    a->partner = columns_of_grid == rows_of_grid ? a->column * columns_of_grid + a->row
                                                 : a->column / 2 * columns_of_grid + 2 * a->row + a->column % 2;
    a->starts = taken(((size_t)a->row_count + 1) * sizeof(int));
    a->at = taken((size_t)a->row_count * kInRow * sizeof(int));
    a->values = taken((size_t)a->row_count * kInRow * sizeof(double));
    int columns[kInRow], count = 0;
    double values[kInRow];
    for (int i = 0; i < a->row_count; ++i) {
        row_of(a->row_first + i, columns, values);
        for (int k = 0; k < kInRow; ++k) {
            if (columns[k] < a->first || columns[k] >= a->first + a->count) continue;
            a->at[count] = columns[k] - a->first;
            a->values[count++] = values[k];
        }
        a->starts[i + 1] = count;
    }
    double** const vectors[] = {&a->z, &a->r, &a->p, &a->q, &a->w, &a->in};
    for (int i = 0; i < 6; ++i) *vectors[i] = taken((size_t)a->row_count * columns_of_grid * sizeof(double));
}

static void exchange(const double* out, double* in, int count, int with) {
    Started receive = post(in, (size_t)count * sizeof(double), with, 1);
    give(out, (size_t)count * sizeof(double), with, 1);
    await(&receive, 1);
}

static int across(const Part* a, int step) { return a->row * a->columns + (a->column ^ (1 << step)); }

static double dot(const Part* a, const double* x, const double* y) {
    double sum = 0, other = 0;
    for (int i = 0; i < a->count; ++i) sum += x[i] * y[i];
    for (int step = 0; step < a->steps_across; ++step) {
        exchange(&sum, &other, 1, across(a, step));
        sum += other;
    }
    return sum;
}

static void multiply(const Part* a) {
    for (int i = 0; i < a->row_count; ++i) {
        double sum = 0;
        for (int k = a->starts[i]; k < a->starts[i + 1]; ++k) sum += a->values[k] * a->p[a->at[k]];
        a->w[i] = sum;
    }
    for (int step = a->steps_across - 1; step >= 0; --step) {
        exchange(a->w, a->in, a->row_count, across(a, step));
        for (int i = 0; i < a->row_count; ++i) a->w[i] += a->in[i];
    }
    const double* piece = a->w + (a->row_count == a->count ? 0 : a->column % 2 * a->count);
    if (a->steps_across != 0) exchange(piece, a->q, a->count, a->partner);
    else memcpy(a->q, piece, (size_t)a->count * sizeof(double));
}

static void solve(const Part* a, int steps) {
    for (int i = 0; i < a->count; ++i) {
        a->z[i] = 0;
        a->r[i] = a->p[i] = 1 + drawn(77u + (unsigned)(a->first + i));
    }
    double rho = dot(a, a->r, a->r);
    for (int step = 0; step < steps; ++step) {
        multiply(a);
        const double alpha = rho / dot(a, a->p, a->q), before = rho;
        for (int i = 0; i < a->count; ++i) a->z[i] += alpha * a->p[i], a->r[i] -= alpha * a->q[i];
        rho = dot(a, a->r, a->r);
        for (int i = 0; i < a->count; ++i) a->p[i] = a->r[i] + rho / before * a->p[i];
    }
}

static void make(int size) {
    int rows = 1, columns = 1;
    while (rows * columns < ranks) *(rows < columns ? &rows : &columns) *= 2;
    if (rows * columns != ranks || size % columns != 0) failed("cg: ranks must be a power of two that divides SIZE");
    n = size;
    make_part(&part, rows, columns, rank);
}

static void run(int steps) { solve(&part, steps); }

static size_t result(const void** at) {
    *at = part.z;
    return (size_t)part.count * sizeof(double);
}

static void check(int steps) {
    Part all;
    make_part(&all, 1, 1, 0);
    solve(&all, steps);
    compare("cg: another solution than of one process", part.z, all.z + part.first, (size_t)part.count, 1e-10);
    double* const memory[] = {all.z, all.r, all.p, all.q, all.w, all.in, all.values};
    for (int i = 0; i < 7; ++i) free(memory[i]);
    free(all.starts), free(all.at);
}

const Kernel kernel_cg = {"cg", make, run, result, check};
