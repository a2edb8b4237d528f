//@ expect: safe
// The aligned forms have functions of their own behind them.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <new>

static volatile int made, ended;

void *operator new(size_t size, std::align_val_t align) {
    made = made + 1;
    return aligned_alloc((size_t)align, size);
}

void operator delete(void *p, std::align_val_t) noexcept {
    ended = ended + 1;
    free(p);
}

struct alignas(64) Wide {
    char c[64];
};

int main() {
    Wide *volatile one = new Wide;
    Wide *volatile many = new Wide[2];
    Wide *volatile quiet = new (std::nothrow) Wide;
    assert(made == 3 && (uintptr_t)one % 64 == 0);
    delete one;
    delete[] many;
    delete quiet;
    assert(ended == 3);
    return 0;
}
