// printf of strings, and snprintf's results.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[16];
    printf("[%s] [%10s] [%-10s] [%.3s] [%8.2s] [%.0s]\n", "text", "text", "text", "text", "text", "text");
    int n = snprintf(b, sizeof b, "%s-%d", "a long string", 12345);
    printf("%d %s %zu\n", n, b, strlen(b));
    n = snprintf(0, 0, "%05.1f|%x", 3.14159, 255u);
    printf("%d\n", n);
    int at = 0, written;
    written = sprintf(b, "%s%n%s", "abc", &at, "def");
    printf("%d %d %s\n", written, at, b);
    fputs("fputs ", stdout), putchar('x'), putc('y', stdout), fputc('\n', stdout);
    fprintf(stdout, "%s\n", fwrite("bytes", 1, 5, stdout) == 5 ? "!" : "?");
    return 0;
}
