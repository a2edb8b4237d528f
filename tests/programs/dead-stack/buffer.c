// A string built in a local buffer and handed out.
#include <string.h>

char *volatile answer;

__attribute__((noinline)) static void greet(const char *name) {
    char buffer[16];
    strcpy(buffer, "hi ");
    strcat(buffer, name);
    answer = buffer;
}

int main(void) {
    greet("ann");
    return answer[0] == 'h' ? 0 : 1; // expect: dead-stack
}
