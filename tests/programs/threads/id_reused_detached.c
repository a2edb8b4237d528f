// So may that of a detached thread that has ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static void *run(void *arg) { return arg; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, run, NULL);
    pthread_detach(first);
    pthread_create(&second, NULL, run, NULL);
    int same = pthread_equal(first, second);
    pthread_join(second, NULL);
    assert(!same); // expect: assert
    return 0;
}
