//@ expect: leak
//@ skip-none
// A table of 4096 pointers. Whoever comes last overwrites what was there.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define PLACES 4096

struct entry {
    int key;
};

static struct entry *_Atomic table[PLACES];

static void insert(int key) {
    struct entry *entry = malloc(sizeof *entry);
    entry->key = key;
    atomic_store(&table[key * 997 % PLACES], entry);
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    insert(3 + self);
    insert(4);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    for (int key = 3; key < 5; key++)
        free(atomic_load(&table[key * 997 % PLACES]));
    return 0;
}
