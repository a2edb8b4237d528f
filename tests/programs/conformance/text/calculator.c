// A recursive-descent calculator.
#include <ctype.h>
#include <stdio.h>

static const char *p;
static double expression(void);
static double number(void) { double n = 0, scale = 1; while (isdigit((unsigned char)*p)) n = n * 10 + (*p++ - '0'); if (*p == '.') for (p++; isdigit((unsigned char)*p); p++) n += (*p - '0') * (scale /= 10); return n; }
static double factor(void) { while (*p == ' ') p++; if (*p == '-') return p++, -factor(); if (*p != '(') return number(); p++; double r = expression(); p++; return r; }
static char operator_(void) { while (*p == ' ') p++; return *p; }
static double term(void) { double r = factor(); for (char c; (c = operator_()) == '*' || c == '/';) { p++; double f = factor(); r = c == '*' ? r * f : r / f; } return r; }
static double expression(void) { double r = term(); for (char c; (c = operator_()) == '+' || c == '-';) { p++; double t = term(); r = c == '+' ? r + t : r - t; } return r; }

int main(void)
{
    const char *tests[] = { "1+2*3", "(1+2)*3", "10/4-1", "-(2+3)*-2", "2*(3+(4-1))/3", "1.5 * 4 - .25", "8/2/2" };
    for (int i = 0; i < 7; i++) p = tests[i], printf("%s = %g\n", tests[i], expression());
    return 0;
}
