//@ flags: --stack-size 16K
//@ expect: safe
// The repaired twin of alloca_loop.c: a function of its own gives the room back when it returns.
#include <alloca.h>
#include <stdatomic.h>

static atomic_int rounds;

__attribute__((noinline)) static void use(volatile char *p) { *p = 1; }
__attribute__((noinline)) static void one(int bytes) { use(alloca(bytes)); }

int main(void) {
    for (int i = 0; i < 100; i++) {
        one(1000);
        atomic_fetch_xor(&rounds, 1);
    }
}
