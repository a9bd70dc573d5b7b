-- Put a client into an unused store, replacing any client with the same id.
-- Called by  adapters/redis/copies.ts write()
-- KEYS[1]    the record, see keys.client()
-- KEYS[2]    the client's redirect URIs, see keys.clientUris()
-- KEYS[3]    all ids in order, see keys.clientIds()
-- KEYS[4]    redirect URI to client id, see keys.uriHolders()
-- ARGV[1]    id
-- ARGV[2]    record
-- ARGV[3..]  redirect URIs
-- Returns    'put'
-- Why Lua    the replaced client's URIs must be freed in the same step
for _, uri in ipairs(redis.call('SMEMBERS', KEYS[2])) do redis.call('HDEL', KEYS[4], uri) end
redis.call('DEL', KEYS[2])
redis.call('SET', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[3], 0, ARGV[1])
for i = 3, #ARGV do
  redis.call('SADD', KEYS[2], ARGV[i])
  redis.call('HSET', KEYS[4], ARGV[i], ARGV[1])
end
return 'put'
