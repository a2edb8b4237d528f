//@ expect: safe
// The repaired twin of jumped_over.c: the thread is joined before the jump.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>

static jmp_buf out;

static void *reader(void *arg) {
    atomic_load((atomic_int *)arg);
    return NULL;
}

__attribute__((noinline)) static void jump(void) {
    atomic_int local = 1;
    pthread_t t;
    pthread_create(&t, NULL, reader, &local);
    pthread_join(t, NULL);
    longjmp(out, 1);
}

int main(void) {
    if (setjmp(out) == 0)
        jump();
}
