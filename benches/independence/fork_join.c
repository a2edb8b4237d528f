/* Threads each of which starts two helpers of its own, hands them work, joins them and puts together what they found. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif

struct job {
    int from, to, sum;
};

static int totals[THREADS];

static void *help(void *arg)
{
    struct job *job = arg;
    for (int i = job->from; i < job->to; i++)
        job->sum += i;
    return NULL;
}

static void *work(void *arg)
{
    int i = (int)(long)arg;
    struct job jobs[2] = {{10 * i, 10 * i + 5, 0}, {10 * i + 5, 10 * i + 10, 0}};
    pthread_t helpers[2];
    for (int h = 0; h < 2; h++)
        pthread_create(&helpers[h], NULL, help, &jobs[h]);
    for (int h = 0; h < 2; h++)
        pthread_join(helpers[h], NULL);
    totals[i] = jobs[0].sum + jobs[1].sum;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int total = 0;
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        total += totals[i];
    }
    return total != 10 * THREADS * (10 * THREADS - 1) / 2;
}
