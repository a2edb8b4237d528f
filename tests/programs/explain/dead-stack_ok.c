//@ expect: safe
#include <pthread.h>

static pthread_t t;

static void *print(void *number) {
    return *(int *)number ? number : 0;
}

static void start(int *number) {
    *number = 7;
    pthread_create(&t, 0, print, number);
}

int main(void) {
    int number; // Lives until the thread was joined.
    start(&number);
    pthread_join(t, 0);
}
