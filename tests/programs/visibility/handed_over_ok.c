//@ expect: safe
//@ skip-none
// Blocks go over to new threads, which free them: one that leads to others, and one that is passed on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct list { int value; struct list *next; };

static void *last(void *arg) {
    struct list *given = arg;
    assert(given->value == 3);
    free(given);
    return NULL;
}

static void *worker(void *arg) {
    struct list *given = arg, *next = given->next;
    pthread_t thread;
    assert(given->value == 1);
    next->value++;
    pthread_create(&thread, NULL, last, next);
    free(given);
    pthread_join(thread, NULL);
    return NULL;
}

static pthread_t start(void) {
    pthread_t thread;
    struct list *given = malloc(sizeof *given);
    given->value = 1;
    given->next = malloc(sizeof *given);
    given->next->value = 2;
    given->next->next = NULL;
    pthread_create(&thread, NULL, worker, given);
    return thread;
}

int main(void) {
    pthread_t first = start(), second = start();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
