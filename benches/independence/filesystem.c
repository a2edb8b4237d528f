/* Threads that find a free block for an inode each, under a lock for the inode and one for each
 * block. From fourteen threads on some look at the same blocks. After the second program with which
 * dynamic partial-order reduction was introduced. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 14
#endif

enum { BLOCKS = 26, INODES = 32 };

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inodes[INODES], busy[BLOCKS];

static void *work(void *arg)
{
    int i = (int)(long)arg % INODES;
    pthread_mutex_lock(&inode_locks[i]);
    if (inodes[i] == 0) {
        int block = i * 2 % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&block_locks[block]);
            if (!busy[block]) {
                busy[block] = 1;
                inodes[i] = block + 1;
                pthread_mutex_unlock(&block_locks[block]);
                break;
            }
            pthread_mutex_unlock(&block_locks[block]);
            block = (block + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&inode_locks[i]);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&inode_locks[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_locks[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
