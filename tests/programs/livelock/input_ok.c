//@ expect: safe
//@ native: no
// Waiting for input: the environment may choose to give it at any time.
extern unsigned char __VERIFIER_nondet_bool(void);
#include <stdatomic.h>

atomic_int seen;

int main(void) {
    while (!seen) {
        if (__VERIFIER_nondet_bool())
            break;
    }
    return 0;
}
