// The loads of one loop over a shared array; each round is a place to be interrupted.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int cells[2];

static void *writer(void *arg) {
    cells[0] = 1;
    cells[1] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum = sum * 2 + cells[i];
    pthread_join(t, NULL);
    assert(sum != 1); // expect: assert
    return 0;
}
