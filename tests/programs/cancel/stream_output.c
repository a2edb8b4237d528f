//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3 4 5 6 7 8 9 10 11 12 13
// Functions that write to a stream may act on a cancellation, or leave it to the next one.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <wchar.h>

static FILE *file;
static atomic_int go;
static int calls;

static void *work(void *arg)
{
    while (!go)
        ;
    printf("a"), calls++;
    fprintf(file, "b"), calls++;
    fputs("c", file), calls++;
    puts("d"), calls++;
    fputc('e', file), calls++;
    putchar_unlocked('f'), calls++;
    fwrite("g", 1, 1, file), calls++;
    dprintf(1, "h"), calls++;
    fputwc(L'i', file), calls++;
    fputws(L"j", file), calls++;
    wprintf(L"k"), calls++;
    perror("l"), calls++;
    fflush(file), calls++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    go = 1;
    pthread_join(thread, NULL);
    fclose(file);
    return calls;
}
