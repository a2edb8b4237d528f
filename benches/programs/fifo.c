// A lock-free FIFO between threads: a chain of small blocks, filled by the
// writer and emptied by the reader, who frees a block when it is done with it.
// Two such pairs, the second reader checks what comes out at the end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ITEMS
#define ITEMS 32
#endif
#define BLOCK 2

struct block {
    atomic_int written;
    int read;
    struct block *_Atomic next;
    int items[BLOCK];
};

struct fifo {
    struct block *head, *tail;
};

static struct fifo first, second;

static struct block *new_block(void) {
    struct block *block = malloc(sizeof *block);
    atomic_init(&block->written, 0);
    block->read = 0;
    atomic_init(&block->next, 0);
    return block;
}

static void init(struct fifo *fifo) {
    fifo->head = fifo->tail = new_block();
}

static void push(struct fifo *fifo, int item) {
    struct block *block = fifo->tail;
    int at = atomic_load(&block->written);
    if (at == BLOCK) {
        struct block *next = new_block();
        atomic_store(&block->next, next);
        fifo->tail = block = next;
        at = 0;
    }
    block->items[at] = item;
    atomic_store(&block->written, at + 1);
}

static int pop(struct fifo *fifo) {
    struct block *block = fifo->head;
    if (block->read == BLOCK) {
        struct block *next;
        while (!(next = atomic_load(&block->next)))
            ;
        free(block);
        fifo->head = block = next;
    }
    while (atomic_load(&block->written) == block->read)
        ;
    return block->items[block->read++];
}

static void *write_all(void *argument) {
    (void)argument;
    for (int i = 0; i < ITEMS; i++)
        push(&first, i);
    return 0;
}

static void *pass_on(void *argument) {
    (void)argument;
    for (int i = 0; i < ITEMS; i++)
        push(&second, pop(&first));
    return 0;
}

int main(void) {
    pthread_t writer, passer;
    init(&first);
    init(&second);
    pthread_create(&writer, 0, write_all, 0);
    pthread_create(&passer, 0, pass_on, 0);
    for (int i = 0; i < ITEMS; i++)
        assert(pop(&second) == i);
    pthread_join(writer, 0);
    pthread_join(passer, 0);
    free(first.head);
    free(second.head);
    return 0;
}
