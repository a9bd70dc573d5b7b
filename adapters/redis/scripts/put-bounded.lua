-- Add entries to a bounded log, and drop the oldest ones if the log exceeds its limits.
-- Called by  adapters/redis/bounded-log.ts put()
-- KEYS[1]    ids by position, see keys.bounded()
-- KEYS[2]    id to share, time and text, separated by line feeds
-- KEYS[3]    share, position and id, separated by line feeds, in order
-- KEYS[4]    the last position
-- ARGV[1]    'keep' | 'replace' an existing entry with the same id
-- ARGV[2]    maximum number of entries
-- ARGV[3]    maximum number of entries per share
-- ARGV[4]    entries older than this time, in milliseconds since the epoch, are dropped
-- ARGV[5..]  id, share, time, and text of each entry
-- Returns    'put'
-- Why Lua    an entry spans three keys, and concurrent writers must not exceed the limits
local function drop(member)
  local id = string.match(member, '^[^\n]*\n%d+\n(.*)$')
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
  redis.call('ZREM', KEYS[3], member)
end
for i = 5, #ARGV, 4 do
  local id, share, at, text = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local known = redis.call('HGET', KEYS[2], id)
  if known and ARGV[1] == 'replace' then
    redis.call('HSET', KEYS[2], id, string.match(known, '^[^\n]*\n[^\n]*\n') .. text)
  elseif not known then
    local position = redis.call('INCR', KEYS[4])
    redis.call('ZADD', KEYS[1], position, id)
    redis.call('HSET', KEYS[2], id, share .. '\n' .. at .. '\n' .. text)
    redis.call('ZADD', KEYS[3], 0, share .. '\n' .. string.format('%016.0f', position) .. '\n' .. id)
    local from, to = '[' .. share .. '\n', '(' .. share .. '\n:'
    while redis.call('ZLEXCOUNT', KEYS[3], from, to) > tonumber(ARGV[3]) do
      drop(redis.call('ZRANGEBYLEX', KEYS[3], from, to, 'LIMIT', 0, 1)[1])
    end
  end
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
while oldest[1] do
  local share, at = string.match(redis.call('HGET', KEYS[2], oldest[1]), '^([^\n]*)\n(%d+)')
  if redis.call('ZCARD', KEYS[1]) <= tonumber(ARGV[2]) and tonumber(at) >= tonumber(ARGV[4]) then break end
  drop(share .. '\n' .. string.format('%016.0f', oldest[2]) .. '\n' .. oldest[1])
  oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
end
return 'put'
