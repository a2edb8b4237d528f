//@ flags: --faults spurious-wakeup
// A futex wait may return though nobody has woken it.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_uint word;

static void *set(void *unused)
{
    word = 1;
    syscall(SYS_futex, &word, FUTEX_WAKE, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    if (word == 0)
        syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL);
    assert(word == 1); // expect: assert
    pthread_join(thread, NULL);
    return 0;
}
