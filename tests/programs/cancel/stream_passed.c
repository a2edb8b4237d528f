// A stream need not act on a cancellation: whoever counts on it comes past the call.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static sem_t is_ahead;
static atomic_int go;
static int passed;
static FILE *file;

static void *work(void *arg)
{
    fgetc(file);
    sem_post(&is_ahead);
    while (!go)
        ;
    fgetc(file);
    passed = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    fputs("abc", file);
    rewind(file);
    sem_init(&is_ahead, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&is_ahead);
    pthread_cancel(thread);
    go = 1;
    pthread_join(thread, NULL);
    assert(!passed); // expect: assert
    fclose(file);
    return 0;
}
