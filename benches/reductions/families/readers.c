// Two threads that count with an atomic, and R readers of a table that was
// filled before there were threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef R
#define R 2
#endif

static int table[4];
static atomic_int count;

static void *reader(void *argument) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += table[i];
    assert(sum == 10);
    return argument;
}

static void *counter(void *argument) {
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&count, 1);
    return argument;
}

int main(void) {
    pthread_t threads[R + 2];
    for (int i = 0; i < 4; i++)
        table[i] = i + 1;
    for (int i = 0; i < R + 2; i++)
        pthread_create(&threads[i], 0, i < 2 ? counter : reader, 0);
    for (int i = 0; i < R + 2; i++)
        pthread_join(threads[i], 0);
    assert(atomic_load(&count) == 6);
    return 0;
}
