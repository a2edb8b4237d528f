/* Copies and fills of memory that other threads can see.
 *
 * The machine copies private memory in one go. Where another thread may look on, it calls these
 * loops instead, so that every word is an access of its own: a copy is not atomic. Words carry
 * pointers and undefined bytes along as they are. The direction is chosen by the machine, which
 * knows whether both sides are one object; comparing the addresses here would show the program a
 * layout. */

#include <stddef.h>
#include <stdint.h>
#include <augur/known.h>

/* The largest power of two up to 8 that divides both addresses and does not exceed `left`. One address
 * after the other: the low bits of each are known, but the optimiser would make one number of both to
 * test them together, and that shows the program where they lie, in copies of this kind alone. */
static size_t step(const char *to, const char *from, size_t left)
{
    size_t bytes = 8;
    while (bytes > left || ((uintptr_t)to & (bytes - 1)) != 0)
        bytes /= 2;
    while (((uintptr_t)from & (bytes - 1)) != 0)
        bytes /= 2;
    return bytes;
}

static void move(char *to, const char *from, size_t bytes)
{
    switch (bytes) {
    case 8: *(uint64_t *)to = *(const uint64_t *)from; break;
    case 4: *(uint32_t *)to = *(const uint32_t *)from; break;
    case 2: *(uint16_t *)to = *(const uint16_t *)from; break;
    default: *to = *from; break;
    }
}

void __augur_copy_shared(char *to, const char *from, size_t size)
{
    while (size > 0) {
        size_t bytes = step(to, from, size);
        move(to, from, bytes);
        to += bytes;
        from += bytes;
        size -= bytes;
    }
}

/* The end of what is left must be aligned for a step, hence bytes at the ragged end. */
void __augur_copy_shared_backward(char *to, const char *from, size_t size)
{
    while (size > 0) {
        size_t bytes = step(to + size, from + size, size);
        size -= bytes;
        move(to + size, from + size, bytes);
    }
}

void __augur_fill_shared(char *to, char byte, size_t size)
{
    uint64_t word = (unsigned char)byte * 0x0101010101010101u;
    while (size > 0) {
        size_t bytes = step(to, to, size);
        switch (bytes) {
        case 8: *(uint64_t *)to = word; break;
        case 4: *(uint32_t *)to = (uint32_t)word; break;
        case 2: *(uint16_t *)to = (uint16_t)word; break;
        default: *to = byte; break;
        }
        to += bytes;
        size -= bytes;
    }
}
