//@ stdlib: libstdc++ libc++
//@ flags: --reduction presumed
/* Nobody runs the task, so there is no result. */
#include <future>

int main()
{
    std::future<int> result;
    {
        std::packaged_task<int()> task([] { return 1; });
        result = task.get_future();
    }
    return result.get(); // expect: uncaught-exception
}
