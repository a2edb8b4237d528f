// The id of a thread that was joined may be given to another.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *run(void *arg) { return arg; }

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, run, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, run, NULL);
    int same = pthread_equal(first, second);
    pthread_join(second, NULL);
    assert(!same); // expect: assert
    return 0;
}
