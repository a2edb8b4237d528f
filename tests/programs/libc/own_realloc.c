// A program's own allocator, which is not made for threads, is called by a stream in memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static _Alignas(16) char pool[1 << 16];
static atomic_size_t used;
static atomic_int busy;

void *malloc(size_t size)
{
    assert(!busy); // expect: assert
    busy = 1;
    size_t at = used;
    used += (size + 15) & ~15ul;
    busy = 0;
    return pool + at;
}

void *realloc(void *old, size_t size)
{
    char *block = malloc(size);
    for (size_t i = 0; old && i < size; i++)
        block[i] = ((char *)old)[i];
    return block;
}

void *calloc(size_t count, size_t size) { return memset(malloc(count * size), 0, count * size); }
void free(void *block) { (void)block; }

static void *other(void *unused)
{
    malloc(8);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char *text;
    size_t size;
    pthread_create(&thread, NULL, other, NULL);
    FILE *out = open_memstream(&text, &size);
    fputs("a", out);
    fclose(out);
    pthread_join(thread, NULL);
    return 0;
}
