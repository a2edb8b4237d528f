//@ flags: --stack-size 16K
//@ expect: safe
// longjmp gives back what was taken since setjmp.
#include <alloca.h>
#include <setjmp.h>

static jmp_buf again;
static volatile int rounds;

__attribute__((noinline)) static void use(volatile char *p) { *p = 1; }

int main(void) {
    setjmp(again);
    if (rounds++ < 50) {
        use(alloca(1000));
        longjmp(again, 1);
    }
    return 0;
}
