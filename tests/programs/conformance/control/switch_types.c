// Switches over characters, booleans, bit-fields and enumerations.
#include <stdio.h>

struct s { unsigned v : 3; };
enum e { A, B, C };

static int on_char(char c) { switch (c) { case 'a': case 'e': case 'i': case 'o': case 'u': return 1; case '\200': return 2; } return 0; }
static int on_field(struct s s) { switch (s.v) { case 1: return 10; case 7: return 70; default: return s.v; } }
static const char *on_enum(enum e e) { switch (e) { case A: return "A"; case B: return "B"; case C: return "C"; } return "?"; }
static int on_bool(_Bool b) { switch (b) { case 0: return 5; default: return 6; } }

int main(void)
{
    int n = 0;
    for (const char *p = "the quick brown fox\200"; *p; p++) n += on_char(*p);
    for (unsigned i = 0; i < 8; i++) n += on_field((struct s){ i });
    printf("%d %s%s%s %d %d\n", n, on_enum(A), on_enum(C), on_enum((enum e)3), on_bool(0), on_bool(1));
    return 0;
}
