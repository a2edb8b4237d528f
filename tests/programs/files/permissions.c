// Nobody asks whether the file could be opened.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    close(open("/tmp/a", O_CREAT | O_WRONLY, 0200));
    FILE *f = fopen("/tmp/a", "r");
    int c = fgetc(f); // expect: null-deref
    fclose(f);
    return c;
}
