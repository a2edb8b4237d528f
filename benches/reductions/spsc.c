// One producer, one consumer, messages on the heap: the pointer goes through a
// ring of two slots, and with it the message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define SLOTS 2
#define MESSAGES 3

struct message {
    int number, payload[2];
};

static struct message *ring[SLOTS];
static atomic_int head, tail;

static void *producer(void *argument) {
    for (int i = 0; i < MESSAGES; i++) {
        struct message *message = malloc(sizeof *message);
        message->number = i;
        message->payload[0] = message->payload[1] = 2 * i;
        while (i - atomic_load(&tail) == SLOTS)
            ;
        ring[i % SLOTS] = message;
        atomic_store(&head, i + 1);
    }
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    for (int i = 0; i < MESSAGES; i++) {
        while (atomic_load(&head) == i)
            ;
        struct message *message = ring[i % SLOTS];
        atomic_store(&tail, i + 1);
        assert(message->number == i && message->payload[1] == 2 * i);
        free(message);
    }
    pthread_join(thread, 0);
    return 0;
}
