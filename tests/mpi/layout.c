#include "layout.h"

#include <stdlib.h>
#include <string.h>

#define GUARD_BYTES 64
#define GUARD_VALUE 0xA5

typedef struct {
    char letter;
    int number;
    double weight;
} Record;

static void set_int_offsets(Layout* layout, const int ints[6]) {
    layout->entry_count = 6;
    for (int i = 0; i < 6; ++i) layout->entries[i] = (Entry){4L * ints[i], 4};
}

static MPI_Datatype resized(MPI_Datatype type, MPI_Aint lower, MPI_Aint extent) {
    MPI_Datatype result;
    MPI_Type_create_resized(type, lower, extent, &result);
    MPI_Type_free(&type);
    return result;
}

static void make_vector_kind(Layout* layout, int elements) {
    MPI_Datatype type;
    switch (layout->kind) {
        case LAYOUT_VECTOR:
            MPI_Type_vector(3, 2, 5, MPI_INT, &layout->type);
            set_int_offsets(layout, (const int[6]){0, 1, 5, 6, 10, 11});
            layout->extent = 48;
            break;
        case LAYOUT_NEGATIVE_BOUND:
            MPI_Type_vector(3, 2, 4, MPI_INT, &type);
            layout->type = resized(type, -8, 72);
            set_int_offsets(layout, (const int[6]){0, 1, 4, 5, 8, 9});
            layout->extent = 72;
            break;
        default: /* LAYOUT_INTERLEAVED: element e has its i-th int at e + i * elements */
            MPI_Type_vector(6, 1, elements, MPI_INT, &type);
            layout->type = resized(type, 0, 4);
            set_int_offsets(layout,
                            (const int[6]){0, elements, 2 * elements, 3 * elements, 4 * elements, 5 * elements});
            layout->extent = 4;
    }
}

static void make_indexed_kind(Layout* layout) {
    if (layout->kind == LAYOUT_NEGATIVE_OFFSET) {
        MPI_Type_create_indexed_block(6, 1, (const int[6]){-3, -1, 1, 3, 5, 7}, MPI_INT, &layout->type);
        set_int_offsets(layout, (const int[6]){-3, -1, 1, 3, 5, 7});
    } else {
        MPI_Type_indexed(6, (const int[6]){1, 1, 1, 1, 1, 1}, (const int[6]){10, 8, 6, 4, 2, 0}, MPI_INT,
                         &layout->type);
        set_int_offsets(layout, (const int[6]){10, 8, 6, 4, 2, 0});
    }
    layout->extent = 44;
}

static void make_struct_kind(Layout* layout) {
    MPI_Type_create_struct(3, (const int[3]){1, 2, 3}, (const MPI_Aint[3]){8, 20, 36},
                           (const MPI_Datatype[3]){MPI_INT, MPI_INT, MPI_INT}, &layout->type);
    set_int_offsets(layout, (const int[6]){2, 5, 6, 9, 10, 11});
    layout->extent = 40;
}

static void make_subarray_kind(Layout* layout) {
    MPI_Type_create_subarray(2, (const int[2]){4, 5}, (const int[2]){2, 3}, (const int[2]){1, 1}, MPI_ORDER_C, MPI_INT,
                             &layout->type);
    set_int_offsets(layout, (const int[6]){6, 7, 8, 11, 12, 13});
    layout->extent = 80;
}

static void make_nested_kind(Layout* layout) {
    MPI_Datatype inner;
    MPI_Type_vector(3, 1, 2, MPI_INT, &inner);
    MPI_Type_contiguous(2, inner, &layout->type);
    MPI_Type_free(&inner);
    set_int_offsets(layout, (const int[6]){0, 2, 4, 5, 7, 9});
    layout->extent = 40;
}

static void make_record_kind(Layout* layout) {
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_INT, MPI_DOUBLE};
    MPI_Aint at[3] = {offsetof(Record, letter), offsetof(Record, number), offsetof(Record, weight)};
    MPI_Datatype type;
    if (layout->kind == LAYOUT_RECORD_BACKWARDS) at[0] = 20, at[1] = 12, at[2] = 0;
    MPI_Type_create_struct(3, (const int[3]){1, 1, 1}, at, types, &type);
    layout->extent = layout->kind == LAYOUT_RECORD ? (long)sizeof(Record) : 32;
    layout->type = resized(type, layout->kind == LAYOUT_RECORD ? 0 : -4, layout->extent);
    layout->entry_count = 3;
    for (int i = 0; i < 3; ++i) layout->entries[i] = (Entry){(long)at[i], (const int[3]){1, 4, 8}[i]};
}

static void make_plain_kind(Layout* layout) {
    MPI_Datatype type;
    MPI_Type_contiguous(layout->kind == LAYOUT_INT ? 1 : 6, MPI_INT, &type);
    layout->extent = layout->kind == LAYOUT_INT ? 4 : layout->kind == LAYOUT_SPACED ? 40 : 24;
    layout->type = layout->kind == LAYOUT_SPACED ? resized(type, 0, layout->extent) : type;
    set_int_offsets(layout, (const int[6]){0, 1, 2, 3, 4, 5});
    if (layout->kind != LAYOUT_INT) return;
    MPI_Type_free(&layout->type);
    layout->type = MPI_INT;
    layout->entry_count = 1;
}

Layout make_layout(enum LayoutKind kind, int elements) {
    Layout layout = {.kind = kind, .type = MPI_DATATYPE_NULL};
    switch (kind) {
        case LAYOUT_VECTOR:
        case LAYOUT_NEGATIVE_BOUND:
        case LAYOUT_INTERLEAVED: make_vector_kind(&layout, elements); break;
        case LAYOUT_NEGATIVE_OFFSET:
        case LAYOUT_REVERSED: make_indexed_kind(&layout); break;
        case LAYOUT_STRUCT: make_struct_kind(&layout); break;
        case LAYOUT_SUBARRAY: make_subarray_kind(&layout); break;
        case LAYOUT_NESTED: make_nested_kind(&layout); break;
        case LAYOUT_RECORD:
        case LAYOUT_RECORD_BACKWARDS: make_record_kind(&layout); break;
        default: make_plain_kind(&layout);
    }
    if (kind != LAYOUT_INT) MPI_Type_commit(&layout.type);
    return layout;
}

void free_layout(Layout* layout) {
    if (layout->kind != LAYOUT_INT) MPI_Type_free(&layout->type);
}

const char* layout_name(enum LayoutKind kind) {
    static const char* const names[LAYOUT_END] = {
        "int",    "contiguous", "vector",   "negative bound", "negative offset", "interleaved",      "spaced",
        "struct", "reversed",   "subarray", "nested",         "record",          "record backwards",
    };
    return names[kind];
}

int elements_per_unit(enum LayoutKind kind) { return kind == LAYOUT_INT ? 6 : 1; }

void layout_span(const Layout* layout, int count, long* low, long* high) {
    *low = 0;
    *high = 0;
    const long last = count > 0 ? (count - 1) * layout->extent : 0;
    for (int i = 0; i < layout->entry_count && count > 0; ++i) {
        const Entry entry = layout->entries[i];
        if (entry.offset < *low) *low = entry.offset;
        if (last + entry.offset + entry.bytes > *high) *high = last + entry.offset + entry.bytes;
    }
}

Image make_image(long low, long high) {
    Image image;
    const size_t before = ((size_t)(-low) + GUARD_BYTES + 15) / 16 * 16;
    image.bytes = (before + (size_t)high + GUARD_BYTES + 15) / 16 * 16;
    image.memory = aligned_alloc(16, image.bytes);
    image.base = image.memory + before;
    memset(image.memory, GUARD_VALUE, image.bytes);
    return image;
}

Image copy_image(const Image* image) {
    Image copy = *image;
    copy.memory = aligned_alloc(16, image->bytes);
    copy.base = copy.memory + (image->base - image->memory);
    memcpy(copy.memory, image->memory, image->bytes);
    return copy;
}

void free_image(Image* image) { free(image->memory); }

static uint64_t value_of(uint64_t key, uint64_t index) {
    uint64_t value = (key + index * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    value ^= value >> 31;
    return value * 0x94d049bb133111ebu;
}

void put_block(Image* image, const Layout* layout, long displacement, int count, uint64_t key) {
    uint64_t index = 0;
    for (int element = 0; element < count; ++element)
        for (int i = 0; i < layout->entry_count; ++i) {
            const uint64_t value = value_of(key, index++);
            const long offset = displacement + element * layout->extent + layout->entries[i].offset;
            memcpy(image->base + offset, &value, (size_t)layout->entries[i].bytes);
        }
}

long first_difference(const Image* actual, const Image* expected) {
    if (images_equal(actual, expected)) return -1;
    size_t at = 0;
    while (actual->memory[at] == expected->memory[at]) ++at;
    return (long)at - (long)(actual->base - actual->memory);
}

int images_equal(const Image* actual, const Image* expected) {
    return memcmp(actual->memory, expected->memory, actual->bytes) == 0;
}
