// <ctype.h> over all of ASCII.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    for (int c = 0; c < 128; c++) {
        unsigned bits = 0;
        bits = bits * 2 + !!isalpha(c), bits = bits * 2 + !!isdigit(c), bits = bits * 2 + !!isspace(c);
        bits = bits * 2 + !!isupper(c), bits = bits * 2 + !!islower(c), bits = bits * 2 + !!ispunct(c);
        bits = bits * 2 + !!isxdigit(c), bits = bits * 2 + !!iscntrl(c), bits = bits * 2 + !!isprint(c);
        bits = bits * 2 + !!isgraph(c), bits = bits * 2 + !!isalnum(c), bits = bits * 2 + !!isblank(c);
        printf("%x%c", bits, c % 16 == 15 ? '\n' : ' ');
    }
    printf("%c%c%c\n", toupper('q'), tolower('Q'), toupper('1'));
    return 0;
}
