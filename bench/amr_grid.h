/* The grid of amr.c, and the ranks with adjacent patches, for the kernel and for its model (amr_model.cpp). A square of
 * blocks is refined along a ring around a moving centre. In each phase the blocks are distributed anew to the ranks
 * along a Morton curve, by work. So the partners of a rank change with the phase. */
#pragma once
#include <stdlib.h>

typedef struct {
    int blocks, levels, phases, ranks; /* blocks: along a side, a power of two; phases count from 1 */
    int *level, *owner;                /* by block, along the curve */
} amr_grid;

static inline unsigned amr_interleave(unsigned x) {
    unsigned out = 0;
    for (int bit = 0; bit < 16; ++bit) out |= (x >> bit & 1) << 2 * bit;
    return out;
}

static inline int amr_at(int x, int y) { return (int)(amr_interleave((unsigned)x) | amr_interleave((unsigned)y) << 1); }

static inline amr_grid amr_make_grid(int blocks, int levels, int phases, int ranks) {
    amr_grid grid = {blocks, levels, phases, ranks, NULL, NULL};
    grid.level = (int*)malloc((size_t)(blocks * blocks) * sizeof(int));
    grid.owner = (int*)malloc((size_t)(blocks * blocks) * sizeof(int));
    return grid;
}

static inline void amr_free_grid(amr_grid* grid) {
    free(grid->level);
    free(grid->owner);
}

/* Sets the levels of refinement around a ring whose centre moves along the diagonal, and the owners by work. A block of
 * level l has 4^l patches. */
static inline void amr_regrid(amr_grid* grid, int phase) {
    const int blocks = grid->blocks;
    const double side = blocks;
    const double centre = side * (0.2 + 0.6 * (phase - 1) / (grid->phases > 1 ? grid->phases - 1 : 1));
    const double radius = side * 0.22;
    double all = 0, before = 0;
    for (int x = 0; x < blocks; ++x)
        for (int y = 0; y < blocks; ++y) {
            const double dx = x + 0.5 - centre, dy = y + 0.5 - side * 0.45;
            double off = dx * dx + dy * dy - radius * radius;
            if (off < 0) off = -off;
            int level = 0;
            while (level < grid->levels && off < radius * side * 0.12 / (1 << level)) ++level;
            grid->level[amr_at(x, y)] = level;
            all += 1 << 2 * level;
        }
    for (int i = 0; i < blocks * blocks; ++i) {
        grid->owner[i] = (int)(before / all * grid->ranks);
        before += 1 << 2 * grid->level[i];
    }
}

/* The edge between block (x, y) and the next block of its row (way 0) or column (way 1). Returns the number of patches
 * along the edge; 0 if both blocks have the same owner or there is no such block. Each patch is one message in each
 * direction. */
static inline int amr_edge(const amr_grid* grid, int x, int y, int way, int* one, int* two) {
    const int nx = x + (way == 0), ny = y + (way == 1);
    if (nx == grid->blocks || ny == grid->blocks) return 0;
    const int a = amr_at(x, y), b = amr_at(nx, ny);
    *one = grid->owner[a];
    *two = grid->owner[b];
    if (*one == *two) return 0;
    return 1 << (grid->level[a] > grid->level[b] ? grid->level[a] : grid->level[b]);
}
