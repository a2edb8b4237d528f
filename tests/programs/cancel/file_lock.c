// lockf is a cancellation point where it may wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int go, passed;
static FILE *file;

static void *locker(void *unused)
{
    while (!go)
        ;
    lockf(fileno(file), F_LOCK, 1);
    passed = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    pthread_create(&thread, NULL, locker, NULL);
    pthread_cancel(thread);
    go = 1;
    pthread_join(thread, NULL);
    assert(passed); // expect: assert
    fclose(file);
    return 0;
}
