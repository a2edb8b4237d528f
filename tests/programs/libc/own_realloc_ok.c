//@ expect: safe
// A program's own allocator is called by streams in memory, getline and scanf, and locks itself.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static _Alignas(16) char pool[1 << 16];
static size_t used;
static pthread_mutex_t busy;

void *malloc(size_t size)
{
    pthread_mutex_lock(&busy);
    size_t at = used;
    used += (size + 15) & ~15ul;
    pthread_mutex_unlock(&busy);
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

static int is_own(const char *block) { return block >= pool && block < pool + sizeof pool; }

int main(void)
{
    char *text, *line = NULL, *word;
    size_t size, room = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("words here\n", out);
    fclose(out);
    assert(size == 11 && is_own(text));
    FILE *in = fmemopen(text, size, "r");
    assert(fscanf(in, "%ms", &word) == 1 && is_own(word) && !strcmp(word, "words"));
    assert(getline(&line, &room, in) == 6 && is_own(line) && !strcmp(line, " here\n"));
    fclose(in);
    assert(sscanf(line, " %m[a-z]", &word) == 1 && is_own(word) && !strcmp(word, "here"));
    return 0;
}
