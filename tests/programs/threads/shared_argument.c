// All threads get the address of the loop variable instead of its value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void *worker(void *arg) {
    atomic_int *number = arg;
    int mine = *number;
    assert(mine == 0); // expect: assert
    return NULL;
}

int main(void) {
    pthread_t t;
    atomic_int i;
    atomic_init(&i, 0);
    pthread_create(&t, NULL, worker, &i);
    i++;
    pthread_join(t, NULL);
    return 0;
}
