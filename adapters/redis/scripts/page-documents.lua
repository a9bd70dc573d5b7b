-- Return a page of documents, sorted by id, and the total.
-- Called by  adapters/redis/document-store.ts list()
-- KEYS[1]    documents in the collection, see keys.documents()
-- KEYS[2]    document ids in order, see keys.documentIds()
-- ARGV[1]    start of the page, in the syntax of ZRANGEBYLEX
-- ARGV[2]    maximum number of documents
-- Returns    { total, { ids }, { values } }
-- Why Lua    ids and values must be consistent
local ids = redis.call('ZRANGEBYLEX', KEYS[2], ARGV[1], '+', 'LIMIT', 0, ARGV[2])
local values = {}
for i, id in ipairs(ids) do values[i] = redis.call('HGET', KEYS[1], id) end
return { redis.call('ZCARD', KEYS[2]), ids, values }
