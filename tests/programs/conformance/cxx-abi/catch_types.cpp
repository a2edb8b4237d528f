/* Which handler takes what: fundamental types, enums, classes, text, and no conversions. */
#include <cstdio>

enum Colour { RED, GREEN };
enum class Shape : char { ROUND };
struct Small {
    int n;
};
template <typename T> struct Box {
    T value;
};

static void thrower(int what)
{
    switch (what) {
    case 0: throw 1;
    case 1: throw 2L;
    case 2: throw 3u;
    case 3: throw 'c';
    case 4: throw 1.5f;
    case 5: throw 2.5;
    case 6: throw "text";
    case 7: throw GREEN;
    case 8: throw Shape::ROUND;
    case 9: throw Small{9};
    case 10: throw Box<int>{10};
    case 11: throw Box<Small>{{11}};
    case 12: throw true;
    case 13: throw 1.5L;
    case 14: throw (short)14;
    case 15: throw L'w';
    case 16: throw (__int128)16;
    }
}

static void catcher(int what)
{
    try {
        thrower(what);
        printf("nothing\n");
    } catch (long n) {
        printf("long %ld\n", n);
    } catch (int n) {
        printf("int %d\n", n);
    } catch (unsigned n) {
        printf("unsigned %u\n", n);
    } catch (char c) {
        printf("char %c\n", c);
    } catch (float f) {
        printf("float %f\n", f);
    } catch (const double &d) {
        printf("double %f\n", d);
    } catch (const char *s) {
        printf("text %s\n", s);
    } catch (Colour c) {
        printf("colour %d\n", c);
    } catch (Shape) {
        printf("shape\n");
    } catch (const Small &s) {
        printf("small %d\n", s.n);
    } catch (Box<int> &b) {
        printf("box %d\n", b.value);
    } catch (Box<Small> b) {
        printf("box of small %d\n", b.value.n);
    } catch (bool b) {
        printf("bool %d\n", b);
    } catch (...) {
        printf("something else\n");
    }
}

int main()
{
    for (int i = 0; i < 18; i++)
        catcher(i);
    return 0;
}
