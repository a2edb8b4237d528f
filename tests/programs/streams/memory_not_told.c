// open_memstream tells where the text is when it is flushed.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fputs("abc", out);
    if (text[0] != 'a') // expect: null-deref
        return 1;
    fclose(out);
    free(text);
    return 0;
}
