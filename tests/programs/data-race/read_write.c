// One thread writes, the other only reads: still a race.
#include <pthread.h>
#include <stdio.h>

int value;

static void *writer(void *arg) {
    value = 1; // expect: data-race
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int seen = value; // expect: data-race
    pthread_join(t, NULL);
    printf("%d\n", seen);
    return 0;
}
