//@ expect: safe
//@ native: no
//@ exits: 0 1 2 3 4 5 6 7 8 9 10 11
// Functions that read from a stream may act on a cancellation, or leave it to the next one,
// whether they find what they want in the buffer or not.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static FILE *file;
static atomic_int go;
static int calls;
static char *line;

static void *work(void *arg)
{
    char text[4];
    wchar_t wide[4];
    int number;
    size_t room = 0;
    while (!go)
        ;
    rewind(file), calls++;
    fgetc(file), calls++;
    ungetc('a', file), calls++;
    fgets(text, 2, file), calls++;
    fread(text, 1, 1, file), calls++;
    getc_unlocked(file), calls++;
    fscanf(file, "%d", &number), calls++;
    fgetwc(file), calls++;
    fgetws(wide, 2, file), calls++;
    ftell(file), calls++;
    getline(&line, &room, file), calls++;
    return arg;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    fputs("abc1def\n", file);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    go = 1;
    pthread_join(thread, NULL);
    free(line);
    fclose(file);
    return calls;
}
