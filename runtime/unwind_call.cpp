/* A call of C that an exception, or the end of the thread, may leave. */
#include <augur/unwind.h>

namespace {
struct otherwise {
    void (*undo)(void *);
    void *argument;
    ~otherwise()
    {
        if (undo)
            undo(argument);
    }
};
}

extern "C" void augur_call(void (*function)(void), void (*undo)(void *), void *argument)
{
    otherwise guard = {undo, argument};
    function();
    guard.undo = nullptr;
}
