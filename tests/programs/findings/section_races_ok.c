//@ expect: safe
//@ native: no
//@ flags: --races warn
// Each access of a section that races is told of where it is, also of two that look the same.
#include <assert.h>
#include <pthread.h>

void __divine_interrupt_mask(void);
void __divine_interrupt_unmask(void);

static unsigned total;

static void *work(void *arg)
{
    __divine_interrupt_mask();
    unsigned before = total;
    total = before + 1;
    total = before + 2;
    __divine_interrupt_unmask();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    __atomic_fetch_add(&total, 2, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    assert(total == 4);
    return 0;
}
