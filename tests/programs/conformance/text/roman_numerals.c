// Roman numerals, both ways.
#include <stdio.h>
#include <string.h>

static const struct { int n; const char *s; } table[] = { { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" }, { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, { 1, "I" } };
static char *roman(int n, char *to) { *to = 0; for (int i = 0; n; i++) while (n >= table[i].n) strcat(to, table[i].s), n -= table[i].n; return to; }
static int value(const char *s) { int n = 0; for (int i = 0; *s; ) { size_t k = strlen(table[i].s); if (!strncmp(s, table[i].s, k)) n += table[i].n, s += k; else i++; } return n; }

int main(void)
{
    char text[20];
    int ok = 1;
    for (int n = 1; n < 4000; n += 213) printf("%s ", roman(n, text)), ok &= value(text) == n;
    puts("");
    return ok;
}
