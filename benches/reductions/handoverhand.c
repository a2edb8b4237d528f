// A sorted list with a lock in each node, held hand over hand: two threads
// insert two numbers each.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    pthread_mutex_t lock;
};

static struct node head = {-1, 0, PTHREAD_MUTEX_INITIALIZER};

static void insert(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    pthread_mutex_init(&node->lock, 0);
    struct node *at = &head;
    pthread_mutex_lock(&at->lock);
    while (at->next && at->next->value < value) {
        struct node *next = at->next;
        pthread_mutex_lock(&next->lock);
        pthread_mutex_unlock(&at->lock);
        at = next;
    }
    node->next = at->next;
    at->next = node;
    pthread_mutex_unlock(&at->lock);
}

static void *run(void *argument) {
    int first = (int)(long)argument;
    insert(first);
    insert(first + 2);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, run, (void *)1);
    run((void *)2);
    pthread_join(thread, 0);
    int last = 0;
    for (struct node *n = head.next, *next; n; n = next) {
        assert(n->value == ++last);
        next = n->next;
        free(n);
    }
    assert(last == 4);
    return 0;
}
