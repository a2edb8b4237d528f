// Conversions through enumerations, booleans and bit-fields.
#include <stdbool.h>
#include <stdio.h>

enum small { A = 1, B = 200 };
struct s { enum small e : 8; bool b : 1; int i : 3; };

int main(void)
{
    struct s s = { (enum small)B, 2, 3 };
    double d = s.e;
    s.b = d, s.i = (int)(d / 50);
    enum small e = (enum small)(bool)s.e;
    char c = (char)e + (char)s.b;
    printf("%d %d %d %g %d %d\n", s.e, s.b, s.i, d, e, c);
    return (bool)0.25 + (bool)&s + (bool)(char)256;
}
