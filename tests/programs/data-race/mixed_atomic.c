// One side atomic, the other side plain: a race.
#include <pthread.h>

int flag;

static void *writer(void *arg) {
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST); // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    flag = 2; // expect: data-race
    pthread_join(t, NULL);
    return 0;
}
