//@ expect: safe
// Streams on a file and in memory.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_file(void)
{
    char line[32];
    FILE *file = tmpfile();
    assert(fprintf(file, "%d-%s\n", 42, "xyz") == 7 && ftell(file) == 7);
    rewind(file);
    assert(fgets(line, sizeof line, file) && !strcmp(line, "42-xyz\n"));
    assert(!fgets(line, sizeof line, file) && feof(file) && !ferror(file));
    assert(fseek(file, 3, SEEK_SET) == 0 && !feof(file));
    assert(fgetc(file) == 'x' && ungetc('q', file) == 'q' && fgetc(file) == 'q');
    assert(fseek(file, -1, SEEK_END) == 0 && fwrite("!!", 1, 2, file) == 2);
    rewind(file);
    assert(fread(line, 1, sizeof line, file) == 8 && !memcmp(line, "42-xyz!!", 8));
    assert(fclose(file) == 0);
}

static void in_memory(void)
{
    char *text, buffer[8] = "10 20";
    size_t size;
    int a, b;
    FILE *stream = open_memstream(&text, &size);
    assert(fprintf(stream, "abc%d", 7) == 4 && fclose(stream) == 0);
    assert(size == 4 && !strcmp(text, "abc7"));
    free(text);
    stream = fmemopen(buffer, 5, "r");
    assert(fscanf(stream, "%d%d", &a, &b) == 2 && a == 10 && b == 20);
    assert(fgetc(stream) == EOF && fclose(stream) == 0);
}

int main(void)
{
    on_file();
    in_memory();
    return 0;
}
