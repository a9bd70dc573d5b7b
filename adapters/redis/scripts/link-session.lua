-- Add a line to a subject's list of sessions.
-- Called by  adapters/redis/session-list.ts link()
-- KEYS[1]    the list, see keys.sessionList()
-- ARGV[1]    uid of the session
-- ARGV[2]    the line
-- ARGV[3]    its time to live in milliseconds
-- Returns    'linked'
-- Why Lua    lines expire by the store's clock, and the list must outlive the longest-lived line
local time = redis.call('TIME')
local ends = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[3])
redis.call('HSET', KEYS[1], ARGV[1], ends .. ' ' .. ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 'linked'
