// Reading and writing fields of any width in a stream of bits.
#include <stdint.h>
#include <stdio.h>

struct stream { uint8_t *bytes; unsigned at; };
static void put(struct stream *s, uint32_t v, unsigned n) { for (unsigned i = 0; i < n; i++, s->at++) { uint8_t m = (uint8_t)(1 << s->at % 8); s->bytes[s->at / 8] = (uint8_t)(v >> i & 1 ? s->bytes[s->at / 8] | m : s->bytes[s->at / 8] & ~m); } }
static uint32_t get(struct stream *s, unsigned n) { uint32_t v = 0; for (unsigned i = 0; i < n; i++, s->at++) v |= (uint32_t)(s->bytes[s->at / 8] >> s->at % 8 & 1) << i; return v; }

int main(void)
{
    uint8_t bytes[40] = { 0 };
    struct stream w = { bytes, 0 }, r = { bytes, 0 };
    for (unsigned n = 1; n < 20; n++) put(&w, n * 2654435761u, n);
    int same = 0;
    for (unsigned n = 1; n < 20; n++) same += get(&r, n) == (n * 2654435761u & ((1u << n) - 1));
    printf("%u %d %02x %02x\n", w.at, same, bytes[5], bytes[20]);
    return same;
}
