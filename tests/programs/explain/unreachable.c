//@ opt: O0
enum state { OPEN, CLOSED, BROKEN };

static volatile enum state door = BROKEN;

static int width(enum state state) {
    switch (state) {
    case OPEN:
        return 90;
    case CLOSED:
        return 0;
    default:
        __builtin_unreachable(); // expect: unreachable
    }
}

int main(void) { return width(door); }
