//@ flags: --faults thread-create
// thrd_create may fail for want of memory, and for other reasons.
#include <assert.h>
#include <threads.h>

static int run(void *unused) { return unused != 0; }

int main(void)
{
    thrd_t thread;
    int result = thrd_create(&thread, run, 0);
    if (result == thrd_nomem)
        return 1;
    assert(result == thrd_success); // expect: assert
    thrd_join(thread, 0);
    return 0;
}
