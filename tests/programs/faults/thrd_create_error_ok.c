//@ expect: safe
//@ flags: --faults thread-create
//@ exits: 0 1 2
// All its results are looked at.
//@ native: no
#include <threads.h>

static int run(void *unused) { return unused != 0; }

int main(void)
{
    thrd_t thread;
    switch (thrd_create(&thread, run, 0)) {
    case thrd_nomem: return 1;
    case thrd_error: return 2;
    }
    thrd_join(thread, 0);
    return 0;
}
