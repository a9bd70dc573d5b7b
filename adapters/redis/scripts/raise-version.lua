-- Raise one of a subject's versions to a given number, unless it is already higher.
-- Called by  adapters/redis/copies.ts write()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    the version's field
-- ARGV[2]    the number
-- Returns    'raised' | 'higher'
-- Why Lua    no number may be used twice, so the comparison and the write must be one step
if tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0') > tonumber(ARGV[2]) then return 'higher' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PERSIST', KEYS[1])
return 'raised'
