//@ expect: safe
//@ native: no
// Who starts a thread in an atomic section stays in it; the other one adds before it or behind it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM)

void __divine_interrupt_mask(void);
void __divine_interrupt_unmask(void);

static char stack[1 << 16];
static atomic_int count;

static int rest(void *argument) { return argument != NULL; }

static void *add(void *argument) {
    count++;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    __divine_interrupt_mask();
    int before = count;
    clone(rest, stack + sizeof stack, FLAGS, NULL);
    assert(before == count);
    __divine_interrupt_unmask();
    pthread_join(thread, NULL);
    return 0;
}
