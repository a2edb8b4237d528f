/* Chang and Roberts' election of a leader on a ring. Numbers are drawn when a station starts, so who
 * has which depends on the schedule. The planted bug: drawing a number is two steps, and if two
 * stations have the highest one both are elected. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STATIONS 5

static struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int message;
} boxes[STATIONS];

static atomic_int drawn, leaders;

static void send(int to, int message) {
    struct mailbox *box = &boxes[to % STATIONS];
    pthread_mutex_lock(&box->lock);
    box->message = message;
    pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->lock);
}

static int receive(int me) {
    struct mailbox *box = &boxes[me];
    pthread_mutex_lock(&box->lock);
    while (box->message == 0)
        pthread_cond_wait(&box->filled, &box->lock);
    int message = box->message;
    box->message = 0;
    pthread_mutex_unlock(&box->lock);
    return message;
}

static void *station(void *arg) {
    int me = (int)(long)arg;
    int number = drawn + 1;
    drawn = number;
    send(me + 1, number);
    for (;;) {
        int seen = receive(me);
        if (seen == number) {
            int others = atomic_fetch_add(&leaders, 1);
            assert(others == 0);
        }
        if (seen < 0 || seen == number) {
            /* The leader is known: tell the next, who tells the next, until everybody knows. */
            if (seen != -STATIONS)
                send(me + 1, seen < 0 ? seen - 1 : -1);
            return 0;
        }
        if (seen > number)
            send(me + 1, seen);
    }
}

int main(void) {
    pthread_t threads[STATIONS];
    for (int i = 0; i < STATIONS; i++) {
        pthread_mutex_init(&boxes[i].lock, 0);
        pthread_cond_init(&boxes[i].filled, 0);
    }
    for (int i = 0; i < STATIONS; i++)
        pthread_create(&threads[i], 0, station, (void *)(long)i);
    for (int i = 0; i < STATIONS; i++)
        pthread_join(threads[i], 0);
}
