//@ expect: safe
// Two threads, one stream: its lock also guards its memory, its array, and what it tells.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static FILE *in_memory, *in_array, *growing;

static void *print(void *unused)
{
    fputc('a', in_memory);
    fputc('a', in_array);
    fputc('a', growing);
    fflush(growing);
    return unused;
}

int main(void)
{
    static char memory[8], array[8];
    char *text;
    size_t size;
    pthread_t thread;
    in_memory = fmemopen(memory, sizeof memory, "w");
    in_array = tmpfile();
    setvbuf(in_array, array, _IOFBF, sizeof array);
    growing = open_memstream(&text, &size);
    pthread_create(&thread, NULL, print, NULL);
    print(NULL);
    pthread_join(thread, NULL);
    fclose(in_memory);
    fclose(in_array);
    fclose(growing);
    assert(size == 2 && memory[1] == 'a');
    free(text);
    return 0;
}
