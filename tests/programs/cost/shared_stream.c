//@ expect: safe
//@ opt: O0
//@ skip-none
//@ states-max: 23
// Two threads that print to the same file three times.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *print(void *arg)
{
    for (int i = 0; i < 3; i++)
        fprintf(file, "%d\n", i);
    return arg;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    pthread_create(&thread, NULL, print, NULL);
    print(NULL);
    pthread_join(thread, NULL);
    fclose(file);
    return 0;
}
