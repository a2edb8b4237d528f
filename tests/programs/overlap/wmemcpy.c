// As memcpy.c, with wide characters.
#include <wchar.h>

wchar_t buffer[32] = L"0123456789";
volatile int by = 2;

int main(void) {
    wmemcpy(buffer, buffer + by, 5); // expect: overlap
    return 0;
}
