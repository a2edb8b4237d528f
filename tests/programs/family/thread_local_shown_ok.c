//@ expect: safe
//@ skip-none
// A thread shows a cousin a variable of its own, and waits until it was read.
#include <pthread.h>
#include <semaphore.h>

static sem_t shown, read;
static int *cell;
static _Thread_local int own;
static int sum;

static void *shows(void *arg) {
    own = 1;
    cell = &own;
    sem_post(&shown);
    sem_wait(&read);
    return arg;
}

static void *reads(void *arg) {
    sem_wait(&shown);
    sum += *cell;
    sem_post(&read);
    return arg;
}

static void *starts(void *reader) {
    pthread_t child;
    pthread_create(&child, NULL, reader ? reads : shows, NULL);
    pthread_join(child, NULL);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    sem_init(&shown, 0, 0);
    sem_init(&read, 0, 0);
    pthread_create(&first, NULL, starts, NULL);
    pthread_create(&second, NULL, starts, &sum);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return sum == 1 ? 0 : 1;
}
