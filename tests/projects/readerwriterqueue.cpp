// The project's own `threaded` test with two items instead of a million: what is dequeued was enqueued, in order,
// also where the queue has to grow.
#include "readerwriterqueue.h"
#include <cassert>
#include <thread>

int main()
{
    moodycamel::ReaderWriterQueue<int> queue(1);
    std::thread writer([&] {
        queue.enqueue(0);
        queue.enqueue(1);
    });
    int expected = 0;
    for (int tries = 0; tries < 3; tries++) {
        int item;
        if (queue.try_dequeue(item))
            assert(item == expected++);
    }
    writer.join();
    for (int item; queue.try_dequeue(item);)
        assert(item == expected++);
    assert(expected == 2);
}
