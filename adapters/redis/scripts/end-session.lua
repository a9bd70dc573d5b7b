-- Mark a subject's browser session as ended, and possibly as revoked, and drop expired marks.
-- Called by  adapters/redis/subject-store.ts endSession(), revokeSession()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    time to live of the marks in milliseconds
-- ARGV[2..]  fields of the marks
-- Returns    'ended'
-- Why Lua    marks expire by the store's clock, and the key must outlive the longest-lived mark
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[1], '')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local marks = redis.call('HGETALL', KEYS[1])
local ends = now + ARGV[1]
for i = 1, #marks, 2 do
  if string.match(marks[i], '^[xr]') and tonumber(marks[i + 1]) <= now then redis.call('HDEL', KEYS[1], marks[i]) end
end
local left = redis.call('PTTL', KEYS[1])
for i = 2, #ARGV do
  ends = math.max(ends, tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or 0))
  redis.call('HSET', KEYS[1], ARGV[i], string.format('%.0f', ends))
end
-- A key with a revocation version never expires (revoke-subject.lua).
if left ~= -1 and left < ends - now then redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ends - now)) end
return 'ended'
