// The Michael-Scott queue: one thread enqueues two nodes, another dequeues until
// it has both. Nodes live as long as the program.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *_Atomic next;
    int value;
};

static struct node nodes[3];
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];

static void enqueue(struct node *node) {
    for (;;) {
        struct node *last = atomic_load(&tail), *next = atomic_load(&last->next);
        if (next) {
            atomic_compare_exchange_strong(&tail, &last, next);
        } else if (atomic_compare_exchange_strong(&last->next, &next, node)) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
    }
}

static int dequeue(void) {
    for (;;) {
        struct node *first = atomic_load(&head), *last = atomic_load(&tail);
        struct node *next = atomic_load(&first->next);
        if (!next)
            return 0;
        if (first == last) {
            atomic_compare_exchange_strong(&tail, &last, next);
            continue;
        }
        int value = next->value;
        if (atomic_compare_exchange_strong(&head, &first, next))
            return value;
    }
}

static void *producer(void *argument) {
    for (int i = 1; i <= 2; i++) {
        nodes[i].value = i;
        enqueue(&nodes[i]);
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    for (int expected = 1; expected <= 2;) {
        int value = dequeue();
        assert(value == 0 || value == expected);
        expected += value != 0;
    }
    pthread_join(thread, 0);
    return 0;
}
