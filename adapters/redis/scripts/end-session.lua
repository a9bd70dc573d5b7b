-- Mark a browser session of a subject as ended, and drop expired marks.
-- Called by  adapters/redis/subject-store.ts endSession()
-- KEYS[1]    the subject, see keys.subject()
-- ARGV[1]    field of the session
-- ARGV[2]    how long the mark is kept, in milliseconds
-- Returns    'ended'
-- Why Lua    marks end by the store's clock, and the key must outlive the longest of them
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local marks = redis.call('HGETALL', KEYS[1])
local ends = now + ARGV[2]
for i = 1, #marks, 2 do
  if marks[i] == ARGV[1] then
    ends = math.max(ends, tonumber(marks[i + 1]))
  elseif string.sub(marks[i], 1, 1) == 'x' and tonumber(marks[i + 1]) <= now then
    redis.call('HDEL', KEYS[1], marks[i])
  end
end
local left = redis.call('PTTL', KEYS[1])
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', ends))
-- A revocation version is kept for good (revoke-subject.lua), and the marks in its hash with it.
if left ~= -1 and left < ends - now then redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ends - now)) end
return 'ended'
