// A chaining hash map without locks: twelve inserts by four threads, into two
// buckets. A key that is there already keeps its value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef INSERTS
#define INSERTS 3
#endif
#define BUCKETS 2

struct entry {
    int key, value;
    struct entry *_Atomic next;
};

static struct entry *_Atomic buckets[BUCKETS];
static atomic_int count;

static void insert(int key, int value) {
    struct entry *entry = 0;
    struct entry *_Atomic *place = &buckets[key % BUCKETS];
    for (;;) {
        struct entry *found = atomic_load(place);
        if (!found) {
            if (!entry) {
                entry = malloc(sizeof *entry);
                entry->key = key;
                entry->value = value;
                atomic_init(&entry->next, 0);
            }
            if (atomic_compare_exchange_strong(place, &found, entry)) {
                atomic_fetch_add(&count, 1);
                return;
            }
        }
        if (found->key == key) {
            free(entry);
            return;
        }
        place = &found->next;
    }
}

static void *run(void *argument) {
    int self = (int)(long)argument;
    for (int i = 0; i < INSERTS; i++)
        insert(self + i * THREADS, self);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    int entries = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *entry = atomic_load(&buckets[i]), *next; entry; entry = next) {
            next = atomic_load(&entry->next);
            free(entry);
            entries++;
        }
    assert(entries == atomic_load(&count) && entries == THREADS * INSERTS);
    return 0;
}
