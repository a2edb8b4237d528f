/* Work on libuv's pool of threads: what a work function has done is seen when its loop is told. */
#include <assert.h>
#include <uv.h>

static int done[2], told;

static void work(uv_work_t *request) { done[(long)request->data] = 1; }

static void after(uv_work_t *request, int status) {
    assert(!status && done[(long)request->data]);
    told++;
}

int main(void) {
    static uv_loop_t loop;
    static uv_work_t requests[2];
    uv_loop_init(&loop);
    for (long i = 0; i < 2; i++) {
        requests[i].data = (void *)i;
        uv_queue_work(&loop, &requests[i], work, after);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    assert(told == 2);
    assert(!uv_loop_close(&loop));
    uv_library_shutdown();
    return 0;
}
