-- Drop the oldest lines of the audit log, a batch at a time, and remember the hash of the last one dropped.
-- Called by  adapters/redis/audit-log.ts trim()
-- KEYS[1]    the lines, see keys.auditLines()
-- KEYS[2]    where the log begins and ends, see keys.auditEnds()
-- ARGV[1]    lines older than this go, milliseconds since the epoch
-- ARGV[2]    how many lines stay at most
-- ARGV[3]    how many to look at
-- Returns    'more' | 'done'
-- Why Lua    lines and the hash before the first must go together, or the chain would look cut
local lines = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[3])
local spare, dropped = redis.call('XLEN', KEYS[1]) - ARGV[2], 0
for i, line in ipairs(lines) do
  if i > spare and tonumber(line[2][2]) >= tonumber(ARGV[1]) then break end
  dropped = i
end
if dropped == 0 then return 'done' end
local seq = string.match(lines[dropped][1], '^%d+')
redis.call('HSET', KEYS[2], 'before', string.format('%.0f', seq + 1) .. ' ' .. lines[dropped][2][6])
redis.call('XTRIM', KEYS[1], 'MINID', string.format('%.0f', seq + 1))
return dropped == #lines and 'more' or 'done'
