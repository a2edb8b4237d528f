//@ flags: --cc-arg=-Wl,--wrap=floor,--wrap=memset
// The linker's other names also hold for what clang made intrinsics of.
#include <assert.h>
#include <math.h>
#include <string.h>

static volatile int floors, fills;
static char room[300];

double __real_floor(double value);
void *__real_memset(void *to, int byte, size_t count);

double __wrap_floor(double value) {
    floors++;
    return __real_floor(value) + 1;
}

void *__wrap_memset(void *to, int byte, size_t count) {
    assert(byte == 255);
    fills++;
    return __real_memset(to, byte, count);
}

int main(int argc, char **argv) {
    (void)argv;
    volatile double value = 1.5;
    assert(floor(value) == 1.0); // expect: assert
    memset(room, -1, 200 + (size_t)argc);
    assert(room[200] == -1 && room[201] == 0 && fills == 1);
}
