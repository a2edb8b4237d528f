//@ expect: safe
enum state { OPEN, CLOSED, BROKEN };

static volatile enum state door = BROKEN;

static int width(enum state state) {
    switch (state) {
    case OPEN:
        return 90;
    case CLOSED:
    case BROKEN:
        return 0;
    default:
        __builtin_unreachable();
    }
}

int main(void) { return width(door); }
