//@ expect: safe
// The repaired twin of sentinel.c: the marker is only compared.
#define DELETED ((int *)-1)

int value = 0;
int *volatile slots[2] = {DELETED, &value};

int main(void) {
    for (int i = 0; i < 2; i++) {
        int *p = slots[i];
        if (p != DELETED)
            return *p;
    }
    return 1;
}
