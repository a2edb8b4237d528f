// Leader election in a ring (after Dolev, Klawe and Rodeh): in each round a
// process learns the values of the two before it and stays active only if the
// nearer one is the largest of the three. Neighbours talk through mailboxes
// for one message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef PROCESSES
#define PROCESSES 9
#endif

// Zero: empty.
static atomic_char box[PROCESSES];
static atomic_char leaders;
static const char value_of[] = {3, 1, 6, 2, 9, 5, 4, 8, 7};

static void send(int self, char message) {
    atomic_char *out = &box[(self + 1) % PROCESSES];
    while (atomic_load(out))
        ;
    atomic_store(out, message);
}

static char receive(int self) {
    char message;
    while (!(message = atomic_load(&box[self])))
        ;
    atomic_store(&box[self], 0);
    return message;
}

#define END 100

static void *process(void *argument) {
    int self = (int)(long)argument;
    char value = value_of[self];
    int active = 1;
    while (active) {
        send(self, value);
        char first = receive(self);
        if (first == value) {
            assert(atomic_fetch_add(&leaders, 1) == 0);
            send(self, END);
            receive(self);
            return 0;
        }
        send(self, first);
        char second = receive(self);
        active = first > value && first > second;
        value = first;
    }
    for (;;) {
        char message = receive(self);
        send(self, message);
        if (message == END)
            return 0;
    }
}

int main(void) {
    pthread_t threads[PROCESSES];
    for (long i = 0; i < PROCESSES; i++)
        pthread_create(&threads[i], 0, process, (void *)i);
    for (int i = 0; i < PROCESSES; i++)
        pthread_join(threads[i], 0);
    assert(atomic_load(&leaders) == 1);
    return 0;
}
