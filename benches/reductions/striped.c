// A hash table with a lock for each of its two buckets: two threads put keys in
// and look one up.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 2

struct entry {
    int key, value;
    struct entry *next;
};

static struct entry *buckets[BUCKETS];
static pthread_mutex_t locks[BUCKETS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void put(int key, int value) {
    struct entry *entry = malloc(sizeof *entry);
    int bucket = key % BUCKETS;
    *entry = (struct entry){key, value, 0};
    pthread_mutex_lock(&locks[bucket]);
    entry->next = buckets[bucket];
    buckets[bucket] = entry;
    pthread_mutex_unlock(&locks[bucket]);
}

static int get(int key) {
    int bucket = key % BUCKETS, value = -1;
    pthread_mutex_lock(&locks[bucket]);
    for (struct entry *entry = buckets[bucket]; entry; entry = entry->next)
        if (entry->key == key)
            value = entry->value;
    pthread_mutex_unlock(&locks[bucket]);
    return value;
}

static void *run(void *argument) {
    int first = (int)(long)argument;
    put(first, first);
    put(first + 1, first + 1);
    assert(get(first) == first);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, (void *)0);
    run((void *)2);
    pthread_join(thread, 0);
    assert(get(1) == 1 && get(3) == 3);
    for (int i = 0; i < BUCKETS; i++)
        for (struct entry *entry = buckets[i], *next; entry; entry = next) {
            next = entry->next;
            free(entry);
        }
    return 0;
}
