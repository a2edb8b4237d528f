// longjmp leaves the function whose variable another thread has a pointer to.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(atomic_int *) shared;
static jmp_buf out;

static void *reader(void *arg) {
    atomic_int *p = atomic_load(&shared);
    if (p)
        atomic_load(p); // expect: dead-stack
    return arg;
}

__attribute__((noinline)) static void jump(void) {
    atomic_int local = 1;
    atomic_store(&shared, &local);
    longjmp(out, 1);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    if (setjmp(out) == 0)
        jump();
    atomic_store(&shared, NULL);
    pthread_join(t, NULL);
}
