//@ expect: safe
// Two threads read lines from a pipe; each gets whole ones, in whatever parts they come.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *in;

static void *reader(void *arg)
{
    char *line = arg;
    if (!fgets(line, 8, in))
        line[0] = 0;
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
    write(ends[1], "on", 2);
    write(ends[1], "e\nt", 3);
    write(ends[1], "wo\n", 3);
    close(ends[1]);
    reader(b);
    pthread_join(thread, NULL);
    assert((!strcmp(a, "one\n") && !strcmp(b, "two\n")) || (!strcmp(a, "two\n") && !strcmp(b, "one\n")));
    fclose(in);
    return 0;
}
