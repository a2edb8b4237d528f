// One thread locks the stream (putc does so by itself), the other does not.
#include <pthread.h>
#include <stdio.h>

static void *work(void *stream)
{
    putc('b', stream); // expect: data-race
    return NULL;
}

int main(void)
{
    pthread_t thread;
    FILE *stream = tmpfile();
    pthread_create(&thread, NULL, work, stream);
    putc_unlocked('a', stream); // expect: data-race
    pthread_join(thread, NULL);
    fclose(stream);
    return 0;
}
