/* Readers announce the node they are about to use, and whoever has replaced a node frees it when it is
 * announced nowhere. The planted bug: the last reader does not look again whether the node is still
 * the current one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define READERS 4
#define READS 4
#define UPDATES 5

struct node {
    atomic_int value;
};

static _Atomic(struct node *) current, hazard[READERS];
static struct node *retired[UPDATES];

static void *reader(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < READS; i++) {
        struct node *node;
        do {
            node = current;
            hazard[me] = node;
        } while ((me < READERS - 1 || i < READS - 1) && node != current);
        assert(node->value >= 0);
        hazard[me] = 0;
    }
    return 0;
}

static struct node *make(int value) {
    struct node *node = malloc(sizeof *node);
    atomic_init(&node->value, value);
    return node;
}

static void *writer(void *arg) {
    int count = 0;
    for (int i = 0; i < UPDATES; i++) {
        retired[count++] = atomic_exchange(&current, make(i));
        for (int k = 0; k < count;) {
            int used = 0;
            for (int r = 0; r < READERS; r++)
                used |= hazard[r] == retired[k];
            if (used)
                k++;
            else {
                free(retired[k]);
                retired[k] = retired[--count];
            }
        }
    }
    while (count > 0)
        free(retired[--count]);
    return arg;
}

int main(void) {
    pthread_t threads[READERS], updates;
    current = make(0);
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], 0, reader, (void *)(long)i);
    pthread_create(&updates, 0, writer, 0);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], 0);
    pthread_join(updates, 0);
    free(current);
}
