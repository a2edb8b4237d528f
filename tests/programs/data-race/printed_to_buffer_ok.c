//@ expect: safe
//@ skip-none
// Two threads print into the same buffer, one after the other, and read a number from it.
#include <pthread.h>
#include <stdio.h>

static char buffer[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int print(int number) {
    int read = 0;
    pthread_mutex_lock(&lock);
    snprintf(buffer, sizeof buffer, "%d", number);
    sscanf(buffer, "%d", &read);
    pthread_mutex_unlock(&lock);
    return read == number;
}

static void *worker(void *arg) {
    return print(12) ? arg : NULL;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, buffer);
    int right = print(34);
    pthread_join(t, &result);
    return !right || result != buffer;
}
