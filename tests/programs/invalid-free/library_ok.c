//@ expect: safe
// What the library has made is given back by the library's own functions, or not at all; what it says the
// caller has to free can be freed.
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char text[8] = "a line\n", *line = NULL, *copy = strdup(argc ? argv[0] : "");
    size_t room = 0;
    FILE *stream = fmemopen(text, 7, "r");
    DIR *directory = opendir("/");
    getline(&line, &room, stream);
    free(line);
    free(copy);
    if (asprintf(&copy, "%d", 1) > 0)
        free(copy);
    FILE *memory = open_memstream(&copy, &room);
    fputs("text", memory);
    fclose(memory);
    free(copy);
    closedir(directory);
    fclose(stream);
    return 0;
}
