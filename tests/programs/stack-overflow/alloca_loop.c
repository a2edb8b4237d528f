//@ flags: --stack-size 16K
// alloca in a loop that does not end. Nothing points to the older pieces; they take room all the same.
#include <alloca.h>
#include <stdatomic.h>

static atomic_int rounds;

__attribute__((noinline)) static void use(volatile char *p) { *p = 1; }

int main(void) {
    for (;;) {
        use(alloca(1000)); // expect: stack-overflow
        atomic_fetch_xor(&rounds, 1);
    }
}
