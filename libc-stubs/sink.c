/* Where formatted text goes, and the padding of one conversion; see libc.h. */
#include "libc.h"

static void collect(struct augur_sink *sink, unsigned used)
{
    enum { FIRST = 2 * sizeof sink->chunk };
    if (sink->block_size + used > sink->block_room) {
        sink->block_room = sink->block_room ? 2 * sink->block_room : FIRST;
        char *block = __augur_alloc(sink->block_room, 16, AUGUR_INTERNAL);
        if (sink->block_size)
            __divine_memcpy(block, sink->block, sink->block_size);
        sink->block = block;
    }
    __divine_memcpy(sink->block + sink->block_size, sink->chunk, used);
    sink->block_size += used;
}

void augur_sink_flush(struct augur_sink *sink)
{
    unsigned used = sink->used;
    sink->used = 0;
    if (used && sink->collects)
        collect(sink, used);
    else if (used)
        __augur_write(sink->fd, sink->chunk, used);
}

/* The first byte of a character makes room for it, the others complete it. */
static void put_wide(struct augur_sink *sink, char byte)
{
    unsigned char c = (unsigned char)byte;
    if ((c & 0xc0) == 0x80) {
        if (sink->fits)
            sink->wide_buffer[-1] = sink->wide_buffer[-1] << 6 | (c & 0x3f);
        return;
    }
    sink->total++;
    sink->fits = sink->room != 0;
    if (sink->fits) {
        sink->room--;
        *sink->wide_buffer++ = c < 0x80 ? c : c < 0xe0 ? c & 0x1f : c < 0xf0 ? c & 0xf : c & 7;
    }
}

static void put(struct augur_sink *sink, char byte)
{
    if (sink->wide_buffer) {
        put_wide(sink, byte);
        return;
    }
    sink->total += !sink->is_wide || (byte & 0xc0) != 0x80;
    if (sink->fd >= 0) {
        if (sink->used == sizeof sink->chunk)
            augur_sink_flush(sink);
        sink->chunk[sink->used++] = byte;
    } else if (sink->room) {
        sink->room--;
        *sink->buffer++ = byte;
    }
}

void augur_sink_bytes(struct augur_sink *sink, const char *bytes, size_t size)
{
    for (; size; size--)
        put(sink, *bytes++);
}

void augur_sink_fill(struct augur_sink *sink, char byte, size_t size)
{
    for (; size; size--)
        put(sink, byte);
}

static size_t missing(const struct augur_spec *spec, size_t size)
{
    return spec->width > 0 && (size_t)spec->width > size ? (size_t)spec->width - size : 0;
}

void augur_pad_before(struct augur_sink *sink, const struct augur_spec *spec,
                      const char *prefix, size_t prefix_size, size_t size)
{
    size_t pad = spec->left ? 0 : missing(spec, prefix_size + size);
    augur_sink_fill(sink, ' ', spec->zero ? 0 : pad);
    augur_sink_bytes(sink, prefix, prefix_size);
    augur_sink_fill(sink, '0', spec->zero ? pad : 0);
}

void augur_pad_after(struct augur_sink *sink, const struct augur_spec *spec, size_t size)
{
    augur_sink_fill(sink, ' ', spec->left ? missing(spec, size) : 0);
}
