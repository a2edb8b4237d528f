// Characters that are read one by one may go to different threads.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *in;

static void *reader(void *arg)
{
    char *line = arg;
    for (int i = 0; i < 2; i++)
        line[i] = (char)fgetc(in);
    return arg;
}

int main(void)
{
    pthread_t thread;
    static char a[8], b[8];
    int ends[2];
    if (pipe(ends))
        return 1;
    in = fdopen(ends[0], "r");
    pthread_create(&thread, NULL, reader, a);
    write(ends[1], "aabb", 4);
    close(ends[1]);
    reader(b);
    pthread_join(thread, NULL);
    fclose(in);
    assert(a[0] == a[1]); // expect: assert
    return 0;
}
