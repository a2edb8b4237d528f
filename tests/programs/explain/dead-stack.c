#include <pthread.h>

static pthread_t t;

static void *print(void *number) {
    return *(int *)number ? number : 0; // expect: dead-stack
}

static void start(void) {
    int number = 7;
    pthread_create(&t, 0, print, &number);
} // The number is gone, the thread may not have looked yet.

int main(void) {
    start();
    pthread_join(t, 0);
}
