// A tokenizer for a C-like language.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NAME, NUMBER, STRING, OPERATOR };
struct token { enum kind kind; const char *at; int length; };
static struct token next(const char **p)
{
    const char *s = *p;
    while (isspace((unsigned char)*s)) s++;
    struct token t = { END, s, 0 };
    if (!*s) return t;
    if (isalpha((unsigned char)*s) || *s == '_') { t.kind = NAME; while (isalnum((unsigned char)*s) || *s == '_') s++; }
    else if (isdigit((unsigned char)*s)) { t.kind = NUMBER; while (isalnum((unsigned char)*s) || *s == '.') s++; }
    else if (*s == '"') { t.kind = STRING; for (s++; *s && *s != '"'; s++) if (*s == '\\') s++; s++; }
    else { t.kind = OPERATOR; s++; if (strchr("=&|+-<>", s[-1]) && (*s == s[-1] || *s == '=')) s++; }
    t.length = (int)(s - t.at), *p = s;
    return t;
}

int main(void)
{
    const char *p = "for (i = 0; i <= n_2; i++) { s += \"a\\\"b\"[0x1f] && 3.14; }";
    int counts[5] = { 0 };
    for (struct token t; (t = next(&p)).kind; counts[t.kind]++) printf("%d:%.*s ", t.kind, t.length, t.at);
    puts("");
    return counts[NAME] * 10 + counts[NUMBER];
}
