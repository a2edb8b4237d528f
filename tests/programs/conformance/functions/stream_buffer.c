// Streams with a buffer: positions, changes between reading and writing, appending, memory.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char block[9000];

static void write_and_scan(FILE *file)
{
    int a = 0, b = 0;
    char word[8];
    for (int i = 0; i < 1000; i++)
        fprintf(file, "%d %d word%d\n", i, i * 2, i);
    printf("%ld\n", ftell(file));
    rewind(file);
    for (int i = 0; i < 1000; i++)
        if (fscanf(file, "%d %d %7s", &a, &b, word) != 3 || a != i || b != 2 * i)
            printf("wrong at %d\n", i);
    printf("%d %d %s %ld %d\n", a, b, word, ftell(file), feof(file));
}

static void seek_and_read(FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    fseek(file, 100, SEEK_SET);
    printf("%zd ", getline(&line, &room, file));
    printf("%s", line);
    fseek(file, -20, SEEK_END);
    while (getline(&line, &room, file) > 0)
        printf("[%s]", line);
    printf("%d %ld\n", feof(file), ftell(file));
    free(line);
}

static void change(FILE *file)
{
    fseek(file, 10, SEEK_SET);
    fputs("XX", file);
    printf("%ld\n", ftell(file));
    fseek(file, 0, SEEK_CUR);
    printf("%c\n", fgetc(file));
    rewind(file);
    printf("%zu\n", fread(block, 1, sizeof block, file));
    printf("%.20s|%ld\n", block, ftell(file));
    printf("%zu\n", fread(block, 3, sizeof block / 3, file));
    printf("%d %ld\n", feof(file), ftell(file));
}

static void append(const char *path)
{
    FILE *file = fopen(path, "w");
    fputs("base", file);
    fclose(file);
    file = fopen(path, "a");
    printf("%ld ", ftell(file));
    fputs("more", file);
    printf("%ld\n", ftell(file));
    fclose(file);
    file = fopen(path, "a+");
    printf("%ld ", ftell(file));
    printf("%c ", fgetc(file));
    fseek(file, 0, SEEK_CUR);
    fputs("!", file);
    printf("%ld\n", ftell(file));
    rewind(file);
    puts(fgets(block, sizeof block, file));
    fclose(file);
}

static void update(const char *path)
{
    FILE *file = fopen(path, "r+");
    fputc('B', file);
    fseek(file, 0, SEEK_CUR);
    int first = fgetc(file), second = fgetc(file);
    ungetc('z', file);
    long at = ftell(file);
    printf("%c%c %ld %c\n", first, second, at, fgetc(file));
    fclose(file);
    remove(path);
}

static void memory(void)
{
    char array[20] = "abcdef", *text;
    size_t size;
    FILE *stream = fmemopen(array, sizeof array, "r+");
    fgetc(stream);
    fseek(stream, 0, SEEK_CUR);
    fputs("ZZ", stream);
    fflush(stream);
    puts(array);
    fseek(stream, 0, SEEK_END);
    printf("%ld\n", ftell(stream));
    fclose(stream);
    stream = open_memstream(&text, &size);
    fprintf(stream, "hello");
    fflush(stream);
    printf("%s %zu\n", text, size);
    fseek(stream, 1, SEEK_SET);
    fputc('E', stream);
    fclose(stream);
    printf("%s %zu\n", text, size);
    free(text);
}

int main(void)
{
    FILE *file = tmpfile();
    write_and_scan(file);
    seek_and_read(file);
    change(file);
    fclose(file);
    append("/tmp/augur_stream_buffer");
    update("/tmp/augur_stream_buffer");
    memory();
    return 0;
}
