//@ expect: safe
// The queue of Michael and Scott: one thread enqueues while main dequeues.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

struct node dummy, only;
_Atomic(struct node *) head = &dummy, tail = &dummy;

static void *producer(void *arg) {
    only.value = 7;
    struct node *last = tail;
    struct node *none = NULL;
    if (atomic_compare_exchange_strong(&last->next, &none, &only))
        atomic_compare_exchange_strong(&tail, &last, &only);
    return arg;
}

static int dequeue(void) {
    for (;;) {
        struct node *first = head;
        struct node *last = tail;
        struct node *next = first->next;
        if (first == last) {
            if (!next)
                return 0;
            atomic_compare_exchange_strong(&tail, &last, next); // Help the producer.
        } else {
            int value = next->value;
            if (atomic_compare_exchange_strong(&head, &first, next))
                return value;
        }
    }
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    int got = dequeue();
    assert(got == 0 || got == 7);
    pthread_join(t, NULL);
    if (!got)
        got = dequeue();
    assert(got == 7 && dequeue() == 0 && head == tail);
    return 0;
}
