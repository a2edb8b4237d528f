// A reader beside a writer of the same environment.
#include <assert.h>
#include <lmdb.h>
#include <pthread.h>
#include <sys/stat.h>

static MDB_env *env;
static MDB_dbi dbi;

static void put(int number)
{
    MDB_txn *txn;
    MDB_val key = { sizeof "key", "key" }, value = { sizeof number, &number };
    assert(!mdb_txn_begin(env, NULL, 0, &txn));
    assert(!mdb_put(txn, dbi, &key, &value, 0));
    assert(!mdb_txn_commit(txn));
}

static void *writer(void *unused)
{
    put(2);
    return unused;
}

int main(void)
{
    MDB_txn *txn;
    MDB_val key = { sizeof "key", "key" }, value;
    pthread_t thread;
    assert(!mkdir("/db", 0700));
    assert(!mdb_env_create(&env));
    assert(!mdb_env_set_mapsize(env, 1 << 16));
    assert(!mdb_env_open(env, "/db", MDB_NOSYNC, 0600));
    assert(!mdb_txn_begin(env, NULL, 0, &txn));
    assert(!mdb_dbi_open(txn, NULL, 0, &dbi));
    assert(!mdb_txn_commit(txn));
    put(1);
    pthread_create(&thread, NULL, writer, NULL);
    assert(!mdb_txn_begin(env, NULL, MDB_RDONLY, &txn));
    assert(!mdb_get(txn, dbi, &key, &value));
    int first = *(int *)value.mv_data;
    assert(!mdb_get(txn, dbi, &key, &value));
    assert(first == *(int *)value.mv_data);
    mdb_txn_abort(txn);
    pthread_join(thread, NULL);
    mdb_env_close(env);
    return 0;
}
