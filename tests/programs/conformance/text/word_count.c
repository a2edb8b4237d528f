// Lines, words, characters and the longest word of a text.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const char *text = "It was the best of times,\nit was the worst of times,\n\nit was the age of wisdom...\n", *longest = "";
    int lines = 0, words = 0, most = 0, letters[26] = { 0 };
    for (const char *p = text, *start = 0;; p++) {
        if (*p == '\n') lines++;
        if (isalpha((unsigned char)*p)) { if (!start) start = p, words++; letters[tolower((unsigned char)*p) - 'a']++; }
        else if (start) { if (p - start > most) most = (int)(p - start), longest = start; start = 0; }
        if (!*p) break;
    }
    printf("%d %d %zu %.*s\n", lines, words, strlen(text), most, longest);
    for (int i = 0; i < 26; i++) if (letters[i]) printf("%c%d ", 'a' + i, letters[i]);
    puts("");
    return words;
}
