// Unaligned access by memcpy and by packed structs.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header { uint8_t kind; uint32_t size; uint16_t flags; uint64_t id; };
static uint32_t load(const void *p) { uint32_t n; memcpy(&n, p, 4); return n; }

int main(void)
{
    unsigned char raw[32];
    for (int i = 0; i < 32; i++) raw[i] = (unsigned char)(i * 11 + 1);
    struct header h, *q = (struct header *)(raw + 5);
    memcpy(&h, raw + 1, sizeof h);
    printf("%x %x %x %lx %zu\n", h.kind, h.size, h.flags, (long)h.id, sizeof h);
    q->id = 0x1122334455667788, q->size++, q->flags ^= 0xffff;
    for (int i = 0; i < 32; i += 3) printf("%x ", load(raw + (i > 28 ? 28 : i)));
    puts("");
    return 0;
}
