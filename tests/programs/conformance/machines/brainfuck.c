// An interpreter for a tiny language, with a jump table.
#include <stdio.h>

static void run(const char *p)
{
    unsigned char tape[64] = { 0 }, *at = tape;
    int jump[160], stack[16], top = 0;
    for (int i = 0; p[i]; i++) if (p[i] == '[') stack[top++] = i; else if (p[i] == ']') jump[i] = stack[--top], jump[stack[top]] = i;
    for (int i = 0; p[i]; i++)
        switch (p[i]) {
        case '>': at++; break;
        case '<': at--; break;
        case '+': ++*at; break;
        case '-': --*at; break;
        case '.': putchar(*at); break;
        case '[': if (!*at) i = jump[i]; break;
        case ']': if (*at) i = jump[i]; break;
        }
}

int main(void)
{
    run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.");
    return 0;
}
