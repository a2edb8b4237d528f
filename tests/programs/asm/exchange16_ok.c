//@ expect: safe
/* A pointer and its version, exchanged in one: what two threads push is all there. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct node {
    struct node *next;
};
struct head {
    struct node *first;
    uint64_t version;
} __attribute__((aligned(16)));

static struct head head;
static struct node nodes[2];

static int exchange(struct head *at, struct head old, struct head new)
{
    unsigned char done;
    asm volatile("lock cmpxchg16b %1\n\tsetz %0"
                 : "=q"(done), "+m"(*at), "+a"(old.first), "+d"(old.version)
                 : "b"(new.first), "c"(new.version) : "memory", "cc");
    return done;
}

static struct head look(struct head *at)
{
    struct head seen = { 0, 0 };
    asm volatile("lock; cmpxchg16b %0" : "+m"(*at), "+a"(seen.first), "+d"(seen.version)
                 : "b"((struct node *)0), "c"((uint64_t)0) : "memory", "cc");
    return seen;
}

static void *push(void *node)
{
    struct head old, new = { node, 0 };
    do {
        old = look(&head);
        ((struct node *)node)->next = old.first;
        new.version = old.version + 1;
    } while (!exchange(&head, old, new));
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, push, &nodes[1]);
    push(&nodes[0]);
    pthread_join(thread, 0);
    assert(head.version == 2 && head.first->next && !head.first->next->next);
    assert(!exchange(&head, (struct head){ 0, 2 }, (struct head){ 0, 3 }) && head.version == 2);
    return 0;
}
