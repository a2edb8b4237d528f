//@ expect: safe
//@ native: no
//@ flags: --allow-race section_race_ok.c:15 --allow-race section_race_ok.c:16
// Both accesses of a section are allowed to race.
#include <pthread.h>

void __divine_interrupt_mask(void);
void __divine_interrupt_unmask(void);

static unsigned total;

static void *work(void *arg)
{
    __divine_interrupt_mask();
    total = 1;
    total = 2;
    __divine_interrupt_unmask();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    __atomic_fetch_add(&total, 2, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    return 0;
}
