-- Read entries from a bounded log.
-- Called by  adapters/redis/bounded-log.ts read()
-- KEYS[1]    ids by position, see keys.bounded()
-- KEYS[2]    id to share, time and text
-- ARGV[1]    'newer' | 'older', the direction
-- ARGV[2]    position to start at
-- ARGV[3]    maximum number of entries
-- Returns    a list of { id, position, value }, where the value contains share, time, and text
-- Why Lua    ids and texts are read in one round trip
local found = {}
local command, last = 'ZREVRANGEBYSCORE', '-inf'
if ARGV[1] == 'newer' then command, last = 'ZRANGEBYSCORE', '+inf' end
local ids = redis.call(command, KEYS[1], ARGV[2], last, 'WITHSCORES', 'LIMIT', 0, ARGV[3])
for i = 1, #ids, 2 do
  found[#found + 1] = { ids[i], ids[i + 1], redis.call('HGET', KEYS[2], ids[i]) }
end
return found
