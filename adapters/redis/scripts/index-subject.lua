-- Add a subject to the index of subjects with sessions, and drop subjects whose sessions have ended.
-- Called by  adapters/redis/session-list.ts link(), subjects()
-- KEYS[1]    subjects in order, see keys.sessionSubjects()
-- KEYS[2]    end of each subject's last session, see keys.sessionEnds()
-- ARGV[1]    time to live of the subject's new session in milliseconds
-- ARGV[2]    maximum number of subjects to drop
-- ARGV[3..]  the subject; omitted when only dropping subjects
-- Returns    number of subjects dropped
-- Why Lua    both sets must contain the same subjects
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 3, #ARGV do
  redis.call('ZADD', KEYS[1], 0, ARGV[i])
  redis.call('ZADD', KEYS[2], 'GT', string.format('%.0f', now + ARGV[1]), ARGV[i])
end
local ended = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now), 'LIMIT', 0, ARGV[2])
for _, subject in ipairs(ended) do
  redis.call('ZREM', KEYS[1], subject)
  redis.call('ZREM', KEYS[2], subject)
end
return #ended
