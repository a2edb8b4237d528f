//@ skip-tau
// Which of two helpers has the lower number depends on who is started first, since others than main start them.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int numbers[2];

static void *helps(void *number) {
    *(int *)number = gettid();
    return NULL;
}

static void *starts(void *number) {
    pthread_t helper;
    pthread_create(&helper, NULL, helps, number);
    pthread_join(helper, NULL);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, starts, &numbers[0]);
    pthread_create(&second, NULL, starts, &numbers[1]);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(numbers[0] <= numbers[1]); // expect: assert
}
