// Who waits for a line from a pipe, and must not be cancelled, waits for ever.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *file;

static void *work(void *arg)
{
    char line[4];
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    fgets(line, sizeof line, file); // expect: deadlock
    return arg;
}

int main(void)
{
    pthread_t thread;
    int ends[2];
    pipe(ends);
    file = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    fclose(file);
    return 0;
}
