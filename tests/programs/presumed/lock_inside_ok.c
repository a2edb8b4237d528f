//@ native: no
//@ expect: safe
//@ skip-none
// As lock_inside.c with the right lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { pthread_mutex_t lock; atomic_int low, high; };
static struct node *nodes[2];

static void *worker(void *arg) {
    struct node *node = arg;
    pthread_mutex_lock(&node->lock);
    node->low++;
    node->high++;
    pthread_mutex_unlock(&node->lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < 2; i++) {
        nodes[i] = calloc(1, sizeof *nodes[i]);
        pthread_mutex_init(&nodes[i]->lock, NULL);
    }
    pthread_create(&a, NULL, worker, nodes[0]);
    pthread_create(&b, NULL, worker, nodes[1]);
    struct node *locked = nodes[0];
    pthread_mutex_lock(&locked->lock);
    assert(nodes[0]->low == nodes[0]->high);
    pthread_mutex_unlock(&locked->lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_destroy(&nodes[i]->lock);
        free(nodes[i]);
    }
}
