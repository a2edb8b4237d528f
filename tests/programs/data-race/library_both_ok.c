//@ expect: safe
//@ flags: --stdin tests/programs/files/input.txt
//@ native: no
// The same under a lock, and through a pipe, which orders the accesses of its two ends.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static char line[64], message[8] = "message";
static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    fgets(line, sizeof line, stdin);
    pthread_mutex_unlock(&lock);
    write(ends[1], message, sizeof message);
    return unused;
}

int main(void)
{
    char got[8];
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    puts(line);
    pthread_mutex_unlock(&lock);
    read(ends[0], got, sizeof got);
    message[0] = 'M';
    pthread_join(thread, NULL);
    return 0;
}
