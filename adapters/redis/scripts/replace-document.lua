-- Replace or remove a document if its current value is the expected one.
-- Called by  adapters/redis/document-store.ts replace()
-- KEYS[1]    documents in the collection, see keys.documents()
-- KEYS[2]    document ids in order, see keys.documentIds()
-- ARGV[1]    id
-- ARGV[2]    the expected document: '=' and the value, or '-' for none
-- ARGV[3]    the next document, in the same format
-- Returns    'replaced' | 'changed'
-- Why Lua    comparing, replacing, and updating the sorted ids must be one step
local value = redis.call('HGET', KEYS[1], ARGV[1])
local found = value and '=' .. value or '-'
if found == ARGV[3] then return 'replaced' end
if found ~= ARGV[2] then return 'changed' end
-- Begin with a write that needs no memory, so that an existing document can be changed even when memory is full.
if value then redis.call('HDEL', KEYS[1], '') end
if ARGV[3] == '-' then
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], string.sub(ARGV[3], 2))
  redis.call('ZADD', KEYS[2], 0, ARGV[1])
end
return 'replaced'
