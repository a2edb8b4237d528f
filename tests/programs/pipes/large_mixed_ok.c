//@ opt: O0
//@ skip-none
//@ expect: safe
// What is not more than PIPE_BUF bytes is written in one piece.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

enum { SIZE = 4096 };
static int ends[2];

static void *writer(void *arg)
{
    static char blocks[2][SIZE];
    char *block = blocks[*(char *)arg == 'b'];
    block[0] = block[SIZE - 1] = *(char *)arg;
    write(ends[1], block, SIZE);
    return NULL;
}

int main(void)
{
    static char a = 'a', b = 'b', all[2 * SIZE];
    pthread_t thread;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, writer, &a);
    writer(&b);
    pthread_join(thread, NULL);
    if (read(ends[0], all, sizeof all) != sizeof all)
        return 1;
    assert(all[0] == all[SIZE - 1]);
    return 0;
}
