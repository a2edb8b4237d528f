// What lies in an array without a length is called by its index, not as if the structs before it went on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned size;
    int values[];
};

struct queue {
    struct node *enqueue;
    struct node *dequeue;
    struct node last;
};

static void *put(void *arg) {
    struct queue *queue = arg;
    struct node *node = queue->enqueue;
    node->values[1] = 8;
    node->values[0] = 7;
    return NULL;
}

int main(void) {
    struct queue *queue = malloc(sizeof *queue + 4 * sizeof(int));
    queue->enqueue = queue->dequeue = &queue->last;
    queue->last.values[0] = 1;
    pthread_t t;
    pthread_create(&t, NULL, put, queue);
    pthread_join(t, NULL);
    int first = queue->dequeue->values[0];
    assert(first == 1); // expect: assert
    free(queue);
}
