-- Mark a browser session of a subject as ended, or as revoked too, and drop expired marks.
-- Called by  adapters/redis/subject-store.ts endSession(), revokeSession()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    how long the marks are kept, in milliseconds
-- ARGV[2..]  fields of the marks
-- Returns    'ended'
-- Why Lua    marks end by the store's clock, and the key must outlive the longest of them
-- A write that needs no room comes first: then Redis lets the rest of the script have some, though none is left.
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
-- A revocation version is kept for good (revoke-subject.lua), and the marks in its hash with it.
if left ~= -1 and left < ends - now then redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ends - now)) end
return 'ended'
