// One-bit booleans and enumerations as bit-fields.
#include <stdbool.h>
#include <stdio.h>

enum level { LOW, MID, HIGH, TOP };
struct flags { bool on : 1; bool ready : 1; enum level level : 2; bool far : 1; unsigned rest : 27; };

static struct flags flip(struct flags f) { f.on = !f.on, f.ready = f.on && f.far, f.level = (f.level + 1) % 4; return f; }

int main(void)
{
    struct flags f = { .far = 5, .rest = 77 };
    for (int i = 0; i < 6; i++) {
        f = flip(f);
        f.far = i & 2;
        printf("%d %d %d %d %u\n", f.on, f.ready, f.level, f.far, f.rest);
    }
    return f.level;
}
