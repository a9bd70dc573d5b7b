-- Create a client and claim its id and all its redirect URIs, or do nothing.
-- Called by  adapters/redis/client-store.ts create()
-- KEYS[1]    the record, see keys.client()
-- KEYS[2]    the client's redirect URIs, see keys.clientUris()
-- KEYS[3]    all ids in order, see keys.clientIds()
-- KEYS[4]    redirect URI to client id, see keys.uriHolders()
-- ARGV[1]    id
-- ARGV[2]    record
-- ARGV[3..]  redirect URIs
-- Returns    { 'done' } | { 'id-taken' } | { 'redirect-uri-taken', URI, holder }
-- Why Lua    if two clients with the same URI are created concurrently, only one creation may succeed
if redis.call('EXISTS', KEYS[1]) == 1 then return { 'id-taken' } end
for i = 3, #ARGV do
  local holder = redis.call('HGET', KEYS[4], ARGV[i])
  if holder then return { 'redirect-uri-taken', ARGV[i], holder } end
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('ZADD', KEYS[3], 0, ARGV[1])
for i = 3, #ARGV do
  redis.call('SADD', KEYS[2], ARGV[i])
  redis.call('HSET', KEYS[4], ARGV[i], ARGV[1])
end
return { 'done' }
