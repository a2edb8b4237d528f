// A push that stores the head instead of comparing it first loses a node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};

_Atomic(struct node *) head;
struct node nodes[2];

static void push(struct node *n) {
    n->next = head;
    head = n;
}

static void *worker(void *arg) {
    push(&nodes[1]);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    push(&nodes[0]);
    pthread_join(t, NULL);
    int length = 0;
    for (struct node *n = head; n; n = n->next)
        length++;
    assert(length == 2); // expect: assert
    return 0;
}
