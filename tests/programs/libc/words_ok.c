//@ expect: safe
// Words as a shell makes them.
#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

static void check(const char *text, int flags, const char *expected)
{
    wordexp_t words;
    char all[200] = "";
    assert(!wordexp(text, &words, flags));
    for (size_t i = 0; i < words.we_wordc; i++) {
        strcat(all, words.we_wordv[i]);
        strcat(all, "|");
    }
    assert(!words.we_wordv[words.we_wordc] && !strcmp(all, expected));
    wordfree(&words);
}

static void refuse(const char *text, int flags, int code)
{
    wordexp_t words;
    assert(wordexp(text, &words, flags) == code);
}

int main(void)
{
    char directory[] = "/tmp/wordsXXXXXX";
    assert(mkdtemp(directory) && !chdir(directory));
    for (const char *const *name = (const char *const[]){ "b1", "a1", "c", NULL }; *name; name++)
        close(open(*name, O_CREAT | O_WRONLY, 0600));
    assert(!setenv("HOME", "/house/me", 1) && !setenv("TWO", "x  y*", 1) && !unsetenv("NONE"));
    check("", 0, "");
    check("  one two\tthree ", 0, "one|two|three|");
    check("'a b' \"c $TWO\" d\\ e '' \\$TWO", 0, "a b|c x  y*|d e||$TWO|");
    check("$TWO ${TWO}z -$NONE- $ $NONE \"$NONE\"", 0, "x|y*|x|y*z|--|$||");
    check("*1 ?2 '*1' \\*1 [bc]*", 0, "a1|b1|?2|*1|*1|b1|c|");
    check("~ ~/x a~ '~'", 0, "/house/me|/house/me/x|a~|~|");
    check("\"a\\\"\\b\"", 0, "a\"\\b|");
    refuse("a;b", 0, WRDE_BADCHAR);
    refuse("a\nb", 0, WRDE_BADCHAR);
    refuse("'a", 0, WRDE_SYNTAX);
    refuse("$(date)", WRDE_NOCMD, WRDE_CMDSUB);
    refuse("a `date`", WRDE_NOCMD, WRDE_CMDSUB);
    refuse("a $NONE", WRDE_UNDEF, WRDE_BADVAL);
    wordexp_t words = { .we_offs = 1 };
    assert(!wordexp("a", &words, WRDE_DOOFFS) && !wordexp("b c", &words, WRDE_DOOFFS | WRDE_APPEND));
    assert(words.we_wordc == 3 && !words.we_wordv[0] && !strcmp(words.we_wordv[3], "c") && !words.we_wordv[4]);
    wordfree(&words);
    assert(!unlink("a1") && !unlink("b1") && !unlink("c") && !chdir("/") && !rmdir(directory));
    return 0;
}
