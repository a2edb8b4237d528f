// A plain variable, written by one thread and read by another at the same time.
//
// No assertion is needed: the C standard gives such a program no meaning at
// all, and the checker reports both accesses with both stacks. Protect `total`
// with a mutex, or make it atomic_int.

#include <pthread.h>
#include <stdio.h>

int total;

static void *add(void *arg) {
    total += *(int *)arg; // expect: data-race
    return NULL;
}

int main(void) {
    pthread_t t;
    int five = 5;
    pthread_create(&t, NULL, add, &five);
    total += 7; // expect: data-race
    pthread_join(t, NULL);
    printf("total: %d\n", total);
    return 0;
}
