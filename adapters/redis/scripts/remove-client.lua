-- Remove a client and free its id and redirect URIs.
-- Called by  adapters/redis/client-store.ts remove()
-- KEYS[1]    the record, see keys.client()
-- KEYS[2]    the client's redirect URIs, see keys.clientUris()
-- KEYS[3]    all ids in order, see keys.clientIds()
-- KEYS[4]    redirect URI to client id, see keys.uriHolders()
-- ARGV[1]    id
-- Returns    'removed' | 'missing'
-- Why Lua    a client created concurrently must not lose its claims
for _, uri in ipairs(redis.call('SMEMBERS', KEYS[2])) do redis.call('HDEL', KEYS[4], uri) end
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('DEL', KEYS[1], KEYS[2]) == 0 then return 'missing' end
return 'removed'
