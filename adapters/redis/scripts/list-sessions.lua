-- Return the lines for a subject's sessions that have not ended, and drop the others.
-- Called by  adapters/redis/session-list.ts linked()
-- KEYS[1]    the list, see keys.sessionList()
-- Returns    { uid, line, uid, line, ... }
-- Why Lua    lines expire by the store's clock; a line that is being renewed must not be dropped
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all, live = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #all, 2 do
  local ends, line = string.match(all[i + 1], '^(%d+) (.*)$')
  if tonumber(ends) <= now then
    redis.call('HDEL', KEYS[1], all[i])
  else
    live[#live + 1] = all[i]
    live[#live + 1] = line
  end
end
return live
