/* Threads that put messages into a shared hash table. Up to eleven of them never meet in a cell;
 * each one more meets a few others. After the program with which dynamic partial-order reduction
 * was introduced. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 13
#endif

enum { SIZE = 128, MESSAGES = 4 };

static atomic_int table[SIZE];

static void *work(void *arg)
{
    int number = (int)(long)arg;
    for (int i = 1; i <= MESSAGES; i++) {
        int message = i * 11 + number;
        int cell = message * 7 % SIZE, free = 0;
        while (!atomic_compare_exchange_strong(&table[cell], &free, message)) {
            cell = (cell + 1) % SIZE;
            free = 0;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
