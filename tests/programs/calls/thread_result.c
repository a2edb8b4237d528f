// A thread whose start returns nothing has no result to decide on.
#include <pthread.h>

volatile int wrong;

static void no_result(void *p) {
    *(int *)p = 1;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    void *result;
    pthread_create(&t, 0, (void *(*)(void *))(void (*)(void))no_result, &seen);
    pthread_join(t, &result);
    if (result) // expect: uninit
        wrong = 1;
    return 0;
}
