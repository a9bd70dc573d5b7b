-- Replace a client's record if it matches the expected record, claim new redirect URIs, and free dropped ones.
-- Called by  adapters/redis/client-store.ts replace()
-- KEYS[1]    the record, see keys.client()
-- KEYS[2]    the client's redirect URIs, see keys.clientUris()
-- KEYS[3]    redirect URI to client id, see keys.uriHolders()
-- ARGV[1]    id
-- ARGV[2]    the expected record
-- ARGV[3]    the next record
-- ARGV[4..]  the next redirect URIs
-- Returns    { 'done' } | { 'changed' } | { 'missing' } | { 'redirect-uri-taken', URI, holder }
-- Why Lua    the record and the claims must change together or not at all
local record = redis.call('GET', KEYS[1])
if not record then return { 'missing' } end
if record ~= ARGV[2] then return { 'changed' } end
for i = 4, #ARGV do
  local holder = redis.call('HGET', KEYS[3], ARGV[i])
  if holder and holder ~= ARGV[1] then return { 'redirect-uri-taken', ARGV[i], holder } end
end
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[3], '')
for _, uri in ipairs(redis.call('SMEMBERS', KEYS[2])) do redis.call('HDEL', KEYS[3], uri) end
redis.call('DEL', KEYS[2])
for i = 4, #ARGV do
  redis.call('SADD', KEYS[2], ARGV[i])
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[1])
end
redis.call('SET', KEYS[1], ARGV[3])
return { 'done' }
