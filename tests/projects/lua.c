/* Two threads, each with a state of its own: what they share is variables of Lua. */
#include <assert.h>
#include <pthread.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static void *script(void *arg)
{
    lua_State *lua = luaL_newstate();
    assert(lua);
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 1);
    int failed = luaL_dostring(lua, arg);
    assert(!failed && lua_tointeger(lua, -1) == 55);
    lua_close(lua);
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, script, "local s = 0 for i = 1, 10 do s = s + i end return s");
    pthread_create(&two, NULL, script, "local t = {} for i = 1, 10 do t[i] = i end return #t * 5 + 5");
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
