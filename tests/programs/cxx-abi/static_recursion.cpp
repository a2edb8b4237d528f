/* A static variable whose initialiser asks for it. */
static int lookup(int n);

static int table()
{
    static int made = lookup(1); // expect: deadlock
    return made;
}
static int lookup(int n) { return n ? table() + 1 : 0; }

int main() { return lookup(1); }
