//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Two append to the same string. */
//@ expect: data-race
#include <string>
#include <thread>

static std::string text;

int main()
{
    std::thread t([] { text += 'a'; });
    text += 'b';
    t.join();
    return text.size() > 2;
}
