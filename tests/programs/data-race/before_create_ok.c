//@ expect: safe
// What happens before the creation and after the join never races.
#include <assert.h>
#include <pthread.h>

int input, output;

static void *worker(void *arg) {
    output = input * 2;
    return arg;
}

int main(void) {
    pthread_t t;
    input = 21;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    output++;
    input = 0;
    assert(output == 43);
    return 0;
}
