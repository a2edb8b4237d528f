//@ flags: --allow-race section_race.c:14
// Of the accesses of a section the first is allowed to race. The second one looks just the same, and is shown where it
// is, not where the section ends.
#include <pthread.h>

void __divine_interrupt_mask(void);
void __divine_interrupt_unmask(void);

static unsigned total;

static void *work(void *arg)
{
    __divine_interrupt_mask();
    total = 1;
    total = 2; // expect: data-race
    __divine_interrupt_unmask();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    __atomic_fetch_add(&total, 2, __ATOMIC_SEQ_CST); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
