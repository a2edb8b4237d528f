// A function without the lock, while another thread asks for it and gets it.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *other(void *unused)
{
    putc_unlocked('a', file); // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    pthread_create(&thread, NULL, other, NULL);
    putc('b', file); // expect: data-race
    pthread_join(thread, NULL);
    fclose(file);
    return 0;
}
