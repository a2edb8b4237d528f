//@ expect: safe
//@ flags: --allow-race hits --allow-race fn:peek --allow-race allowed_races.c:20 --allow-race n->value
// Four races, each allowed in another way: by variable, function, place, and member of a heap block.
#include <pthread.h>
#include <stdlib.h>

struct node {
    volatile int value;
};

static volatile int hits, misses, last;
static struct node *head;

static int peek(void) { return last; }

static void note(struct node *n) { n->value = 1; }

static void *work(void *arg) {
    hits++;
    misses = 1;
    last = 2;
    note(head);
    return arg;
}

int main(void) {
    pthread_t thread;
    head = calloc(1, sizeof *head);
    pthread_create(&thread, NULL, work, NULL);
    int seen = hits + peek();
    misses = 0;
    struct node *n = head;
    n->value = 2;
    pthread_join(thread, NULL);
    free(head);
    return seen > 4;
}
