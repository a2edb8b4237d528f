// A text that is larger than the buffer is written in parts, between which others write.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char text[9000], all[9002];
static FILE *out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused)
{
    pthread_mutex_lock(&lock);
    write(fileno(out), "b", 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    out = tmpfile();
    fcntl(fileno(out), F_SETFL, O_APPEND);
    fputc('a', out);
    memset(text, 'a', sizeof text - 1);
    pthread_create(&thread, NULL, other, NULL);
    fputs(text, out);
    fflush(out);
    pthread_join(thread, NULL);
    assert(pread(fileno(out), all, sizeof all, 0) == 9001);
    long at = (char *)memchr(all, 'b', sizeof all) - all;
    assert(at != 4096); // expect: assert
    fclose(out);
    return 0;
}
