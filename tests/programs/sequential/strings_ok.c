//@ expect: safe
// The string functions, on text the compiler does not know.
#include <assert.h>
#include <string.h>

char *volatile hello = "hello";
char *volatile help = "help";
char buffer[32];

int main(void) {
    assert(strlen(hello) == 5 && strlen("") == 0);
    assert(strcmp(hello, hello) == 0 && strcmp(hello, help) < 0 && strcmp(help, hello) > 0);
    assert(strcmp("", hello) < 0 && strncmp(hello, help, 3) == 0 && strncmp(hello, help, 4) < 0);
    assert(strcpy(buffer, hello) == buffer && buffer[5] == 0);
    assert(strcat(buffer, ", ") == buffer);
    strcat(buffer, help);
    assert(strcmp(buffer, "hello, help") == 0);
    assert(strchr(buffer, 'l') == buffer + 2 && strrchr(buffer, 'l') == buffer + 9);
    assert(strchr(buffer, 'z') == NULL && strchr(buffer, 0) == buffer + 11);
    assert(strstr(buffer, help) == buffer + 7 && strstr(buffer, "helm") == NULL);
    memset(buffer, 'x', sizeof buffer);
    strncpy(buffer, help, 8);
    assert(buffer[3] == 'p' && buffer[4] == 0 && buffer[7] == 0 && buffer[8] == 'x');
    strncpy(buffer, hello, 2);
    assert(buffer[1] == 'e' && buffer[2] == 'l');
    return 0;
}
