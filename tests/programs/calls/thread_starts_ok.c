//@ expect: safe
// Functions of all types are started as threads; every platform makes sense of it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int done;

static void *no_parameter() {
    done++;
    return 0;
}

static void no_result(void *p) {
    *(int *)p = 1;
    done++;
}

static void nothing(void) {
    done++;
}

static int number(int n) {
    done++;
    return n + 1;
}

typedef void *(*Start)(void *);

int main(void) {
    pthread_t t[4];
    int seen = 0;
    void *result;
    pthread_create(&t[0], 0, no_parameter, 0);
    pthread_create(&t[1], 0, (Start)(void (*)(void))no_result, &seen);
    pthread_join(t[0], &result);
    assert(result == 0);
    pthread_join(t[1], 0);
    assert(seen == 1);
    pthread_create(&t[2], 0, (Start)(void (*)(void))nothing, &seen);
    pthread_join(t[2], &result);
    pthread_create(&t[3], 0, (Start)(void (*)(void))number, (void *)(intptr_t)41);
    pthread_join(t[3], &result);
    assert((int)(intptr_t)result == 42);
    assert(done == 4);
    return 0;
}
